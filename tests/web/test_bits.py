"""The bits in a browser: live, tied to the cells, and to be edited."""

from __future__ import annotations

import pytest

from noughts import Game, Position
from noughts.codecs import CODECS
from noughts.codecs.word import new, step
from tests.tools import some
from tests.web.conftest import Open

pytestmark = pytest.mark.wide  # a browser; test_smoke.py is quick

DENSE = ("balanced", "ordinal", "canonical")
# What each representation shows, one after the other, all at once: there are hundreds to look at.
SHOWN = """(names) => Object.fromEntries(names.map((name) => {
  const chip = document.querySelector(`#chosen-row [data-shows~='${name}']`);
  if (chip.ariaPressed === 'false') chip.click();
  return [name, document.querySelector(`#rows section:not([hidden]) #number-${name}`).value];
}))"""


def numbers_of(game: Game) -> dict[str, str]:
    """What each field should show, by the library's codecs."""
    position = game.position
    word = new()
    for cell in game.moves:
        word = step(word, cell + 1)
    flags = CODECS["flags"].encode(position)
    numbers: dict[str, object] = {
        "x": position.x,
        "o": position.o,
        "flags-x": flags & 511,
        "flags-o": flags >> 9,
        "word": int(word),
    }
    for name in ("pair", "base4", "base3", *DENSE):
        numbers[name] = CODECS[name].encode(position)
    for name in ("record", "record_class"):
        numbers[name] = CODECS[name].encode(game) if game.outcome else ""
    return {name: str(number) for name, number in numbers.items()}


def test_every_number_follows_the_game_and_is_the_codecs(open_page: Open) -> None:
    screen = open_page("#;person")
    game = Game()
    for cell in (4, 0, 2, 6, 3, 5, 1, 7, 8):
        screen.play(cell)
        game.push(cell)
        wanted = numbers_of(game)
        assert screen.page.evaluate(SHOWN, [*wanted]) == wanted


def test_a_digit_shows_its_bit_and_says_whether_it_is_set(open_page: Open) -> None:
    screen = open_page("#b2a1")
    bit = screen.bit("x", "Bit 4 of X: b2, worth 16")
    assert bit.get_attribute("aria-pressed") == "true"
    assert bit.locator("b").inner_text() == "1"
    assert (
        screen.bit("base3", "Digit 0:").get_attribute("aria-label")
        == "2 1 a1: Digit 0: a1, worth 1"
    )
    assert screen.page.locator("#rows .x .sum").inner_text() == "b2: 16"


def test_pointing_at_a_bit_lights_its_cell_and_the_other_way_round(open_page: Open) -> None:
    screen = open_page()
    lit = "[...document.querySelectorAll('.cell.lit')].map((c) => c.dataset.cell).join()"
    screen.bit("flags-x", "Bit 0 of X").hover()
    assert screen.ask(lit) == "8"
    assert screen.page.inner_text("#about") == "Bit 0 of X: c3, worth 1."
    screen.bit("base3", "Digit 4").focus()
    assert screen.ask(lit) == "4"
    screen.cell(2).hover()
    bits = "document.querySelectorAll('.digit.lit').length"
    assert screen.ask(bits) == 4 + 2 + 1 + 2  # bitboards in both orders, base 4, base 3, the word
    assert screen.ask("document.querySelectorAll('.digit.lit:not([data-cell=\"2\"])').length") == 0
    screen.represent("lines")
    screen.page.locator(".masks li").last.hover()
    assert screen.ask(lit) == "2,4,6"


@pytest.mark.parametrize("width", some([320, 390, 1024, 1440]))
def test_what_is_said_of_a_bit_moves_no_bit(open_page: Open, width: int) -> None:
    screen = open_page("#b2a1", viewport={"width": width, "height": 800}, has_touch=width < 1000)
    screen.page.click("#tab-bits")
    for row in ("x", "lines", "flags-x", "base4", "base3", "word", "record"):
        screen.represent(row)
        moved = (
            "(() => { const top = () => document.querySelector('#rows section:not([hidden]) h2')"
            ".getBoundingClientRect().top + scrollY;"
            "document.body.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));"
            "const before = top(), of = '#rows section:not([hidden]) ';"
            "const all = `${of} [data-about], ${of} [data-mask], .cell`;"
            "return [...document.querySelectorAll(all)]"
            ".filter((one) => { one.dispatchEvent(new PointerEvent("
            "'pointerover', {bubbles: true})); return Math.abs(top() - before) > 0.5; })"
            ".map(() => document.querySelector('#about').textContent); })()"
        )
        assert screen.ask(moved) == [], row


def test_clicking_bits_edits_the_position(open_page: Open) -> None:
    screen = open_page()
    screen.bit("x", "Bit 4").click()
    assert screen.position == ".../.X./..."
    assert screen.status == (
        "Bit 4 is 1: b2 holds X. O to move. Perfect waits: let it move, or place O yourself."
    )
    screen.bit("flags-o", "Bit 8").click()
    assert screen.position == "O../.X./..."
    screen.bit("base4", "Bit 0").click()  # a1's low bit: X in O's place
    assert screen.position == "X../.X./..."
    assert screen.status == (
        "Bit 0 is 1, and O’s goes to 0: a1 holds X. Not yet a valid position: 2 X and 0 O; "
        "turns alternate, so there are as many X as O, or one more."
    )
    screen.bit("base3", "Digit 0").click()
    assert screen.position == "O../.X./..."
    screen.bit("word", "Bit 8: the low bit of b2").click()
    assert screen.position == "O../.../..."
    screen.bit("word", "Bit 18").click()
    assert screen.status.endswith("Play sets it; it cannot be set alone.")
    assert screen.position == "O../.../..."
    screen.press("u", "u")
    assert screen.position == "X../.X./..."
    screen.press("r")
    assert screen.position == "O../.X./..."


def test_a_grid_that_is_no_position_takes_no_move_and_has_no_dense_number(open_page: Open) -> None:
    screen = open_page("#XX./.../...")
    assert screen.status.startswith("Not yet a valid position: 2 X and 0 O; turns")
    screen.play(4)
    assert screen.status.startswith("This is not a valid position: 2 X and 0 O")
    assert screen.position == "XX./.../..."
    assert [screen.number(name) for name in ("word", *DENSE)] == ["", "", "", ""]
    assert (screen.number("x"), screen.number("base4")) == ("3", "5")


@pytest.mark.parametrize("text", some(["XO./.X./..O", "X.O/..O/.X.", "XXX/OO./..."]))
def test_any_number_leads_to_its_position(open_page: Open, text: str) -> None:
    position = Position.parse(text)
    screen = open_page()
    for name in ("pair", "base4", "base3", *DENSE):
        screen.press("n")
        screen.type_number(name, str(CODECS[name].encode(position)))
        wanted = position.canonical() if name == "canonical" else position
        assert screen.position == str(wanted), name
        assert screen.focus == f"number-{name}"
        screen.cell(0).focus()
    screen.press("n")
    screen.type_number("x", hex(position.x))
    screen.type_number("o", bin(position.o))
    assert screen.position == text


def test_a_typed_record_is_a_whole_game(open_page: Open) -> None:
    screen = open_page()
    for name, number in [("record", "115352"), ("record_class", "29366")]:
        screen.type_number(name, number)
        assert screen.number(name) == number
        assert len(screen.address) == 18
        assert screen.status.endswith("Draw: the board is full and has no line.")
    screen.type_number("record", "7316")
    assert screen.address == "a1a2b1b2c1"


def test_a_typed_word_is_kept_with_its_input_and_played_on(open_page: Open) -> None:
    screen = open_page()
    screen.oppose("person")
    screen.type_number("word", "4588037")
    assert screen.number("word") == "4588037"
    screen.play(2)
    assert screen.number("word") == "1074922005"
    assert "X won; O would be to move; last input 3" in screen.page.inner_text(".word .sum")
    screen.type_number("word", "3221225473")  # unsigned, and says a tie that is none
    assert screen.refusal("word") == "the result bits say tie, but the cells say in progress."


@pytest.mark.parametrize(
    ("row", "typed", "reason"),
    [
        ("x", "600", "600 is out of range: X is 0 to 511."),
        ("x", "-1", "-1 is out of range: X is 0 to 511."),
        ("o", "17", "X and O would both hold b2."),
        ("flags-o", "0b10000", "X and O would both hold b2."),
        ("pair", "8208", "X and O would both hold b2."),
        ("base4", "0x300", "b2 is 11, which is not a mark: 00 is empty, 01 X, 10 O."),
        ("base4", "262144", "262144 is out of range: base 4 is 0 to 262143."),
        ("base3", "19683", "19683 is out of range: base 3 is 0 to 19682."),
        ("base3", "ix", "“ix” is not a number; write decimal, 0x and hex, or 0b and bits."),
        ("word", "256", None),
        ("word", "262400", "the turn bit says X is to move, but by the stones it is O."),
        ("word", "5", "its cells are not a valid position: 2 X and 0 O; turns "
         "alternate, so there are as many X as O, or one more."),
        ("ordinal", "5478", "5478 is out of range: ordinal is 0 to 5477."),
    ],
)  # fmt: skip
def test_a_number_that_is_no_position_says_why(
    screen_with_b2: Open, row: str, typed: str, reason: str | None
) -> None:
    screen = screen_with_b2()
    screen.type_number(row, typed)
    assert screen.refusal(row) == (reason or "")
    if reason:
        assert screen.position == ".../.X./..."
        assert screen.status == f"{screen.page.inner_text(f'#rows .{row} label')}: {reason}"
        assert screen.page.get_attribute(f"#number-{row}", "aria-invalid") == "true"
        screen.press("Escape")
        assert screen.page.get_attribute(f"#number-{row}", "aria-invalid") is None


def test_counts_that_do_not_alternate_are_named(open_page: Open) -> None:
    screen = open_page()
    screen.type_number("x", "7")
    assert screen.position == "XXX/.../..."
    assert screen.status == (
        "X = 7. Not yet a valid position: 3 X and 0 O; turns alternate, "
        "so there are as many X as O, or one more."
    )


def test_a_position_beyond_play_is_noted_and_not_refused(open_page: Open) -> None:
    screen = open_page()
    screen.type_number("pair", str(0b111 | 0b010_011_000 << 9))
    assert screen.status.endswith(
        "Play cannot reach this: X has a line (a1 b1 c1), but O moved last."
    )
    assert screen.number("balanced") != ""
    assert screen.number("ordinal") == ""


def test_the_opponent_waits_while_somebody_edits(open_page: Open) -> None:
    screen = open_page()
    screen.bit("x", "Bit 4").click()
    assert screen.position.count("O") == 0
    screen.page.click("#reply")
    assert screen.position.count("O") == 1
    assert screen.focus == "a1"  # the button is gone, and the focus on the board
    screen.press("u")
    screen.press("u")
    screen.bit("x", "Bit 0").click()
    screen.play(8)
    assert screen.status.startswith("O, in Perfect’s place: c3.")


def test_a_row_of_bits_is_one_tab_stop(open_page: Open) -> None:
    screen = open_page()
    screen.page.focus("#number-x")
    screen.press("Tab", "ArrowRight", "Enter")
    assert screen.position == ".../.../.X."
    screen.press("End", "Space", "Tab")
    assert screen.position == "X../.../.X."
    assert screen.focus == "number-o"


def test_the_masks_show_what_an_and_leaves(open_page: Open) -> None:
    screen = open_page("#a1a2b2b1c3")
    screen.represent("lines")
    full = screen.page.locator(".masks .full")
    assert full.count() == 1
    assert full.inner_text().split() == ["273", "X", "&", "273", "=", "273"]
