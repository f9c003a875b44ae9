"""Playing many games: on all cores, in other processes, on a cluster, and put together again."""
