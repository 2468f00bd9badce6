"""1888-N in files of 18xx.games: their reader and their writer."""
