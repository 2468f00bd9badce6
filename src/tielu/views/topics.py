"""Kinds of decisions that a guided game explains: where each comes up, and the rule behind it.

The words are in the section `guide` of the catalogues: under the key what is told in full, and under the key with
`.short` what is told the second time. A title lists its own topics in its facet; these suit any title.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class Topic:
    """A kind of decision: it comes up where one of `offers` may be done and nothing of `without`.

    With `steps` only in frames of these names, with `private` only while that one is bid for. `notice` is a word
    about the whole game that must be in its headline; an empty one means that there must be none, None that it does
    not matter.
    """

    key: str
    offers: tuple[str, ...]
    without: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    round: str = ""
    notice: str | None = None
    private: str = ""
    rule: str = ""

    def comes_up(
        self, round_name: str, step: str, notices: Collection[str], offered: Collection[str], auctioned: str = ""
    ) -> bool:
        """Whether it is decided now, where these kinds of actions are offered."""
        if self.private and self.private != auctioned:
            return False
        if self.notice is not None and (self.notice not in notices if self.notice else bool(notices)):
            return False
        if (self.round and self.round != round_name) or (self.steps and step not in self.steps):
            return False
        return any(kind in offered for kind in self.offers) and not any(kind in offered for kind in self.without)


AUCTION = Topic("auction", ("bid",))
GOAL = Topic("goal", ("bid", "buy_share"))
FOUND = Topic("found", ("found_company",))
BUY_SHARE = Topic("buy_share", ("buy_share",))
SELL_SHARES = Topic("sell_shares", ("sell_shares",), round="share")
TRACK = Topic("track", ("lay_tile",))
STATION = Topic("station", ("place_station",))
RUN = Topic("run", ("run_trains",))
DIVIDEND = Topic("dividend", ("pay_dividend",))
TRAIN_DUTY = Topic("train_duty", ("buy_train",), without=("pass",))
TRAIN = Topic("train", ("buy_train",))
DISCARD = Topic("discard", ("discard_train",))
ANSWER = Topic("answer", ("accept", "decline"))
BUY_PRIVATE = Topic("buy_private", ("buy_private",))
FORCED_SALE = Topic("forced_sale", ("sell_shares",), round="operating")
BANKRUPT = Topic("bankrupt", ("go_bankrupt",))

# What is urgent comes first: of several topics that are new, the first one is told.
SHARED_TOPICS: tuple[Topic, ...] = (
    ANSWER,
    BANKRUPT,
    FORCED_SALE,
    TRAIN_DUTY,
    DISCARD,
    AUCTION,
    FOUND,
    BUY_SHARE,
    GOAL,
    SELL_SHARES,
    TRACK,
    STATION,
    RUN,
    DIVIDEND,
    TRAIN,
    BUY_PRIVATE,
)
