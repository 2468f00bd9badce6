"""Steps that only a private's power keeps open: the table passes them, nothing is lost, and everything is recorded."""

import gzip
import json
from pathlib import Path

import pytest

from tests.web.tables_with_bots import table, until
from tielu import Game
from tielu.core.actions import Pass
from tielu.errors import NotAllowed
from tielu.store import Player
from tielu.views.actions.empty_steps import empty_steps_ahead, is_empty_step
from tielu.web.table.entries import append_entry, skip_empty_steps

GOLDEN = Path(__file__).parents[1] / "golden"
# Eli buys a train; in the turn after it Cy has the Rocket, and nothing to build, to place or to run.
ROCKET, BEFORE_ROCKET = "1880-2022-5p-202", 182
EXCHANGE = {"type": "exchange_rocket", "company": "NXR"}
# Companies buy privates from players and build with them, before and after steps that only these keep open.
PRIVATES, BEFORE_PRIVATES = "1888-2022-6p-808", 180


def recorded(name):
    return json.loads(gzip.decompress((GOLDEN / f"{name}.json.gz").read_bytes()))["game"]


def begin(store, name, count, mode="hot_seat", bots=(), skips=True, **more):
    """A recorded game after so many actions, on seats that skip empty steps."""
    saved = recorded(name)
    seats = [Player(each, "en", "clerk" if each in bots else None, skips) for each in saved["players"]]
    return store.import_game({**saved, "actions": saved["actions"][:count]}, seats, mode=mode, **more)


def at_rocket(store, **more):
    """Eli has bought the train, so it is Cy's turn."""
    made = begin(store, ROCKET, BEFORE_ROCKET, **more)
    game = store.load(made.id).game
    action = recorded(ROCKET)["actions"][BEFORE_ROCKET]
    append_entry(store, made.id, BEFORE_ROCKET, action, game.players.index("Eli"))
    return made


def automatic(store, game_id):
    return sorted(store.read(game_id).automatic_entries)


def test_empty_steps_are_passed_and_the_next_choice_is_asked(store):
    """Track, station and run of a company without a train are passed for Cy, its trains are not."""
    made = at_rocket(store)
    assert automatic(store, made.id) == [184, 185, 186]
    game = store.load(made.id).game
    assert (game.actor, game.deciding) == ("Cy", "NXR")
    assert game.actions[-3:] == [Pass(), Pass(), Pass()]
    assert not is_empty_step(game)
    assert [seat for seat, _ in store.read(made.id).times[-3:]] == [game.players.index("Cy")] * 3


def test_saved_game_has_the_passes_as_actions(store):
    """Whoever replays the file knows nothing of empty steps, and comes to the same position."""
    made = at_rocket(store)
    saved = store.export_log(made.id)
    assert Game.from_json(saved).snapshot() == store.load(made.id).game.snapshot()


def test_power_is_used_where_the_table_has_passed(store, browser):
    """One press on the private of the player's card: the passes are taken back, and the Rocket is exchanged."""
    made = at_rocket(store)
    browser.get(f"/games/{made.id}")
    ticket = browser.page[browser.page.index('<button class="ticket"') :].partition("</button>")[0]
    assert "exchange_rocket" in ticket
    assert ticket.endswith("P7")
    browser.send(f"/games/{made.id}/act", {"seq": browser.seq, "action": json.dumps(EXCHANGE)})
    saved = recorded(ROCKET)
    expected = Game.from_json({**saved, "actions": saved["actions"][: BEFORE_ROCKET + 2]})
    assert store.load(made.id).game == expected
    assert automatic(store, made.id) == []


@pytest.mark.parametrize(("name", "first", "count"), [(ROCKET, 180, 6), (PRIVATES, BEFORE_PRIVATES, 50)])
def test_recorded_game_can_be_played_as_it_was(store, name, first, count):
    """What people did with their powers is possible with skipping, too, and leads to the same game."""
    made, saved = begin(store, name, first), recorded(name)
    for number in range(first, first + count):
        loaded = store.load(made.id)
        if len(loaded.game.actions) <= number or saved["actions"][number]["type"] != "pass":
            seat = loaded.game.players.index(loaded.game.actor)
            append_entry(store, made.id, loaded.seq, saved["actions"][number], seat)
        done = store.load(made.id).game.actions
        assert [each.to_json() for each in done[: number + 1]] == saved["actions"][: number + 1]
        assert all(each == Pass() for each in done[number + 1 :])


def test_undo_takes_the_passes_back_with_the_action_before(store, browser):
    """After one undo Eli decides again."""
    made = at_rocket(store)
    browser.get(f"/games/{made.id}")
    undo = next(each for each in browser.buttons if '"undo"' in each)
    assert json.loads(undo)["to"] == BEFORE_ROCKET
    browser.send(f"/games/{made.id}/act", {"seq": browser.seq, "action": undo})
    assert store.load(made.id).game.actor == "Eli"
    assert automatic(store, made.id) == []


def test_passes_for_others_do_not_keep_a_player_from_undoing(store):
    """Where players undo their own actions, Eli may take the purchase back although the table has passed for Cy."""
    made = at_rocket(store, mode="links", undo="own")
    eli, cy = (store.game(made.id).players.index(name) for name in ("Eli", "Cy"))
    assert store.read(made.id).may_undo(BEFORE_ROCKET, eli)
    assert not store.read(made.id).may_undo(BEFORE_ROCKET, cy)


@pytest.mark.parametrize("undo", ["none", "consent", "own"])
def test_rocket_can_be_used_under_every_rule_of_undo(store, undo):
    """What the table has passed for a seat, that seat may take back, and nobody else."""
    made = at_rocket(store, mode="links", undo=undo)
    eli, cy = (store.game(made.id).players.index(name) for name in ("Eli", "Cy"))
    with pytest.raises(NotAllowed):
        append_entry(store, made.id, 186, EXCHANGE, eli)
    append_entry(store, made.id, 186, EXCHANGE, cy)
    assert store.load(made.id).game.actions[-1].to_json() == EXCHANGE


def test_power_that_came_with_the_last_step_is_asked_for(store):
    """Privates that a company may buy only since it has bought a train: the last step of the turn is not passed."""
    made = begin(store, PRIVATES, 185)
    append_entry(store, made.id, 185, recorded(PRIVATES)["actions"][185], 0)
    game = store.load(made.id).game
    assert is_empty_step(game)
    assert empty_steps_ahead(game, None) == 0
    assert automatic(store, made.id) == []


def test_turn_ends_by_itself_after_a_pass(store):
    """Fay could buy the same privates when she passed the trains; after a purchase she is asked once more."""
    made = begin(store, PRIVATES, 224)
    fay = store.game(made.id).players.index("Fay")
    append_entry(store, made.id, 224, {"type": "pass"}, fay)
    assert automatic(store, made.id) == [226]
    assert store.load(made.id).game.deciding == "SSL"
    again = begin(store, PRIVATES, 224)
    append_entry(store, again.id, 224, recorded(PRIVATES)["actions"][224], fay)
    assert automatic(store, again.id) == []
    assert store.load(again.id).game.deciding == "CDL"


def test_whoever_wants_to_be_asked_is_asked(store, browser):
    """The switch in the settings of the table; switched on again, it passes at once."""
    made = begin(store, ROCKET, BEFORE_ROCKET)
    browser.get(f"/games/{made.id}")
    assert "Ask me" in browser.page
    browser.send(f"/games/{made.id}/empty-steps", {"skip": ""})
    assert "Pass for me" in browser.page
    append_entry(store, made.id, BEFORE_ROCKET, recorded(ROCKET)["actions"][BEFORE_ROCKET], 0)
    assert automatic(store, made.id) == []
    browser.get(f"/games/{made.id}")
    browser.send(f"/games/{made.id}/empty-steps", {"skip": "yes"})
    assert automatic(store, made.id) == [184, 185, 186]


def test_each_seat_with_a_link_chooses_for_itself(store, browser, other):
    """Eli's wish is not Cy's; spectators have none."""
    made = begin(store, ROCKET, BEFORE_ROCKET, mode="links")
    eli = store.game(made.id).players.index("Eli")
    browser.get(f"/games/{made.id}/seat/{made.secrets[eli]}")
    browser.get(f"/games/{made.id}")
    browser.send(f"/games/{made.id}/empty-steps", {"skip": ""})
    assert [seat.name for seat in store.game(made.id).seats if not seat.skips_empty_steps] == ["Eli"]
    other.get(f"/games/{made.id}")
    assert "empty-steps" not in other.page
    assert other.send(f"/games/{made.id}/empty-steps", {"skip": ""}).status_code == 403


def test_log_says_that_a_pass_went_by_itself(store, browser):
    """In the log of the page, and for programs."""
    made = at_rocket(store)
    assert browser.get(f"/games/{made.id}").text.count("Went by itself.") == 3
    entries = browser.client.get(f"/api/games/{made.id}/entries?since=182").json()
    assert [each["automatic"] for each in entries] == [False, True, True, True]


def test_new_games_skip_unless_a_program_makes_them(store, browser):
    """A game made on the start page skips; one of the API only where it says so."""
    browser.new_game()
    (info,) = store.list_games().games
    assert all(seat.skips_empty_steps for seat in info.seats)
    players = ["Ann", {"name": "Bo", "skips_empty_steps": True}, "Cy"]
    made = browser.client.post("/api/games", json={"title": "1880", "players": players}).json()
    assert [seat.skips_empty_steps for seat in store.game(made["id"]).seats] == [False, True, False]


def test_empty_steps_after_a_bot_are_passed(store):
    """Eli is a bot, and Cy need not be there."""
    with table(store):
        made = begin(store, ROCKET, BEFORE_ROCKET, bots=("Eli",))
        until(lambda: automatic(store, made.id))
        assert store.load(made.id).game.actor == "Cy"


def test_nothing_is_passed_for_a_bot(store):
    """Bots decide for themselves."""
    made = begin(store, ROCKET, BEFORE_ROCKET + 1, bots=("Cy",))
    assert skip_empty_steps(store, made.id) == BEFORE_ROCKET + 1
