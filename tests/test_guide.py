"""Guided games: every kind of decision that games meet is explained, in three languages, with the numbers at hand."""

import gzip
import json
import re
from collections import Counter
from functools import cache

import pytest

import tielu
from tests.golden_games import FOLDER
from tests.table import Table
from tielu import Action, Game
from tielu.core.actions import Bid, BuyTrain, Pass
from tielu.core.events import DividendPaid, DividendReceived, PrivatePaid
from tielu.i18n import LANGUAGES, rule
from tielu.i18n.catalogue import PLACEHOLDER, catalogue
from tielu.views.actions.guide import GuideContext, say_topic, topics_now
from tielu.views.actions.overview import offered_kinds
from tielu.views.position.decision import step_name
from tielu.views.position.position import position_view
from tielu.views.title import view_of
from tielu.views.topics import SHARED_TOPICS

# Whole games of both titles and all editions, from two to seven players, played by clerks and by others.
GAMES = sorted(FOLDER.glob("**/*.json.gz"))
NOTHING_TO_DECIDE = {"pass"}


def context_of(game: Game) -> GuideContext:
    return GuideContext(game, position_view(game), game.legal_actions())


@cache
def different_decisions(path) -> list[GuideContext]:
    """Of a recorded game, the first position of each kind: another step, other offers, phase or private."""
    data, found = json.loads(gzip.decompress(path.read_bytes()))["game"], {}
    game = Game.from_json({**data, "actions": []})
    for action in data["actions"]:
        actions = game.legal_actions()
        auctioned = next((each.private for each in actions if isinstance(each, Bid)), "")
        key = (step_name(game), frozenset(each.type for each in actions), game.state.current_phase.name, auctioned)
        if key not in found:
            found[key] = context_of(game.clone())
        game.apply_trusted(Action.from_json(action))
    return list(found.values())


def forced_rocket() -> GuideContext:
    """The first 4-train is bought, so the owner of P7 must name a company."""
    table = Table(phase="B2")
    table.depot("4", 5)
    table.company("HKR", "Ann", 20, cash=300, trains=["3"])
    table.company("NJR", "Bo", 20, trains=["3", "3"])
    table.company("BZU", "Bo", 20, trains=["3"])
    table.private("P7", "Bo")
    table.turn("HKR", "trains")
    table.do(BuyTrain("4", "bank", 300))
    return context_of(table.game)


def permit_at_phase_d() -> GuideContext:
    """Phase D begins in the turn of a company without a permit for it, whose director owns P5."""
    table = Table(edition="18xx.games", phase="C3")
    table.depot("8", 2)
    table.company("BZU", "Ann", 20, permits="ABC", cash=800, trains=["6"])
    table.private("P5", "Ann")
    table.turn("BZU", "trains")
    table.do(BuyTrain("8", "bank", 800))
    return context_of(table.game)


# What no recorded game has come to.
RARE = (forced_rocket, permit_at_phase_d)


def all_decisions() -> list[GuideContext]:
    return [each for path in GAMES for each in different_decisions(path)] + [make() for make in RARE]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_every_decision_is_explained(path):
    """Whatever a game asks for has a topic, in full and shortly, in three languages and with every number known."""
    for context in different_decisions(path):
        topics = topics_now(context)
        assert topics or {each.type for each in context.actions} == NOTHING_TO_DECIDE, step_name(context.game)
        for topic in topics:
            for key in (topic.key, f"{topic.key}.short"):
                texts = [say_topic(context, key, lang) for lang in LANGUAGES]
                assert len(set(texts)) == len(LANGUAGES), key
                assert not any(PLACEHOLDER.search(text) or " ?" in text for text in texts), texts


@pytest.mark.parametrize("make", RARE)
def test_rare_decisions_are_explained(make):
    """Those that hardly any game comes to as well."""
    context = make()
    assert topics_now(context)[0].key == {forced_rocket: "rocket_forced", permit_at_phase_d: "permit_now"}[make]
    assert say_topic(context, topics_now(context)[0].key, "en")


def test_every_topic_is_met():
    """No title explains what never comes up, and the catalogues have no text that nobody is told."""
    met = {(context.game.title, topic.key) for context in all_decisions() for topic in topics_now(context)}
    listed = {(title, topic.key) for title in tielu.TITLES for topic in view_of(title).topics}
    assert met == listed
    keys = {key.removesuffix(".short") for key in catalogue("en")["guide"]}
    assert keys == {key for _, key in listed} | {topic.key for topic in SHARED_TOPICS}


def test_every_topic_has_both_texts_and_a_rule():
    """A full and a short text, and in titles with a catalogue of rules one of them, each topic once."""
    texts = catalogue("en")["guide"]
    for title in tielu.TITLES:
        topics = view_of(title).topics
        assert len({topic.key for topic in topics}) == len(topics)
        for topic in topics:
            assert {topic.key, f"{topic.key}.short"} <= set(texts), topic
            assert len(texts[f"{topic.key}.short"]) < len(texts[topic.key]), topic
            assert rule(topic.rule) is not None, topic


def test_numbers_are_those_of_the_position():
    """In 1880 with four players everybody begins with ¥480."""
    context = context_of(tielu.new_game("1880", ["Ann", "Bo", "Cy", "Dee"]))
    topic, *_ = topics_now(context)
    assert "Keep at least ¥140 of your ¥480" in say_topic(context, topic.key, "en")
    assert "現金480元" in say_topic(context, topic.key, "ja")


def payments(path) -> list[int]:
    """How often each private of a recorded game paid."""
    data = json.loads(gzip.decompress(path.read_bytes()))["game"]
    paid: Counter[str] = Counter()
    game = Game.from_json({**data, "actions": []})
    for action in data["actions"]:
        paid.update(
            each.private for each in game.apply_trusted(Action.from_json(action)) if isinstance(each, PrivatePaid)
        )
    return list(paid.values())


def test_what_a_private_brings_over_the_game():
    """Most recorded games of 1880 that came to an end paid five to eight times, which is the range that is told."""
    whole = [path for path in GAMES if re.match(r"1880-.*p-(\d+|whole)\.", path.name)]
    times = [count for path in whole for count in payments(path)]
    assert sum(5 <= count <= 8 for count in times) > 0.75 * len(times) > 0
    contexts = [each for path in GAMES for each in different_decisions(path) if each.game.title == "1880"]
    told = {}
    for context in contexts:
        for private in (each for each in context.position.privates if each.income and each.id == context.auctioned):
            low, high = 5 * private.income, 8 * private.income
            texts = {lang: say_topic(context, f"private_{private.id.lower()}", lang) for lang in LANGUAGES}
            assert f"¥{low} to ¥{high}" in texts["en"]
            assert f"¥{low} bis ¥{high}" in texts["de"]
            assert f"{low}～{high}元" in texts["ja"]
            told[private.id] = texts
    assert sorted(told) == ["P1", "P2", "P3", "P4", "P5"]


def test_dividend_says_what_the_director_gets():
    """The part of whoever decides, not of all."""
    paths = [path for path in GAMES if "2022-3p-101" in path.name]
    context = next(each for each in different_decisions(paths[0]) if step_name(each.game) == "dividend")
    paid = context.game.clone().apply(next(each for each in context.actions if each.type == "pay_dividend"))
    received = [each for each in paid if isinstance(each, DividendReceived) and each.player == context.actor.name]
    own = sum(each.amount for each in received)
    earned = next(each.income for each in paid if isinstance(each, DividendPaid))
    assert f"¥{earned} earned. Paid out, ¥{own} is yours" in say_topic(context, "dividend", "en")


@pytest.mark.parametrize(
    ("step", "rule_id"),
    [
        ("private_offer", "1888.privates.sale-to-company-from-phase-3"),
        ("train_offer", "1888.trains.intercompany"),
    ],
)
def test_offer_is_explained_by_its_own_rule(step, rule_id):
    """Who is asked for a private is not told how trains change hands."""
    (path,) = [path for path in GAMES if "1888-2022-6p-808" in path.name]
    contexts = [each for each in different_decisions(path) if step_name(each.game) == step]
    assert contexts
    assert [{topic.rule for topic in topics_now(each)} for each in contexts] == [{rule_id}] * len(contexts)


# -- what can I do? --


def test_every_kind_of_move_is_listed_once():
    """With how many there are and what they cost; passing comes last, with what it means."""
    for path in GAMES[::4]:
        for context in different_decisions(path)[::3]:
            listed = offered_kinds(context.game, context.actions, "en")
            assert sorted(each.kind for each in listed) == sorted({each.type for each in context.actions})
            passing = Pass() in context.actions
            assert (listed[-1].kind == "pass") == passing
            assert all(each.heading for each in listed)


def test_what_can_be_done_is_told_with_its_cost():
    """In the first share round of 1888-N: six prices for eight companies, the cheapest certificate for ¥140."""
    paths = [path for path in GAMES if "1888-18xx.games-4p-909" in path.name]
    context = next(each for each in different_decisions(paths[0]) if step_name(each.game) == "share_round")
    told = {each.kind: each.told for each in offered_kinds(context.game, context.actions, "en")}
    assert told["found_company"] == "8 choices, costs ¥140 to ¥190"
    assert told["pass"] == "end your turn"
