"""The clock of a game: whatever is played, taken back and handed to bots, time is neither lost nor won."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tielu.clocks import AWAKE, TimeControl, new_clock

NO_TIME, HOUR, DAY = timedelta(0), timedelta(hours=1), timedelta(days=1)
SLOW = TimeControl(2 * DAY, DAY, 3 * DAY, bot="clerk")
LIVE = TimeControl(HOUR, timedelta(seconds=30), bot="clerk")
BEGIN = datetime(2026, 11, 16, 12, tzinfo=UTC)

# Who decides next (None for a bot), after how long, and whether by an undo of theirs instead of an action.
steps = st.lists(
    st.tuples(st.sampled_from([0, 1, 2, None]), st.timedeltas(NO_TIME, 30 * HOUR), st.booleans()), max_size=30
)


@given(st.sampled_from([SLOW, LIVE]), steps)
def test_only_who_decides_uses_time(control, played):
    """What somebody has is never less than nothing, over days never above the most, and changes on their turns only."""
    clock, now = new_clock(control, 3).begun(0, AWAKE, BEGIN), BEGIN
    for seq, (actor, pause, undo) in enumerate(played, 1):
        before, now = clock, now + pause
        if clock.deadline is not None and clock.deadline <= now:
            clock = before = clock.over(now)
        if undo and actor is not None:
            clock = clock.taken_back(seq, 0, actor, actor, AWAKE, now)
        else:
            clock = clock.turned(seq, actor, AWAKE, now)
        assert clock.seat == actor
        for seat in range(3):
            left, then = clock.seats[seat].left, before.seats[seat].left
            assert NO_TIME <= left <= (control.most or HOUR + 30 * control.per_turn)
            if seat != before.seat:
                assert left == max(then, control.per_turn if seat == actor and not undo else NO_TIME)
            else:
                assert left <= max(NO_TIME, then - pause) + control.per_turn


@given(st.timedeltas(NO_TIME, 30 * HOUR), st.integers(1, 20))
def test_nobody_gets_time_by_taking_back_their_own_move(pause, times):
    """However often: one move adds time once, and all that was used in between stays used."""
    clock, now = new_clock(SLOW, 2).begun(0, AWAKE, BEGIN), BEGIN + HOUR
    clock = clock.turned(1, 1, AWAKE, now)
    most = clock.seats[0].left
    for number in range(times):
        clock = clock.taken_back(2 * number + 2, 0, 0, 0, AWAKE, now)
        now += pause / times
        clock = clock.turned(2 * number + 3, 1, AWAKE, now)
    assert clock.seats[0].left <= most


def test_a_step_taken_back_within_a_turn_changes_nothing():
    """A misclick costs the time it takes, and no more."""
    clock = new_clock(SLOW, 2).begun(0, AWAKE, BEGIN)
    clock = clock.turned(1, 0, AWAKE, BEGIN + HOUR).taken_back(2, 0, 0, 0, AWAKE, BEGIN + 2 * HOUR)
    assert clock.turned(3, 1, AWAKE, BEGIN + 3 * HOUR).seats[0].left == 69 * HOUR


def test_time_is_over_at_the_deadline():
    """And then stays so until the turn is, which adds what every turn adds."""
    clock = new_clock(SLOW, 2).begun(0, AWAKE, BEGIN)
    assert (clock.deadline, clock.left(0, BEGIN + 5 * DAY)) == (BEGIN + 2 * DAY, NO_TIME)
    late = clock.over(BEGIN + 2 * DAY)
    assert (late.deadline, late.runs, late.left(0, BEGIN + 9 * DAY)) == (None, False, NO_TIME)
    later = late.turned(1, 0, AWAKE, BEGIN + 9 * DAY)
    assert (later.expired, later.turned(2, 1, AWAKE, BEGIN + 9 * DAY).seats[0].left) == (BEGIN + 2 * DAY, DAY)
