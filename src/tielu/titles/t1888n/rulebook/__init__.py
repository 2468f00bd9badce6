"""1888-N: what stands beside the texts of its rules."""

from tielu.titles.t1888n.rulebook.aid import aid_pages
from tielu.titles.t1888n.rulebook.examples import EXAMPLES
from tielu.titles.t1888n.rulebook.readings import READINGS
from tielu.titles.t1888n.rules.editions import EDITIONS
from tielu.views.rulebook.title import TitleRulebook

RULEBOOK = TitleRulebook(editions=EDITIONS, readings=READINGS, examples=EXAMPLES, aid=aid_pages)
