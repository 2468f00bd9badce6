"""All errors of Tielu, as one family: each says what was wrong by a code with numbers, never in prose.

The catalogues put codes into words. The class says what kind of trouble it is, and so the HTTP status of an answer.
"""

from __future__ import annotations

from typing import Any, ClassVar

from tielu._mypyc import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class TieluError(Exception):
    """Anything that is refused; `code` says what is wrong, and `params` are the names and numbers behind it.

    >>> error = TieluError("wrong_player_count", count=9)
    >>> error.code, error.params, str(error)
    ('wrong_player_count', {'count': 9}, 'wrong_player_count(count=9)')
    """

    status: ClassVar[int] = 400

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), self.code, self.params)

    def __str__(self) -> str:
        return f"{self.code}({_details(self.params)})"


class InvalidInput(TieluError):
    """What was handed in is malformed, or does not name anything that could be meant.

    >>> InvalidInput("unknown_bot", bot="grandmaster").status
    400
    """


class InvalidAction(InvalidInput):
    """What was handed to the engine is malformed: an action, a saved or recorded game, or what a game begins from.

    >>> import tielu
    >>> try:
    ...     tielu.new_game("1880", ["Ann"])
    ... except InvalidAction as error:
    ...     str(error)
    'wrong_player_count(count=1, least=3, most=7)'
    """


class TooLarge(InvalidInput):
    """More was handed in than will be read.

    >>> TooLarge("file_too_large", file="game.json").status
    413
    """

    status: ClassVar[int] = 413


class NotFound(TieluError):
    """What was asked for does not exist, or not any more.

    >>> NotFound("unknown_game").status
    404
    """

    status: ClassVar[int] = 404


class NotAllowed(TieluError):
    """It could be done, but not by whoever asked.

    >>> NotAllowed("not_your_turn", player="Ann").status
    403
    """

    status: ClassVar[int] = 403


class Unavailable(TieluError):
    """It cannot be done now: something that it needs is missing, busy or broken.

    >>> Unavailable("bot_busy").status
    503
    """

    status: ClassVar[int] = 503


class IllegalAction(TieluError):
    """The action is well formed, but rule `rule` forbids it now; `params` are the numbers behind it.

    Most refusals only answer "may this be done?", so the text is made when somebody reads it.

    >>> import tielu
    >>> from tielu.actions import Bid
    >>> try:
    ...     tielu.new_game("1880", ["Ann", "Bo", "Cy"]).apply(Bid("P0", 0))
    ... except IllegalAction as error:
    ...     error.code, error.rule
    ('bid_too_low', '1880.auction.min-bid-face-value')
    """

    status: ClassVar[int] = 422

    def __init__(self, code: str, rule: str, params: dict[str, Any]) -> None:
        Exception.__init__(self, code, rule, params)
        self.code = code
        self.rule = rule
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.rule, self.params)

    def __str__(self) -> str:
        return f"{self.code}({_details(self.params)}) [{self.rule}]"


class RefusedAction(IllegalAction):
    """The rules forbid an action of a recorded game; `index` says which one, `recorded` how it was written.

    >>> import tielu
    >>> saved = {**tielu.new_game("1880", ["Ann", "Bo", "Cy"]).to_json(), "actions": [{"type": "withhold"}]}
    >>> try:
    ...     tielu.Game.from_json(saved)
    ... except RefusedAction as error:
    ...     error.index, error.recorded
    (0, {'type': 'withhold'})
    """

    def __init__(self, refusal: IllegalAction, index: int, recorded: Any) -> None:
        super().__init__(refusal.code, refusal.rule, {**refusal.params, "index": index})
        self.index = index
        self.recorded = recorded

    def __reduce__(self) -> tuple[Any, ...]:
        return RefusedAction, (IllegalAction(self.code, self.rule, self.params), self.index, self.recorded)


def _made_again(kind: type[TieluError], code: str, params: dict[str, Any]) -> TieluError:
    """An unpickled error; its class takes the params by name."""
    return kind(code, **params)


def _details(params: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in params.items())


def illegal(code: str, rule: str, **params: Any) -> IllegalAction:
    """A refusal that cites its rule; the caller raises it, or shows it as the answer to "why not?"."""
    return IllegalAction(code, rule, params)
