"""Statistics of many games: when trains fall, what companies pay, how seats do, auctions, length, winners' paths.

>>> import tielu
>>> from tielu.stats import TABLES, table
>>> TABLES
('games', 'seats', 'trains', 'companies', 'privates', 'course')
>>> table([tielu.new_game("1880", ["Ann", "Bo", "Cy"])], "games")  # a game that is not over tells nothing yet
[]
"""

from tielu.stats.facts import GameFacts, facts_of
from tielu.stats.reading import FolderRead, games_in
from tielu.stats.rows import TABLES, table
from tielu.stats.sample import Sample
from tielu.stats.tally import Tally, tally_of

__all__ = [
    "TABLES",
    "FolderRead",
    "GameFacts",
    "Sample",
    "Tally",
    "facts_of",
    "games_in",
    "table",
    "tally_of",
]
