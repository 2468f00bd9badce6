"""Open games and the people in them; who sees a game, its pace, and whether it is rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017_from_0014"
down_revision = "0016_from_0014"


def upgrade() -> None:
    op.add_column("games", sa.Column("visibility", sa.String(8), nullable=False, server_default="public"))
    op.add_column("games", sa.Column("pace", sa.String(8)))
    op.add_column("games", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "open_games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("title", sa.String(16), nullable=False),
        sa.Column("edition", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("fewest", sa.Integer, nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("time_control", sa.Text),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("bot", sa.String(40)),
        sa.Column("starts_when_full", sa.Boolean, nullable=False),
        sa.Column("undo", sa.String(16), nullable=False),
        sa.Column("spectators_talk", sa.Boolean, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("rematch_of", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="open_games_key"),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name="open_games_of_people"),
    )
    op.create_index("open_games_by_host", "open_games", ["host"])
    op.create_index("open_games_by_game", "open_games", ["game"], unique=True)
    op.create_index("open_games_by_rematch", "open_games", ["rematch_of"], unique=True)
    op.execute("CREATE INDEX open_games_gathering ON open_games (created) WHERE game IS NULL")
    op.create_table(
        "open_game_people",
        sa.Column("open_game", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("open_game", "person", name="open_game_people_key"),
        sa.ForeignKeyConstraint(["open_game"], ["open_games.id"], name="open_game_people_of_open_games"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="open_game_people_of_people"),
    )
    op.create_index("open_game_people_by_person", "open_game_people", ["person"])
