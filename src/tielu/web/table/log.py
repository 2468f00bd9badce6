"""The log of a game as pages show it: rounds, the turns in them, and what was taken back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from tielu import Action
from tielu.i18n import say, say_action, say_reason
from tielu.store import BotReason, Store, StoredGame, Undone
from tielu.views.history.chronicle import Chronicle
from tielu.views.history.event_rules import CitedRule, cited_rules
from tielu.views.history.log import LogEntry
from tielu.views.history.sentences import news, say_round, sentences, summary
from tielu.views.history.skipped import SkippedSteps, skipped_steps
from tielu.views.position.board import place_name
from tielu.web.recently_used import RecentlyUsed

# How many actions are kept in words: pages show the same ones again and again.
_MOST_WORDED = 8192
# Reasons that tell no more than the move itself does.
_DULL_REASONS = frozenset({"only_choice", "pass", "random", "run"})
# Which of the actions of a turn matters most; all others lie between the last two.
_MATTER_MOST = ("buy_train", "found_company", "withhold", "place_station")
_MATTERS_LEAST = "lay_tile"


@dataclass(frozen=True)
class LogLine:
    """An effective action: its entry, who took it for whom, what happened, and the rules behind that.

    `reason` tells why a bot took it, or that the table did; it is empty for a person.
    """

    seq: int
    actor: str
    deciding: str
    action: str
    sentences: tuple[str, ...]
    rules: tuple[CitedRule, ...]
    reason: str
    at: datetime | None


@dataclass(frozen=True)
class _Wording:
    """An entry of the chronicle in words: the action, what happened, and the rules behind that."""

    entry: LogEntry
    action: str
    sentences: tuple[str, ...]
    rules: tuple[CitedRule, ...]


_WORDINGS: RecentlyUsed[_Wording] = RecentlyUsed(_MOST_WORDED)


@dataclass(frozen=True)
class LogTurn:
    """What somebody did at a stretch for a company, or for themselves: the lines in their order.

    A turn of a bot is folded into its `summary`, with the `news` for everybody and the one `reason` that tells most.
    """

    deciding: str
    actor: str
    lines: tuple[LogLine, ...]
    summary: str
    news: tuple[str, ...]
    reason: str
    is_folded: bool

    @property
    def seq(self) -> int:
        return self.lines[-1].seq


@dataclass(frozen=True)
class LogUndo:
    """What has been taken back, or brought back if `is_redo`, and by whom, if that is known.

    `redo_to` leads to before it, if the reader may go there.
    """

    seq: int
    player: str
    actions: tuple[str, ...]
    is_redo: bool
    redo_to: int | None
    at: datetime | None


@dataclass(frozen=True)
class LogBoardStart:
    """Where a what-if board begins: what stands before comes from its game."""

    seq: int


LogBlock = LogTurn | LogUndo | LogBoardStart


@dataclass(frozen=True)
class LogRound:
    """The turns and undos of a round, the last one first; `number` counts the rounds of the game from 0."""

    number: int
    name: str
    blocks: tuple[LogBlock, ...]


@dataclass(frozen=True)
class LogFilter:
    """Which lines a reader looks for; an empty field leaves none out."""

    text: str = ""
    company: str = ""
    player: str = ""
    round: int | None = None

    @property
    def searches(self) -> bool:
        return bool(self.text or self.company or self.player)

    def fits(self, entry: LogEntry, told: Sequence[str]) -> bool:
        """Whether this is what the reader looks for; companies and players also count where they are mentioned."""
        named = {entry.actor, entry.deciding}
        named |= {value for event in entry.events for value in event.params().values() if isinstance(value, str)}
        wanted = {each for each in (self.company, self.player) if each}
        return wanted <= named and self.text.casefold() in " ".join((*told, *named)).casefold()


class GameLog:
    """The log of a game after entry `at`, from which parts are put into words on demand.

    `entries` are the numbers of the entries whose actions are in effect. Reasons are read from action `since` on.
    `reader` is the seat that is told which of its entries were automatic moves.
    """

    def __init__(
        self,
        store: Store,
        stored: StoredGame,
        chronicle: Chronicle,
        entries: Sequence[int],
        at: int,
        lang: str,
        since: int = 0,
        reader: int | None = None,
    ) -> None:
        self._info, self._chronicle, self._entries, self._lang = stored.info, chronicle, entries, lang
        self.times = stored.times
        self._undone = stored.undone(at)
        self._reasons = store.reasons(stored.info.id, entries[since - 1] if since else 0)
        # Nobody but their player learns which entries automatic moves have made.
        self._programmed = frozenset() if reader is None else store.automatic.entries(stored.info.id, reader)
        self.automatic = stored.automatic_entries | self._programmed
        self._begins, self.round_names = _rounds_of(chronicle, lang)

    def rounds(self, shown: range, chosen: LogFilter | None = None, redo_to: int | None = None) -> tuple[LogRound, ...]:
        """The rounds of the actions with these indices, the last one first."""
        chosen = chosen or LogFilter()
        numbered: list[tuple[int, LogBlock]] = []
        numbered += [(self._round_of(index), turn) for index, turn in self._turns(shown, chosen)]
        if not chosen.searches:
            numbered += self._undos(shown, redo_to)
            numbered += self._board_start(shown)
        numbered.sort(key=lambda each: (each[0], each[1].seq, isinstance(each[1], LogBoardStart)), reverse=True)
        return tuple(
            LogRound(number, self.round_names[number], tuple(block for _, block in blocks))
            for number, blocks in groupby(numbered, lambda each: each[0])
        )

    @property
    def length(self) -> int:
        """How many actions are in effect."""
        return len(self._entries)

    @property
    def round_start(self) -> int:
        """The entry before the first action of the last round."""
        first = self._begins[-1]
        return self._entries[first - 1] if first else 0

    def actions_of(self, first: int, last: int) -> range:
        """The indices of the actions in rounds `first` to `last`."""
        begins = [*self._begins, len(self._entries)]
        return range(begins[first], begins[last + 1])

    def _round_of(self, index: int) -> int:
        """The number of the round in which an action was taken."""
        return bisect_right(self._begins, index) - 1

    def _turns(self, shown: range, chosen: LogFilter) -> Iterable[tuple[int, LogTurn]]:
        """The turns with lines that the reader looks for, each with the index of its last action."""

        copied = 0 if self._info.origin is None else self._info.origin.entries

        def turn(index: int) -> tuple[int, str, str, bool]:
            entry = self._entry(index)
            return self._round_of(index), entry.deciding, entry.actor, self._entries[index] > copied

        for _, indices in groupby(shown, turn):
            fitting = [index for index in indices if not chosen.searches or self._fits(index, chosen)]
            if fitting:
                yield fitting[-1], self._turn(fitting)

    def _fits(self, index: int, chosen: LogFilter) -> bool:
        entry = self._entry(index)
        return chosen.fits(entry, (*sentences(entry, self._lang), *self._places(entry)))

    def _places(self, entry: LogEntry) -> Iterable[str]:
        """The names of the places that an entry tells of, under which people look for it."""
        board = self._chronicle.game.state.board
        told = [value for event in entry.events for value in event.params().values() if isinstance(value, str)]
        return [place_name(board, value, self._lang) for value in told if value in board.hex_index]

    def _entry(self, index: int) -> LogEntry:
        return self._chronicle.entries[index]

    def _turn(self, indices: Sequence[int]) -> LogTurn:
        entries = [self._entry(index) for index in indices]
        reasons = [self._reasons.get(self._entries[index]) for index in indices]
        actions = [entry.action for entry in entries]
        return LogTurn(
            entries[0].deciding,
            entries[0].actor,
            tuple(self._line(index) for index in indices),
            summary(entries, self._lang),
            news(entries, self._info.title, self._lang),
            self._say_main_reason(actions, reasons),
            all(reasons),
        )

    def _line(self, index: int) -> LogLine:
        entry, seq, said = self._entry(index), self._entries[index], self._wording(index)
        return LogLine(
            seq, entry.actor, entry.deciding, said.action, said.sentences, said.rules, self._why(seq), self._time(seq)
        )

    def _wording(self, index: int) -> _Wording:
        """An action in words; those of another chronicle, as with other names at the table, do not count."""
        entry, skipped = self._entry(index), skipped_steps(self._chronicle, index)
        key = (self._info.id, self._entries[index], id(entry), skipped, self._lang)
        return _WORDINGS.get(key, lambda: self._worded(entry, skipped))

    def _worded(self, entry: LogEntry, skipped: SkippedSteps) -> _Wording:
        return _Wording(
            entry,  # kept, so that no other one has its identity
            say_action(entry.action, self._lang),
            sentences(entry, self._lang, skipped),
            cited_rules(self._chronicle.game.title, entry.events, self._lang),
        )

    def _why(self, seq: int) -> str:
        """Why a bot made the entry, or that the table or an automatic move did; empty for a person."""
        if seq in self._programmed:
            return say("web_automatic_made", self._lang)
        if seq in self.automatic:
            return say("web_passed_by_itself", self._lang)
        return say_reason(self._reasons[seq], self._lang) if seq in self._reasons else ""

    def _say_main_reason(self, actions: Sequence[Action], reasons: Sequence[BotReason | None]) -> str:
        """Why a bot made the move that mattered most in its turn."""
        telling = [
            (_rank(action), reason)
            for action, reason in zip(actions, reasons, strict=True)
            if reason is not None and reason.key not in _DULL_REASONS
        ]
        return say_reason(min(telling, key=itemgetter(0))[1], self._lang) if telling else ""

    def _time(self, seq: int) -> datetime | None:
        """When an entry was made; entries of a file that was opened have no time of their own."""
        at = self.times[seq - 1][1]
        return None if at <= self._info.created else at

    def _undos(self, shown: range, redo_to: int | None) -> Iterable[tuple[int, LogUndo]]:
        """What was taken back among these actions, each with the number of its round."""
        since = self._entries[shown.start - 1] if shown.start else 0
        until = self._entries[shown.stop] if shown.stop < len(self._entries) else len(self.times) + 1
        for undone in self._undone:
            if since < undone.seq < until:
                index = bisect_right(self._entries, undone.seq) - 1
                yield self._round_of(max(0, index)), self._undo(undone, redo_to)

    def _board_start(self, shown: range) -> Iterable[tuple[int, LogBoardStart]]:
        """Where the board begins, if the last action of its game is among these, with the number of its round."""
        copied = 0 if self._info.origin is None else self._info.origin.entries
        index = bisect_right(self._entries, copied) - 1
        if copied and index in shown and self._entries[index] == copied:
            yield self._round_of(index), LogBoardStart(copied)

    def _undo(self, undone: Undone, redo_to: int | None) -> LogUndo:
        seat, changed = self.times[undone.seq - 1][0], undone.taken or undone.restored
        # At one screen nobody knows who pressed the button.
        player = self._info.players[seat] if self._info.mode == "links" else ""
        return LogUndo(
            undone.seq,
            player,
            tuple(self._say_of(self._info.players[each], player, action) for _, action, each in changed),
            not undone.taken,
            redo_to if undone.taken and redo_to == undone.seq - 1 else None,
            self._time(undone.seq),
        )

    def _say_of(self, actor: str, player: str, action: Action) -> str:
        """An action, with who took it unless that is the player who is named already."""
        said = say_action(action, self._lang)
        return said if actor == player else f"{actor}: {said}"


def _rounds_of(chronicle: Chronicle, lang: str) -> tuple[list[int], list[str]]:
    """The index of the first action of each round and its name; a round that was interrupted goes on as another."""
    began = {moment.actions: moment for moment in chronicle.moments}
    numbers: dict[str, int] = {}
    begins, names, present = [0], [""], ""
    for index, entry in enumerate(chronicle.entries):
        if index in began:
            numbers[began[index].round] = began[index].number
        if index and (index in began or entry.round != present):
            begins.append(index)
            names.append("")
        present = entry.round
        names[-1] = names[-1] or say_round(present, numbers.get(present, 1), lang)
    return begins, names


def _rank(action: Action) -> int:
    """The less, the more an action matters."""
    if action.type in _MATTER_MOST:
        return _MATTER_MOST.index(action.type)
    return len(_MATTER_MOST) + (action.type == _MATTERS_LEAST)
