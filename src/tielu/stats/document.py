"""Statistics as one HTML file that stands alone: charts, and the tables below them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tielu.i18n import say
from tielu.i18n.values import title_label
from tielu.stats.charts import charts_of
from tielu.stats.tables import StatsTable, tables_of
from tielu.stats.tally import Tally

_STYLE = """
:root{color-scheme:light dark;--ink:light-dark(#221f1a,#f3ecde);--quiet:light-dark(#5d5548,#bcb19d);
--line:light-dark(#ddd2bd,#37322a);--sheet:light-dark(#fdfaf3,#1f1c18);--ground:light-dark(#efe8da,#14120f)}
body{margin:0 auto;max-width:1080px;padding:24px 16px 60px;font:16px/1.5 system-ui,sans-serif;color:var(--ink);
background:var(--ground)}
section{background:var(--sheet);border-radius:12px;padding:16px 20px;margin:16px 0;overflow-x:auto}
h1,h2,h3{line-height:1.2;margin:0 0 6px}p{margin:0 0 10px;color:var(--quiet)}
.charts{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr))}
.charts section{margin:0}svg{width:100%;height:auto;display:block;border-radius:8px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:5px 8px;text-align:end;border-top:1px solid var(--line);font-weight:400}
th:first-child{text-align:start;font-weight:600}thead th{border:0;color:var(--quiet);font-size:14px}
"""


def document(tallies: Iterable[Tally], lang: str) -> str:
    """The HTML of these tallies; nothing in it is fetched from elsewhere."""
    parts = [_title(tally, lang) for tally in tallies if tally.games]
    heading = escape(say("stats_heading", lang))
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{heading} – Tielu</title>'
        f"<style>{_STYLE}</style></head><body><h1>{heading}</h1>{''.join(parts)}</body></html>\n"
    )


def _title(tally: Tally, lang: str) -> str:
    charts = "".join(
        f"<section><h3>{escape(chart.heading)}</h3><p>{escape(chart.legend)}</p>{chart.picture.text}</section>"
        for chart in charts_of(tally, lang)
    )
    tables = "".join(_table(table) for table in tables_of(tally, lang))
    count = escape(say("stats_games", lang, count=tally.games))
    return f'<h2>{escape(title_label(tally.title))}</h2><p>{count}</p><div class="charts">{charts}</div>{tables}'


def _table(table: StatsTable) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in table.columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in table.rows
    )
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f"<section><h3>{escape(table.heading)}</h3>{body}</section>"
