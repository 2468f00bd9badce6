"""The table in the terminal: shows the position and the legal actions, and runs what is typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from tielu import Game, IllegalAction
from tielu.core.actions import ACTIONS, Action
from tielu.core.flow import current_round
from tielu.errors import TieluError
from tielu.files import save_file
from tielu.i18n import LANGUAGES, rule, rule_text, rules, say, say_error, say_kind
from tielu.terminal import rendering
from tielu.terminal.typed_actions import is_typed_action, parse_action, usage
from tielu.views.actions.amounts import with_amount
from tielu.views.actions.menu import MenuChoice, describe, write_menu
from tielu.views.history.log import apply_logged, history
from tielu.views.position.position import position_view

Ask = Callable[[str], str]

# The default number of actions that the command `log` shows.
LOG_LENGTH = 20
_TOO_MANY_DIGITS = 10
_BACK = frozenset({"0", "b", "back"})


class TerminalTable:
    """A game played at one keyboard; `ask` reads a line and raises EOFError at the end of the input."""

    def __init__(self, game: Game, console: Console, ask: Ask, lang: str = "en", autosave: Path | None = None) -> None:
        self.game = game
        self.lang = lang
        self._console = console
        self._ask = ask
        self._autosave = autosave
        self._entries = history(game)
        self._choices: tuple[MenuChoice, ...] = ()
        self._open_choices: tuple[MenuChoice, ...] = ()
        self._last_shown: tuple[str | None, ...] = ()
        self._quitting = False
        self._unsaved = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "why": self._why,
            "undo": self._undo,
            "log": self._log,
            "board": self._board,
            "market": self._market,
            "position": self._position,
            "privates": self._privates,
            "save": self._save,
            "rules": self._rules,
            "lang": self._language,
            "quit": self._quit,
            "exit": self._quit,
        }

    def play(self) -> None:
        """Play until the players quit or the input ends."""
        self._say("welcome")
        self._begin_decision()
        while not self._quitting:
            try:
                line = self._ask(self._prompt())
            except EOFError:
                self._console.print()
                self._quit("")
                return
            self._run_line(line.strip())

    @property
    def _open_choice(self) -> MenuChoice | None:
        """The choice whose list is open or whose amount is asked for, None at the top of the menu."""
        return self._open_choices[-1] if self._open_choices else None

    def _prompt(self) -> str:
        """The prompt: the player, the company they decide for, and the limits of an amount."""
        game = self.game
        who = game.actor or say("game_over", self.lang)
        if game.deciding not in (None, game.actor):
            who += f" ({game.deciding})"
        amounts = self._open_choice.amounts if self._open_choice else None
        if amounts is None:
            return f"{who}> "
        key = "ask_amount" if amounts.step == 1 else "ask_amount_step"
        return f"{who}: {say(key, self.lang, low=amounts.low, high=amounts.high, step=amounts.step)}> "

    def _say(self, key: str, **values: object) -> None:
        self._console.print(say(key, self.lang, **values))

    # -- input --

    def _run_line(self, line: str) -> None:
        """Run a line: a command, numbers of the menu, or an action."""
        # Japanese keyboards may type full-width letters and digits.
        plain = unicodedata.normalize("NFKC", line)
        words = plain.lower().split()
        command = self._commands.get(words[0]) if words else None
        if not words:
            self._show_menu()
        elif command is not None:
            command("".join(line.split(maxsplit=1)[1:]))
        elif self._open_choice and words[0] in _BACK:
            self._open_choices = self._open_choices[:-1]
            self._show_menu()
        elif all(_is_number(word) for word in words):
            self._choose([int(word) for word in words])
        elif is_typed_action(plain):
            self._apply_typed(plain)
        else:
            self._say("not_understood", word=line.split()[0])

    def _choose(self, numbers: list[int]) -> None:
        """Choose by numbers through the nested menu; the last may be an amount."""
        for number in numbers:
            open_choice = self._open_choice
            if open_choice is not None and open_choice.action is not None:
                self._apply(with_amount(open_choice.action, number))
                return
            choices = open_choice.more if open_choice else self._choices
            if not choices:
                self._say("after_the_end")
                return
            if not 1 <= number <= len(choices):
                self._say("no_such_number", number=number, most=len(choices))
                return
            chosen = choices[number - 1]
            if chosen.action is not None and chosen.amounts is None:
                self._apply(chosen.action)
                return
            self._open_choices = (*self._open_choices, chosen)
        self._show_menu()

    def _apply_typed(self, line: str) -> None:
        try:
            self._apply(parse_action(line))
        except TieluError as error:
            self._refuse(error)

    def _apply(self, action: Action) -> None:
        """Take an action and print its events, or the reason why it is not legal."""
        try:
            entry = apply_logged(self.game, action)
        except TieluError as error:
            self._refuse(error)
            return
        self._entries.append(entry)
        self._console.print(rendering.log([entry], self.lang, len(self._entries)), style=rendering.QUIET)
        self._save_automatically()
        self._begin_decision()

    def _refuse(self, error: TieluError) -> None:
        """Print an error, with the text of the rule for an illegal action."""
        self._console.print(say_error(error, self.lang), style="red")
        if isinstance(error, IllegalAction):
            self._say("rule_is", rule=error.rule, text=rule_text(error.rule, self.lang))

    # -- output --

    def _begin_decision(self) -> None:
        """Print the menu, after the position if the player, the company or the round has changed."""
        self._open_choices = ()
        if self.game.finished:
            self._choices = ()
            self._console.print(rendering.standings(self.game.standings(), self.lang))
            self._say("after_the_end")
            return
        self._choices = write_menu(self.game, self.game.legal_actions(), self.lang)
        now = (self.game.actor, self.game.deciding, current_round(self.game.state))
        if now != self._last_shown:
            self._last_shown = now
            self._position("")
        self._show_menu()

    def _show_menu(self) -> None:
        open_choice = self._open_choice
        if open_choice is not None:
            self._console.print(open_choice.label, style="bold")
            if open_choice.action is not None:
                return
        elif self._choices:
            key = "decides" if self.game.deciding == self.game.actor else "decides_for"
            self._console.print(say(key, self.lang, player=self.game.actor, entity=self.game.deciding), style="bold")
        for number, choice in enumerate(open_choice.more if open_choice else self._choices, 1):
            self._console.print(f"{number:>4}  {choice.label}{' …' if choice.more else ''}")
        if open_choice is not None:
            self._console.print(f"{0:>4}  {say('menu_back', self.lang)}", style=rendering.QUIET)

    def _position(self, _: str) -> None:
        self._console.print()
        self._console.print(rendering.position(position_view(self.game), self.lang))

    def _board(self, argument: str) -> None:
        """Print one hex with its neighbours, or all tiles on the map."""
        if argument.upper() in self.game.state.board.hex_index:
            self._console.print(rendering.nearby(self.game, argument.upper(), self.lang))
            return
        self._console.print(rendering.board(position_view(self.game), self.game.state.board, self.lang))

    def _market(self, _: str) -> None:
        self._console.print(rendering.market(position_view(self.game), self.lang))

    def _privates(self, _: str) -> None:
        self._console.print(rendering.privates(position_view(self.game), self.lang))

    def _log(self, argument: str) -> None:
        length = int(argument) if _is_number(argument) else LOG_LENGTH
        entries = self._entries[-length:] if length else []
        if not entries:
            self._say("log_empty")
            return
        self._console.print(rendering.log(entries, self.lang, len(self._entries) - len(entries) + 1))

    def _help(self, _: str) -> None:
        self._say("help")

    # -- other commands --

    def _why(self, line: str) -> None:
        """Print the rule that forbids an action, without taking it."""
        if not line:
            self._say("why_usage")
            self._console.print("\n".join(f"  {usage(kind)}" for kind in ACTIONS), style=rendering.QUIET)
            return
        try:
            action = parse_action(line)
        except TieluError as error:
            self._refuse(error)
            return
        refusal = self.game.why_not(action)
        if refusal is not None:
            self._refuse(refusal)
        else:
            self._say("why_legal", action=describe(self.game, action, self.lang))

    def _undo(self, _: str) -> None:
        try:
            undone = self.game.undo()
        except TieluError as error:
            self._refuse(error)
            return
        self._entries.pop()
        self._say("undone", action=say_kind(undone.type, self.lang))
        self._save_automatically()
        self._last_shown = ()
        self._begin_decision()

    def _save(self, path: str) -> None:
        if not path:
            self._say("save_usage")
            return
        try:
            save_file(Path(path).expanduser(), self.game)
        except TieluError as error:
            self._refuse(error)
            return
        except RuntimeError:
            # The home directory (~) is unknown.
            self._say("save_usage")
            return
        self._unsaved = False
        self._say("saved", file=path)

    def _save_automatically(self) -> None:
        """Save the game to the autosave file, if any; a failure is printed once and ends autosaving."""
        self._unsaved = self._autosave is None
        if self._autosave is None:
            return
        try:
            save_file(self._autosave, self.game)
        except TieluError as error:
            self._autosave, self._unsaved = None, True
            self._refuse(error)

    def _rules(self, argument: str) -> None:
        """Print the rule with this id, or all rules whose id or text contains the argument."""
        one = rule(argument, self.lang)
        found = [one] if one is not None else []
        if not found and argument:
            word = argument.lower()
            found = [each for each in rules(self.lang) if word in each.id or word in each.text.lower()]
        for each in found:
            self._say("rule_is", rule=each.id, text=each.text)
        if not found:
            self._say("rules_usage")

    def _language(self, argument: str) -> None:
        if argument.lower() not in LANGUAGES:
            self._say("lang_usage", known=", ".join(LANGUAGES))
            return
        self.lang = argument.lower()
        self._last_shown = ()
        self._begin_decision()

    def _quit(self, _: str) -> None:
        self._quitting = True
        self._say("goodbye_unsaved" if self._unsaved else "goodbye")


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) < _TOO_MANY_DIGITS
