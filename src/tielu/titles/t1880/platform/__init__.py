"""1880 in files of 18xx.games: their reader and their writer."""
