"""The generated parts of the documentation, by what they are about."""
