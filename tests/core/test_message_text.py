"""What messages show of what was given: never more than a few lines of it."""

import pytest

from noughts import CellError, Game, NoughtsError, Player, Position, Rules, solve
from noughts.codecs import codec
from noughts.core.game import as_position
from noughts.core.message_text import listed, quoted, shortened, shown
from noughts.core.rules import as_rules
from noughts.emit import language, module

LONG = "z" * 10**6


def test_a_long_text_is_quoted_from_its_beginning() -> None:
    assert quoted("z" * 100) == f"'{'z' * 100}'"
    assert quoted("z" * 101) == f"'{'z' * 50}'... (101 characters)"


def test_whatever_is_quoted_is_short() -> None:
    assert quoted([1, 2]) == "[1, 2]"
    assert quoted(True) == "True"
    assert quoted(["z"] * 100) == f"{str(['z'] * 100)[:100]}... (500 characters)"
    assert quoted(10**5000) == shown(10**5000)


def test_a_long_number_is_shown_from_its_beginning() -> None:
    assert shown(-(1 << 198)) == str(-(1 << 198))
    assert shown(1 << 4000) == "0x1000000000000000" + "... (4001 bits)"


def test_eight_items_are_listed() -> None:
    assert listed("abcdefgh") == "a, b, c, d, e, f, g, h"
    assert listed("abcdefghi") == "a, b, c, d, e, f, g, h and 1 more"


def test_a_text_of_others_keeps_its_two_ends() -> None:
    assert shortened("z" * 1000) == "z" * 1000
    assert shortened("a" * 600 + "b" * 600) == (
        "a" * 500 + " ... (1200 characters) ... " + "b" * 500
    )


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "refused",
    [
        lambda: Rules.parse(LONG),
        lambda: as_rules([LONG]),  # type: ignore[arg-type]  # what callers may do all the same
        lambda: as_position([LONG]),  # type: ignore[arg-type]  # as above
        lambda: Position.parse(LONG),
        lambda: Position.parse("X", Rules(1000, 1000, 3)),
        lambda: Game.parse(LONG),
        lambda: Game([LONG]),  # type: ignore[arg-type]  # as above
        lambda: Player.parse(LONG),
        lambda: Player.parse(f"perfect:{LONG}"),
        lambda: Player.parse(f"graded:{LONG}"),
        lambda: Player.parse(f"graded:0.{'1' * 101}"),
        lambda: Player.parse(f"level:{LONG}"),
        lambda: codec(LONG),
        lambda: codec("pair").encode(LONG),
        lambda: language(LONG),
        lambda: module(Rules(3, 3, 3), LONG),
        lambda: solve([LONG]),  # type: ignore[arg-type]  # as above
    ],
)
def test_no_message_grows_with_what_was_given(refused: object) -> None:
    assert callable(refused)
    with pytest.raises(NoughtsError) as error:
        refused()
    assert len(str(error.value)) < 500


def test_a_number_that_python_would_not_write_is_refused_as_any_other() -> None:
    with pytest.raises(CellError, match=r"0x[0-9a-f]{16}\.\.\. \(16610 bits\) is not a cell"):
        Position().play(10**5000)


def test_what_takes_two_hundred_characters_is_quoted_whole() -> None:
    assert quoted(["z" * 196]) == f"['{'z' * 196}']"
    assert quoted(["z" * 197]) == f"['{'z' * 98}... (201 characters)"
