"""Every lesson: its position, its solution, its mistakes, and its words in every language."""

import re

import pytest

from tests.lessons.walks import KEYS, LESSONS, begun, walked
from tielu import TITLES, Game
from tielu.core.actions import BuyTrain, Pass
from tielu.i18n import LANGUAGES, rule
from tielu.i18n.catalogue import PLACEHOLDER, title_messages
from tielu.lessons import find_lesson, lessons_of, progress_of, say_explanation, shown_action, words_of
from tielu.lessons.progress import ASTRAY, REACHED, LessonProgress
from tielu.store.schema import LONGEST_ID

# Its first goal can be reached off the path of the lesson.
AUCTION = next(each for each in LESSONS if each.key == "1888/auction")

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=KEYS)
# A name of a player within a word of another script, where somebody replaced too much.
WITHIN_WORD = re.compile(r"(Mei|Bo|Kai)[ァ-ヺー]|[ァ-ヺー](Mei|Bo|Kai)")
# What fits on a phone beside the table, by language: the task, and everything else.
LONGEST = {"en": (160, 230), "de": (185, 265), "ja": (85, 125)}


def texts_of(words):
    """All texts of a lesson by where they stand."""
    found = {"name": words.name, "about": words.about, "intro": words.intro}
    for number, step in enumerate(words.steps):
        found[f"{number}.task"] = step.task
        found |= {f"{number}.{name}": text for name, text in step.notes.items()}
        found |= {f"{number}.{name}.task": text for name, text in step.then.items()}
    return found


@each_lesson
def test_the_position_is_played_by_the_present_rules(lesson):
    """It replays, verified, by the newest revision, and then the learner decides."""
    game = begun(lesson)
    assert Game.from_json(game.to_json()) == game
    assert game.revision == TITLES[lesson.title].revision
    assert game.actor == game.players[lesson.seat]


@each_lesson
def test_the_solution_reaches_each_goal_and_not_before(lesson):
    """After the last action of a step its goal is reached, after those before it is not, and that is explained."""
    ways = [(number, action) for number, step in enumerate(lesson.steps) for action in step.solution]
    found = walked(lesson, [action for _, action in ways])
    for (number, _), (_, progress), (following, _) in zip(
        ways, found, [*ways[1:], (len(lesson.steps), None)], strict=True
    ):
        assert progress.reached == following
        if number != following:
            assert progress.explanation is not None
            assert (progress.explanation.step, progress.explanation.name) == (number, REACHED)
        else:  # half of it is done, which must not look like a mistake
            assert progress.explanation is not None
            assert progress.explanation.underway
    assert found[-1][1].done


@each_lesson
def test_two_or_three_decisions(lesson):
    """A lesson is short."""
    assert 2 <= len(lesson.steps) <= 3
    assert sum(len(step.solution) for step in lesson.steps) <= 5


@each_lesson
def test_a_mistake_is_explained(lesson):
    """It is legal, it does not reach the goal, and it has a note of its own; taking it back leads to the start."""
    assert lesson.mistakes
    for mistake in lesson.mistakes:
        game, progress = walked(lesson, mistake.actions)[-1]
        assert not progress.done
        assert progress.explanation is not None
        assert progress.explanation.name == mistake.note
        assert not progress.explanation.underway
        assert "?" not in {say_explanation(lesson, progress.explanation, lang) for lang in LANGUAGES}
        start = len(lesson.position["actions"])
        game.rewind(start)
        assert progress_of(lesson, game, start).explanation is None


@each_lesson
def test_the_solution_is_shown_when_asked_for(lesson):
    """In each position of the solution the learner can be shown the next move."""
    actions = [action for step in lesson.steps for action in step.solution]
    game, progress = begun(lesson), progress_of(lesson, begun(lesson), len(lesson.position["actions"]))
    for number, action in enumerate(actions):
        assert shown_action(lesson, game, progress) == action
        game, progress = walked(lesson, actions[: number + 1])[-1]
    assert shown_action(lesson, game, progress) is None


@each_lesson
def test_any_legal_action_has_an_explanation(lesson):
    """Whatever the learner tries first is told, by a note or by its events."""
    for action in list(begun(lesson).legal_actions())[:12]:
        _, progress = walked(lesson, [action])[-1]
        assert progress.explanation is not None
        assert progress.explanation.name or progress.explanation.events or isinstance(action, Pass)


@each_lesson
def test_rules_are_those_of_the_title(lesson):
    """Each explanation cites a rule of the catalogue."""
    cited = {lesson.rule} | {step.rule for step in lesson.steps}
    cited |= {note.rule for step in lesson.steps for note in step.notes}
    assert all(rule(each) is not None and each.startswith(f"{lesson.title}.") for each in cited), cited


@pytest.mark.parametrize("lang", LANGUAGES)
@each_lesson
def test_words(lesson, lang):
    """There is a text for everything that can be said, with the same values in every language, and it fits."""
    words = words_of(lesson.title, lesson.name, lang)
    texts, english = texts_of(words), texts_of(words_of(lesson.title, lesson.name, "en"))
    assert texts.keys() == english.keys()
    assert [set(step.notes) for step in words.steps] == [
        {REACHED, *(note.name for note in step.notes)} for step in lesson.steps
    ]
    for step, said in zip(lesson.steps, words.steps, strict=True):
        assert set(said.then) <= {note.name for note in step.notes if note.underway}
    for where, text in texts.items():
        assert text, where
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(english[where])), where
        assert lang == "en" or text != english[where], where
        assert not WITHIN_WORD.search(text), (where, text)
        assert len(text) <= LONGEST[lang][0 if where.endswith("task") else 1], (where, len(text))


@pytest.mark.parametrize("lang", LANGUAGES)
@each_lesson
def test_no_value_is_missing_in_what_is_said(lesson, lang):
    """On the way of the solution every placeholder is filled."""
    for _, progress in walked(lesson, [action for step in lesson.steps for action in step.solution]):
        if progress.explanation is not None and progress.explanation.name:
            said = say_explanation(lesson, progress.explanation, lang)
            assert said
            assert "¥?" not in said
            assert "{" not in said


@pytest.mark.parametrize("title", sorted({lesson.title for lesson in LESSONS}))
def test_no_words_without_a_lesson(title):
    """The files of words have the lessons of the title and no others; the files of lessons are all named."""
    names = [lesson.name for lesson in lessons_of(title)]
    for lang in LANGUAGES:
        assert sorted(title_messages(TITLES[title], f"lessons.{lang}.json")) == sorted(names)


def test_lessons_are_found_by_their_keys():
    """An unknown title or lesson is none."""
    assert find_lesson(LESSONS[0].key) is LESSONS[0]
    assert find_lesson("1880/nothing") is find_lesson("nothing") is find_lesson("other/shares") is None
    assert all(len(key) <= LONGEST_ID for key in KEYS)  # the store keeps them where it keeps ids of games


def name_of(progress: LessonProgress) -> str | None:
    return progress.explanation.name if progress.explanation else None


def test_praise_and_tasks_only_on_the_path_of_the_lesson():
    """Who buys the cheapest private and bids for the ferry afterwards is not told what did not happen."""
    lesson = AUCTION
    game, start = begun(lesson), len(lesson.position["actions"])
    assert progress_of(lesson, game, start).explanation is None
    game.apply({"type": "bid", "private": "KT", "amount": 25})
    assert name_of(progress_of(lesson, game, start)) == "bought"
    game.apply({"type": "pass"})
    game.apply({"type": "pass"})
    game.apply(lesson.steps[0].solution[0])
    progress = progress_of(lesson, game, start)
    assert (progress.reached, name_of(progress)) == (0, ASTRAY)
    assert shown_action(lesson, game, progress) is None
    game.rewind(start)
    assert progress_of(lesson, game, start).explanation is None


def test_nothing_is_shown_off_the_path():
    """Not even a move of the solution that is still legal: it no longer leads to the goal."""
    lesson = AUCTION
    game, start = begun(lesson), len(lesson.position["actions"])
    for bid in ({"private": "KT", "amount": 25}, {"private": "FC", "amount": 155}):
        game.apply({"type": "bid", **bid})
        game.apply(Pass())
        game.apply(Pass())
    progress = progress_of(lesson, game, start)
    assert name_of(progress) == ASTRAY
    assert game.why_not(lesson.steps[0].solution[0]) is None
    assert shown_action(lesson, game, progress) is None


def test_a_goal_reached_too_late_is_off_the_path():
    """Passing first and bidding then leaves the others other choices than the lesson tells of."""
    lesson = AUCTION
    (_, passed), (_, late) = walked(lesson, [Pass(), lesson.steps[0].solution[0]])
    assert name_of(passed) == "passed"
    assert (late.reached, name_of(late)) == (0, ASTRAY)


@pytest.mark.parametrize(("seller", "owner"), [("CDL", "Kai"), ("ZDR", "Kai"), ("HJR", "Bo")])
def test_praise_names_whoever_sold_the_train(seller, owner):
    """Another director than the one the task names may sell, and is the one who accepted."""
    lesson = next(each for each in LESSONS if each.key == "1888/trains")
    offer = BuyTrain("3", seller, 40)
    _, progress = walked(lesson, [*lesson.steps[0].solution, offer])[-1]
    assert progress.done
    assert progress.explanation is not None
    for lang in LANGUAGES:
        assert say_explanation(lesson, progress.explanation, lang).startswith(owner)
