"""Tables of Markdown, and numbers as they stand in them."""


def three_digits(x):
    return f"{float(f'{x:.3g}'):g}" if x < 1000 else f"{float(f'{x:.3g}'):.0f}"


def table(head, rows):
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)
