"""The catalogues: every refusal, event, action and word of the screen has its message in three languages."""

import json
import re
from dataclasses import fields

import pytest

import tielu
from tests.message_codes import (
    PACKAGE,
    PASSED_ON,
    all_sites,
    is_played,
    params_by_code,
    refusal_sites,
    screen_keys,
    sources,
)
from tielu.bots.decision import Reason
from tielu.core.actions import ACTIONS, Action, Amounts, Bid, LayTile, RouteRun, RunTrains
from tielu.core.errors import IllegalAction, InvalidAction
from tielu.core.events import Event, RoundBegan, TrainBought, event_name
from tielu.i18n import (
    LANGUAGES,
    language_of,
    rule,
    rule_text,
    rules,
    say,
    say_action,
    say_error,
    say_event,
    say_kind,
    say_reason,
)
from tielu.i18n.catalogue import PLACEHOLDER, catalogue, fill, plural_category
from tielu.i18n.values import say_money
from tielu.titles.t1880.rules import running as t1880_running
from tielu.titles.t1880.rules.actions import MergeMoney
from tielu.titles.t1880.rules.events import PlayersReseated
from tielu.titles.t1888n.rules import running as t1888_running
from tielu.titles.t1888n.rules.events import PurchaseOffered
from tielu.views.actions.menu import STEPS, describe
from tielu.views.title import TitleView, view_of

EVENTS = sorted((each for each in Event.__subclasses__() if is_played(each.__module__)), key=event_name)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def declared_keys(view: TitleView) -> set[str]:
    """The keys of words that a title names for its pages."""
    keys = {view.about, view.length, view.pair_bonus, view.stop_bonus, view.treasury_place, *view.pass_labels.values()}
    moments = {key for each in view.key_events.values() for key in (each.words, f"{each.words}_more")}
    keys |= {*moments, *view.endings.values(), view.tables.heading, view.tables.legend}
    keys |= {view.auction, view.worth, *view.all_pass.values()}
    return keys - {""}


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


# -- complete, and the same in every language --


@each_language
def test_catalogues_have_the_same_keys(lang):
    """No section and no key is there in one language only; the plurals are those that the language has."""
    forms = {plural_category(count, lang) for count in range(3)}
    assert {name: set(section) for name, section in catalogue(lang).items()} == {
        name: {key for key in section if not key.endswith(".one") or "one" in forms}
        for name, section in catalogue("en").items()
    }


@each_language
def test_catalogues_have_the_same_placeholders(lang):
    """Each message says the same numbers and names in every language."""
    differing = [
        (section, key)
        for section, messages in catalogue("en").items()
        for key, text in messages.items()
        if key in catalogue(lang)[section] and placeholders(text) != placeholders(catalogue(lang)[section][key])
    ]
    assert differing == []


@each_language
def test_plurals_stand_beside_a_text_with_a_number(lang):
    """A form for one thing is a form of a message that says how many, and leaves out nothing but the number."""
    for messages in catalogue(lang).values():
        for key in messages:
            if key.endswith(".one"):
                others = placeholders(messages[key.removesuffix(".one")])
                assert "count" in others
                assert others - {"count"} <= placeholders(messages[key]) <= others


@each_language
def test_no_message_is_empty_or_left_in_english(lang):
    """Every text says something, and German and Japanese sentences are not copies of the English ones."""
    for section, messages in catalogue(lang).items():
        for key, text in messages.items():
            assert text, (section, key)
            if lang != "en" and section in {"errors", "events"} and key != "_at_action":
                assert text != catalogue("en")[section][key], (section, key)


def test_no_language_has_a_key_twice():
    """A key that stands twice, in one file or in those of two titles, would silently lose its first text."""
    seen: set[tuple[str, str, str]] = set()

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(pairs)) == len(pairs), [key for key, _ in pairs]
        return dict(pairs)

    for lang in LANGUAGES:
        for path in [PACKAGE / "i18n" / "catalogues" / f"{lang}.json", *PACKAGE.glob(f"titles/*/messages/{lang}.json")]:
            sections = json.loads(path.read_text("utf-8"), object_pairs_hook=unique)
            keys = {(lang, section, key) for section, texts in sections.items() for key in texts}
            assert not keys & seen, path
            seen |= keys


# -- everything that can be said has its message --


@each_language
def test_every_repair_has_words(lang):
    switches = {repair.switch for title in tielu.TITLES.values() for repair in title.repairs}
    assert set(catalogue(lang)["repairs"]) == switches


def test_refusals_are_found_in_the_source():
    """The reader of the source sees codes and parameters, and says so when it cannot read them off."""
    source = 'illegal("a", rule, x=1)\nInvalidAction("b")\nillegal(code, rule)\nInvalidAction("c", **more)'
    found = [(site.code, site.params) for site in refusal_sites(source, "f")]
    assert found == [("a", {"x"}), ("b", frozenset()), (None, frozenset()), ("c", None)]


def test_every_code_can_be_read_off():
    """A refusal whose code is a variable is entered in PASSED_ON with its codes, or this list would be incomplete."""
    unread = {site.file for site in all_sites() if site.code is None}
    assert unread <= set(PASSED_ON)


@pytest.mark.parametrize("running", [t1880_running, t1888_running], ids=["1880", "1888"])
def test_broken_routes_have_a_rule(running):
    """Each title names a rule for every way in which a route can be broken."""
    broken = {site.code for site in all_sites() if site.file == "routing/model.py" and site.code}
    assert (broken | set(PASSED_ON["routing/model.py"])) - set(running.RUN_RULES) == set()


def test_every_refusal_has_a_message():
    """Each code that the source can raise is in the catalogues."""
    assert set(params_by_code()) - set(catalogue("en")["errors"]) == set()


def test_no_message_for_a_refusal_that_cannot_happen():
    """A code that no longer exists takes its messages with it; those that begin with _ frame others."""
    codes = {code.removesuffix(".one") for code in catalogue("en")["errors"] if not code.startswith("_")}
    assert codes - set(params_by_code()) == set()


def test_refusals_ask_only_for_what_is_passed():
    """Every placeholder of a refusal's message is passed by every place that raises it."""
    params = params_by_code()
    asked = {code: placeholders(catalogue("en")["errors"][code]) for code in params}
    assert {code: asked[code] - params[code] for code in params if asked[code] - params[code]} == {}


@pytest.mark.parametrize("event", EVENTS, ids=event_name)
def test_every_event_has_a_message(event):
    """Each event is in the catalogues, and its message has exactly the event's fields."""
    text = catalogue("en")["events"][event_name(event)]
    assert placeholders(text) == {each.name for each in fields(event)}


def test_no_message_for_an_event_that_cannot_happen():
    """The catalogues have no more events than the source."""
    assert {key.removesuffix(".free") for key in catalogue("en")["events"]} == set(map(event_name, EVENTS))


@pytest.mark.parametrize("kind", ACTIONS)
def test_every_action_has_a_message(kind):
    """Each action has a text and a heading; placeholders are its fields, or the ends of a range."""
    assert say_kind(kind, "en") == catalogue("en")["kinds"][kind]
    names = {each.name for each in fields(ACTIONS[kind])}
    if "amounts" in names:
        names |= {"low", "high"}
        assert f"{kind}.range" in catalogue("en")["actions"]
    own = [key for key in catalogue("en")["actions"] if re.split(r"[.+]", key)[0] == kind]
    assert kind in own
    for key in own:
        assert placeholders(catalogue("en")["actions"][key]) <= names


def test_every_word_of_the_screen_is_there():
    """Each key that the terminal and the commands ask for is in the catalogues."""
    asked = {key for file, source in sources() if not file.startswith("i18n") for key in screen_keys(source)}
    asked |= {f"menu_{name}" for steps in STEPS.values() for name in steps} | {"menu_no_power"}
    asked |= {f"edge_{edge}" for edge in range(6)} | {"ferry_charge"}
    asked |= {key for view in map(view_of, tielu.TITLES) for key in declared_keys(view)}
    assert asked - set(catalogue("en")["ui"]) == set()


def test_every_step_and_round_has_a_word():
    """The names of rounds and of the steps of a turn, which refusals and events mention, have their words."""
    text = "\n".join(source for _, source in sources("titles"))
    assert set(re.findall(r'RoundBegan\("(\w+)"\)', text)) <= set(catalogue("en")["rounds"])
    assert set(re.findall(r'out_of_step\(\w+, "(\w+)"\)', text)) == set(catalogue("en")["steps"])


# -- saying it --


def test_a_refusal_in_three_languages():
    """Code and numbers of a refusal become a sentence."""
    refusal = IllegalAction("bid_too_low", "1880.auction.min-bid-face-value", {"amount": 5, "least": 10})
    assert say_error(refusal, "en") == "A bid of ¥5 is too low; at least ¥10 is needed."
    assert "mindestens ¥10" in say_error(refusal, "de")
    assert "10元以上" in say_error(refusal, "ja")


def test_a_title_may_say_a_refusal_in_its_own_words():
    """The rule tells the title; where a title has no words of its own, those of all titles serve."""
    params = {"price": 100}
    assert "¥100, 90, 80 or 70" in say_error(IllegalAction("par_value", "1880.float.par-values", params), "en")
    assert "¥95, 90, 85, 80, 75 or 70" in say_error(IllegalAction("par_value", "1888.float.par-values", params), "en")
    assert say_error(IllegalAction("train_limit", "1888.trains.no-purchase-at-limit", {"limit": 2}), "de").endswith(
        "Loklimit von 2 ist erreicht."
    )


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [
        ("en", "1 tile can be laid", "2 tiles can be laid"),
        ("de", "1 Plättchen kann gelegt werden", "2 Plättchen können gelegt werden"),
        ("ja", "敷設可能なタイル：1種類", "敷設可能なタイル：2種類"),
        ("fr", "1 tile can be laid", "2 tiles can be laid"),
    ],
)
def test_one_thing_is_said_as_the_language_says_it(lang, one, two):
    """English and German have a form for one, Japanese has none; an unknown language counts in English."""
    assert [say("tiles_to_lay", lang, count=count) for count in (1, 2)] == [one, two]


def test_refusals_and_reasons_have_plurals_too():
    """The number called count decides, in whatever section the message stands."""
    refusals = [IllegalAction("permits_missing", "x", {"count": count}) for count in (1, 2)]
    assert [say_error(each, "en") for each in refusals] == [
        "The founder must choose 1 building permit.",
        "The founder must choose 2 building permits.",
    ]
    reasons = [Reason("lines", {"count": count, "gain": 40}) for count in (1, 12)]
    assert [say_reason(each, "en")[:18] for each in reasons] == ["Tried out once, th", "Tried out 12 times"]


@pytest.mark.parametrize(
    ("key", "number", "says"),
    [
        ("buy_share", "income", "earns nothing now"),
        ("sell", "income", "earns nothing now"),
        ("train_first", "gain", "earns nothing yet"),
        ("lay_earns", "cost", "KLR builds in D7: earns"),
        ("station_holds", "cost", "a marker in D7, before"),
    ],
)
def test_reasons_tell_nothing_without_a_number(key, number, says):
    """What costs or brings ¥0 says so in words."""
    values = {"company": "KLR", "price": 90, "percent": 10, "paid": 80, "train": "2", "hex": "D7"}
    more = {"gain": 4} if number == "cost" else {}
    for amount in (0, 7):
        reason = Reason(key, {**values, **more, number: amount})
        assert (says in say_reason(reason, "en")) == (amount == 0)
        assert [lang for lang in LANGUAGES if re.search(r"(^|\D)0元|¥0", say_reason(reason, lang))] == []


def test_what_is_offered_for_has_its_words():
    """A company offers for a private by its id, or for the train of another company."""
    private, train = PurchaseOffered("LYR", "HS", 100, "Bo"), PurchaseOffered("LYR", "JHR 3", 1, "Bo")
    assert say_event(private, "en") == "LYR offers Bo ¥100 for HS."
    assert say_event(train, "en") == "LYR offers Bo ¥1 for the 3-train of JHR."
    assert say_event(train, "de") == "LYR bietet Bo ¥1 für die 3er-Lok der JHR."
    assert "JHRの3列車" in say_event(train, "ja")


def test_trains_have_their_words():
    """A type of train reads as players say it."""
    event = TrainBought("JHA", "3", "bank", 180)
    assert say_event(event, "en") == "JHA buys a 3-train from the bank for ¥180."
    assert say_event(event, "de") == "JHA kauft von der Bank eine 3er-Lok für ¥180."
    assert say_event(event, "ja") == "JHAが銀行から3列車を180元で購入しました。"
    assert "2+2-Lok" in say_event(TrainBought("JHA", "2+2", "BCR", 1), "de")


def test_rounds_and_lists_have_their_words():
    """A round is named as in the rulebook, and several players are listed as the language does."""
    assert "Betriebsrunde" in say_event(RoundBegan("operating"), "de")
    assert "Ann、Bo" in say_event(PlayersReseated(("Ann", "Bo")), "ja")


def test_actions_in_words():
    """Optional fields are mentioned when given, ranges when offered, and certain choices have a text of their own."""
    assert say_action(LayTile("K13", "57", 2), "en") == "Lay tile 57 in K13, rotation 2"
    assert say_action(LayTile("K13", "57", 2, "P4"), "en").endswith(", with P4")
    assert say_action(Bid("P0", 5, Amounts(5, 60, 5)), "en") == "Bid for P0: ¥5 to ¥60"
    assert say_action(Bid("P0", 5, Amounts(5, 5, 5)), "en") == "Bid ¥5 for P0"
    assert "20%" in say_action(MergeMoney("owner"), "de")
    assert say_action(RunTrains(()), "en") == "Run no train"
    run = RunTrains((RouteRun("2", (("K15", 0), ("K13", 0)), (("K15", "K13"),)),))
    assert say_action(run, "en") == "Run 2-train K15–K13"


def test_a_refused_action_of_a_file_is_named_by_its_number():
    """People count from one."""
    error = InvalidAction("unknown_action", type="jump", index=4)
    assert say_error(error, "en") == "Action 5: There is no action “jump”."


# -- whatever is missing, nothing breaks --


@each_language
def test_missing_values_become_question_marks(lang):
    """A refusal without its numbers is still said."""
    assert "?" in say_error(IllegalAction("bid_too_low", "x", {}), lang)


@each_language
def test_unknown_codes_are_still_said(lang):
    """A code or event without a message shows its name and its values."""
    assert say_error(InvalidAction("no_such_code", n=3), lang) == "no such code (n: 3)"
    assert say_event(Event(), lang) == "event"
    assert say_action(Action(), lang) == ""
    assert say("no_such_key", lang) == "no_such_key"


def test_braces_in_names_are_left_alone():
    """A player called {price} is a name, not a placeholder."""
    assert fill("{player} passes", {"player": "{price}"}) == "{price} passes"


def test_control_characters_are_not_passed_on():
    """What a strange file contains must not command the terminal."""
    assert say_error(InvalidAction("unknown_action", type="\x1b[2J\ud800"), "en") == "There is no action “?[2J?”."


@pytest.mark.parametrize(
    ("wanted", "lang"),
    [("de", "de"), ("de_AT.UTF-8", "de"), ("JA", "ja"), ("ja-JP", "ja"), ("fr", "en"), ("C", "en"), (None, "en")],
)
def test_languages_are_understood_as_systems_write_them(wanted, lang):
    """Anything that we do not speak is English."""
    assert language_of(wanted) == lang


# -- the rules --


@each_language
def test_every_rule_is_there_in_every_language(lang):
    """All rules of the catalogue have a text and a section, and translations are not copies."""
    english = {each.id: each for each in rules("en")}
    titles = {name: sum(rule_id.startswith(f"{name}.") for rule_id in english) for name in tielu.TITLES}
    assert titles == {"1880": 402, "1888": 250}
    for each in rules(lang):
        assert each.text, each.id
        assert each.section, each.id
    if lang != "en":
        same = [each.id for each in rules(lang) if each.text == english[each.id].text]
        assert same == []


@each_language
def test_notes_are_in_the_language_of_the_rule(lang):
    """A rule has a note in every language or in none, and none is left in English."""
    english = {each.id: each.note for each in rules("en")}
    assert any(english.values())
    for each in rules(lang):
        assert bool(each.note) == bool(english[each.id]), each.id
        assert lang == "en" or not each.note or each.note != english[each.id], each.id


def test_refusals_cite_rules_of_the_catalogue():
    """Every rule id that the source names exists."""
    for file, source in sources("titles"):
        for rule_id in re.findall(r'"(18\d\d\.[a-z0-9-]+\.[a-z0-9.-]+)"', source):
            assert rule(rule_id) is not None, f"{file}: {rule_id}"


def test_one_rule():
    """A rule has its text and the editions that print it; an unknown id stands for itself."""
    found = rule("1880.trains.must-own", "de")
    assert found is not None
    assert "Lok" in found.text
    assert found.editions == ("2010", "2022")
    assert rule("1880.no.such") is None
    assert rule("../../secret") is None
    assert rule_text("1880.no.such", "ja") == "1880.no.such"
    assert rule_text("1880.trains.must-own", "xx") == rule_text("1880.trains.must-own", "en")


def test_rules_of_both_titles_are_served():
    """The beginning of the id tells the title; 1888 has one printed edition, which needs no mention."""
    found = rule("1888.export.end-of-or-set", "de")
    assert found is not None
    assert (found.section, found.editions) == ("VIII.3.11 Export von Loks", ())
    assert "Satzes von Betriebsrunden" in found.text
    assert "恒山" in rule_text("1888.heng-shan.data", "ja")


@pytest.mark.parametrize("title", tielu.TITLES)
def test_legal_actions_of_a_game_can_be_said(title):
    """Whatever is offered reads as a line of text."""
    game = tielu.new_game(title, ["Ann", "Bo", "Cy"])
    for lang in LANGUAGES:
        for action in game.legal_actions():
            assert say_action(action, lang)


@pytest.mark.parametrize("title", tielu.TITLES)
def test_what_is_told_in_japanese_has_japanese_marks(title):
    """Parts of a line are joined and set in brackets as Japanese print does it."""
    game = tielu.new_game(title, ["Ann", "Bo", "Cy"])
    lines = [describe(game, action, "ja") for action in game.legal_actions()]
    assert any("（" in line or "、" in line for line in lines)
    assert not [line for line in lines if ", " in line or " (" in line or ": " in line]


@pytest.mark.parametrize(("lang", "debt"), [("en", "−¥176"), ("de", "−¥176"), ("ja", "−176元")])
def test_negative_amounts_have_a_minus_sign(lang, debt):
    """Not a hyphen, in any language."""
    assert say_money(-176, lang) == debt
    assert not say_money(176, lang).startswith("−")
