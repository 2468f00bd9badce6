"""What pages show of 18Valley: its components; the rest is as in any title."""

from tielu.views.title import PrintedCompany, TitleView

from .rules import CHART, COMPANIES, HOMES, TRAINS

VIEW = TitleView(
    companies=tuple(PrintedCompany(name, f"{name} Railway", home) for name, home in zip(COMPANIES, HOMES, strict=True)),
    trains=TRAINS,
    train_limits={"1": 2},
    chart=CHART,
    sources=("bank",),
    about="valley_about",
    length="valley_length",
)
