"""Learning curves, drawn."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT, MARGIN = 640, 320, 40
COLOURS = ("#1f5f8b", "#b3541e", "#3c7d3c")


def drawn(curves: Sequence[dict[str, float]], names: Sequence[str]) -> str:
    """An SVG with the curves of these names, each from 0 to its highest."""
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for number, name in enumerate(names):
        values = [each[name] for each in curves]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in _places(values))
        colour = COLOURS[number]
        label = f"{name}: {values[0]:.3f} to {values[-1]:.3f}, lowest {min(values):.3f}"
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{MARGIN}" y="{20 + 16 * number}" fill="{colour}">{label}</text>')
    parts.append(f'<text x="{MARGIN}" y="{HEIGHT - 12}">epochs 1 to {len(curves)}, games held out</text></svg>\n')
    return "\n".join(parts)


def _places(values: Sequence[float]) -> list[tuple[float, float]]:
    across, highest = max(1, len(values) - 1), max(values) or 1.0
    return [
        (MARGIN + (WIDTH - 2 * MARGIN) * index / across, HEIGHT - MARGIN - (HEIGHT - 3 * MARGIN) * value / highest)
        for index, value in enumerate(values)
    ]
