"""XML that can be written plainly, or as unusually as the standard allows."""

from __future__ import annotations

import dataclasses

QUOTES = {"'": "&apos;", '"': "&quot;"}
COMMENTS = ("<!-- a comment -->", "<!---->", "<!-- <link name='none'/> & < > \" ' -->", "<!--\n several lines\n-->")
SPACES = (" ", "\n", "\t", "  ", "\r\n", " \n\t ")


@dataclasses.dataclass
class Element:
    """Values of attributes are strings, numbers, or lists of numbers."""

    tag: str
    attributes: dict = dataclasses.field(default_factory=dict)
    children: list[Element] = dataclasses.field(default_factory=list)

    def add(self, tag, **attributes):
        child = Element(tag, attributes)
        self.children.append(child)
        return child


def plain(element):
    attributes = "".join(f' {name}="{escaped(plain_value(x), chr(34))}"' for name, x in element.attributes.items())
    inside = "".join(map(plain, element.children))
    return f"<{element.tag}{attributes}>\n{inside}</{element.tag}>\n"


def plain_value(x):
    if isinstance(x, str):
        return x
    return repr(float(x)) if isinstance(x, (int, float)) else " ".join(repr(float(y)) for y in x)


def odd(element, g):
    """The same robot, though not the same text: attributes in any order, in either quotes, numbers in every spelling,
    space and comments wherever they are allowed. The order of children is kept."""
    names = list(element.attributes)
    g.shuffle(names)
    begin = f"<{element.tag}"
    for name in names:
        quote = g.choice(list(QUOTES))
        value = escaped(odd_value(element.attributes[name], g), quote)
        equals = g.choice(["=", " = ", "=\n"], p=[0.8, 0.1, 0.1])
        begin += f"{g.choice(SPACES)}{name}{equals}{quote}{value}{quote}"
    begin += g.choice(["", " ", "\n"])
    if not element.children and g.uniform() < 0.7:
        return f"{begin}/>{between(g)}"
    inside = "".join(odd(child, g) for child in element.children)
    return f"{begin}>{between(g)}{inside}</{element.tag}{g.choice(['', ' '])}>{between(g)}"


def odd_value(x, g):
    if isinstance(x, str):
        return x
    numbers = [odd_number(float(y), g) for y in ([x] if isinstance(x, (int, float)) else x)]
    text = numbers[0] + "".join(g.choice(SPACES) + number for number in numbers[1:])
    return g.choice(["", "", " ", "\n"]) + text + g.choice(["", "", " ", "\t"])


def odd_number(x, g):
    """Another spelling of exactly the same number."""
    text = repr(x)
    spellings = [text, f"{x:.17e}", f"{x:.16E}", text + "000" if "." in text and "e" not in text else text]
    if text.startswith("0."):
        spellings.append(text[1:])
    if text.endswith(".0"):
        spellings += [text[:-1], text[:-2]]
    if x > 0:
        spellings += ["+" + text, "00" + text]
    spelling = str(g.choice(spellings))
    assert float(spelling) == x
    return spelling


def between(g):
    parts = [g.choice(SPACES)] if g.uniform() < 0.8 else []
    if g.uniform() < 0.15:
        parts += [g.choice(COMMENTS), g.choice(SPACES)]
    return "".join(parts)


def escaped(text, quote):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(quote, QUOTES[quote])
