"""1880: what stands beside the texts of its rules."""

from tielu.titles.t1880.rulebook.aid import aid_pages
from tielu.titles.t1880.rulebook.examples import EXAMPLES
from tielu.titles.t1880.rulebook.readings import READINGS
from tielu.titles.t1880.rules.editions import EDITIONS
from tielu.views.rulebook.title import TitleRulebook

RULEBOOK = TitleRulebook(editions=EDITIONS, readings=READINGS, examples=EXAMPLES, aid=aid_pages)
