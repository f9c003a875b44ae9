"""Teaching nets by letting them play against themselves. The only room that needs torch."""
