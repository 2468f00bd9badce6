"""Reviews as jobs in PostgreSQL: one for each game, done by a worker beside the turns of bots."""

from __future__ import annotations

import psycopg

from tests.web.public_servers import worker
from tests.web.tables_with_bots import until
from tielu.store import Player, Store
from tielu.store.reviews import DONE, STOPPED
from tielu.web.bots.jobs import REVIEWS, BotJobs, connection_string
from tielu.web.review.decisions import decisions_of
from tielu.web.review.jobs import defer_review

PLAYERS = [Player("Ann"), Player("Bo", bot="clerk"), Player("Cy", bot="clerk")]


def jobs_of(url):
    with psycopg.connect(connection_string(url)) as connection:
        query = "SELECT args ->> 'game_id' FROM procrastinate_jobs WHERE queue_name = %s"
        return [game for (game,) in connection.execute(query, [REVIEWS])]


def test_a_worker_makes_the_review(postgres_url, tmp_path):
    """It is deferred once, however often it is asked for; a worker judges the decision and says that it is done."""
    with Store(postgres_url, on_review=defer_review) as store:
        BotJobs(postgres_url).install()
        game = store.create_game("1888", PLAYERS, mode="hot_seat").id
        store.append(game, 0, {"type": "pass"}, 0)
        store.reviews.ask(game)
        store.reviews.end(game, STOPPED)
        store.reviews.ask(game)
        store.reviews.hand_on_all()
        assert jobs_of(postgres_url) == [game]
        with worker(postgres_url, tmp_path / "work.log"):
            until(lambda: store.reviews.state(game) == DONE and not jobs_of(postgres_url))
        found = decisions_of(store, game)
        assert [each.seat for each in found.judged][:1] == [0]


def test_a_deleted_game_leaves_no_job(postgres_url, tmp_path):
    """The worker ends its review, so that no sweep hands it on again."""
    with Store(postgres_url, on_review=defer_review) as store:
        BotJobs(postgres_url).install()
        game = store.create_game("1888", PLAYERS, mode="hot_seat").id
        store.append(game, 0, {"type": "pass"}, 0)
        store.reviews.ask(game)
        store.delete_game(game)
        with worker(postgres_url, tmp_path / "work.log"):
            until(lambda: store.reviews.state(game) == STOPPED and not jobs_of(postgres_url))
        store.reviews.hand_on_all()
        assert jobs_of(postgres_url) == []
