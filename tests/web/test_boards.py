"""Every board in a browser: played to its end by mouse, touch and keys, fitting its screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from noughts import Game, Position, Rules, X
from noughts.core.bits import cells_of
from noughts.core.rules import MARK_NAMES
from tests.tools import longer, pairs, some
from tests.web.boards import BOARDS
from tests.web.conftest import Open
from tests.web.screen import Screen
from tests.web.test_access import CONTRAST, EVERY_RULE, problems
from tests.web.test_play import moves_to

pytestmark = pytest.mark.wide  # a browser; test_rules_and_opponent.py has what is quick

TEXTS = [str(rules) for rules in BOARDS]
ANY = ["6,5,4", "2,19,5", "19,2,2", "19,19,5", "1,1,1"]  # which are typed
OTHERS = TEXTS[1:]  # than 3,3,3, of which the other files are full
THINKING = "document.querySelector('.game').dataset.thinking === 'false'"
# As the browser measures them, in `shifts`. What was replaced since, as a step of the lesson is,
# has no node: on a busy machine that comes too late after a tap to be taken for its answer.
NOTE_SHIFTS = (
    "new Promise((done) => { window.shifts = [];"
    "const told = (s) => `${s.node?.id || s.node?.className} ${JSON.stringify(s.currentRect)}`;"
    "new PerformanceObserver((list) => shifts.push(..."
    "list.getEntries().filter((e) => !e.hadRecentInput).flatMap((e) => e.sources)"
    ".filter((s) => s.node).map(told)))"
    ".observe({type: 'layout-shift', buffered: true}); done(); })"
)
PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}


def shown(screen: Screen, text: str) -> Position:
    """The position on the screen, once nobody thinks."""
    screen.wait(THINKING)
    return Position.parse(screen.position, Rules.parse(text))


def finish(screen: Screen, text: str, how: str) -> Position:
    """Play the first free cell again and again until the game is over."""
    while not (position := shown(screen, text)).outcome:
        cell = position.legal_moves[0]
        before = position.ply
        if how == "touch":
            screen.cell(cell).tap()
            if screen.page.locator(".cell.aimed").count():  # smaller than a finger
                assert shown(screen, text).ply == before
                screen.cell(cell).tap()
        elif how == "mouse":
            screen.cell(cell).click()
        else:
            walk_to(screen, cell, position.rules)
            screen.press("Enter")
        assert shown(screen, text).ply > before
    return position


def walk_to(screen: Screen, cell: int, rules: Rules) -> None:
    """Go from the cell that has the focus to another one, by keys alone."""
    *_, rows, cols = rules.geometry.sizes

    def place(cell: int) -> tuple[int, int, int]:
        return cell // (rows * cols), cell // cols % rows, cell % cols

    now = int(screen.ask("document.activeElement.dataset.cell"))
    keys = [("PageUp", "PageDown"), ("ArrowUp", "ArrowDown"), ("ArrowLeft", "ArrowRight")]
    for at, to, (back, on) in zip(place(now), place(cell), keys, strict=True):
        screen.press(*[on if to > at else back] * abs(to - at))
    assert int(screen.ask("document.activeElement.dataset.cell")) == cell


# Every other board in one way; all of them in every way take ten minutes.
WAYS = ["mouse", "touch", "keys"]
GAMES = [
    pytest.param(how, text, marks=() if (n + way) % 3 == 0 and n % 4 == 1 else pytest.mark.longer)
    for n, text in enumerate(OTHERS)
    for way, how in enumerate(WAYS)
]


@pytest.mark.no_cover
@pytest.mark.parametrize(("how", "text"), GAMES)
def test_a_game_against_the_opponent_is_played_to_its_end(
    open_page: Open, text: str, how: str
) -> None:
    screen = open_page(**(PHONE if how == "touch" else {}))
    screen.oppose("easy")
    screen.side("X")
    screen.board(text)
    screen.cell(0).focus()
    position = finish(screen, text, how)
    assert position.outcome
    winner = position.outcome.winner
    says = {None: "A draw.", 1: "You beat Easy!", 2: "Easy wins."}[winner]
    assert screen.page.inner_text("#headline") == says
    won = screen.ask("[...document.querySelectorAll('.cell.won')].map((c) => +c.dataset.cell)")
    assert won == list(cells_of(position.outcome.lines))
    assert sum(screen.score) == 1
    screen.page.click("#next")
    assert shown(screen, text).ply == 0
    assert sum(screen.score) == (winner != 1)  # or it is that of the next level


@pytest.mark.parametrize("text", some(["3x3x3,3,misere", "8,8,5", "4x4x4,4", "15,15,5"]))
def test_two_people_play_it_and_take_back(open_page: Open, text: str) -> None:
    screen = open_page()
    screen.oppose("person")
    screen.board(text)
    game = Game(Rules.parse(text))
    for cell in (5, 1, 6, 2, 11):
        screen.play(cell)
        game.push(cell)
        assert screen.position == str(game.position)
        names = [MARK_NAMES[game.position[at]] for at in range(game.rules.cells)]
        assert screen.labels() == ["free" if name == "." else name for name in names]
    screen.press("u", "u")
    game.pop()
    game.pop()
    assert screen.position == str(game.position)
    screen.press("r")
    screen.page.go_back()
    screen.page.go_back()
    screen.reload()
    assert screen.position.count("X") + screen.position.count("O") >= 1


def test_in_a_box_the_lines_through_a_cell_are_shown_where_somebody_points(
    open_page: Open,
) -> None:
    screen = open_page("#3x3x3,3:")
    screen.wait("document.querySelectorAll('.cell').length === 27")
    screen.cell(13).hover()
    assert screen.page.locator(".through").count() == 26  # all lines meet in the middle
    screen.cell(1).focus()
    rules = Rules.parse("3x3x3,3")
    through = {cell for mask in rules.lines if mask >> 1 & 1 for cell in cells_of(mask)} - {1}
    shown_now = screen.ask("[...document.querySelectorAll('.through')].map((c) => +c.dataset.cell)")
    assert {*shown_now} == through
    assert screen.page.locator(".layer-number").all_text_contents() == ["1", "2", "3"]


@pytest.mark.parametrize("text", ["6,5,4", *longer("10,10,5,torus,misere", "1,9,3", "19,19,6")])
def test_any_other_board_can_be_typed_and_played(open_page: Open, text: str) -> None:
    screen = open_page()
    screen.side("X")
    screen.board(text)
    screen.press("h")
    screen.wait("!document.querySelector('#why').hidden")
    screen.play(3)
    assert shown(screen, text).ply == 2
    assert screen.page.input_value("#typed") == text
    assert screen.page.locator(".pictured[aria-pressed=true]").count() == 0
    screen.reload()
    assert shown(screen, text).ply == 2
    screen.board("4,4,3")
    assert screen.page.input_value("#typed") == ""
    screen.fragment("")
    screen.press("Escape")
    screen.reload()


def test_a_text_that_is_not_a_board_of_the_page_says_why_and_changes_nothing(
    open_page: Open,
) -> None:
    screen = open_page("#b2;person")
    screen.setup()
    for text, why in [
        (
            "3x3",
            "“3x3” is not a board of this page; write ROWS,COLS,K or ROWS,COLS,K,torus or ROWS",
        ),
        ("5x5x5,4", "“5x5x5,4” is not a board of this page; write ROWS,COLS,K"),
        (
            "20,20,5",
            "20,20,5 is too large: rows, columns and how many in a row may be up to 19 here.",
        ),
        ("3,4,5", "No line of 5 fits on 3×4; write up to 4 in a row."),
        ("2,3,7,torus", "No line of 7 fits on 2×3; write up to 6 in a row."),
        ("2,3,4,misere,cylinder", "No line of 4 fits on 2×3; write up to 3 in a row."),
        ("3,3,3,misere,breaker", "misere and breaker both say what a line does"),
    ]:
        screen.write("#typed", text)
        screen.press("Enter")
        assert screen.page.inner_text("#not-typed").startswith(why)
        assert screen.ask("document.querySelector('.game').dataset.board") == "3,3,3"
        assert screen.position == ".../.X./..."
    screen.write("#typed", " 4, 3, 3, MISÈRE ")
    screen.press("Enter")
    screen.wait("document.querySelector('.game').dataset.board === '4,3,3,misere'")
    assert screen.page.inner_text("#not-typed") == ""
    assert screen.page.is_checked("#misere")


@pytest.mark.parametrize("text", some(["15,15,5", "7,7,5", "4,4,4"]))
def test_the_strongest_opponent_answers_within_its_time(open_page: Open, text: str) -> None:
    screen = open_page()
    screen.side("X")
    screen.board(text)
    for cell in (0, 1):
        if not shown(screen, text).legal >> cell & 1:
            continue
        took = screen.page.evaluate(
            "(cell) => new Promise((done) => { const begin = performance.now();"
            "document.querySelector(`.cell[data-cell='${cell}']`).click();"
            "const look = () => document.querySelector('.game').dataset.thinking === 'false'"
            "? done(performance.now() - begin) : setTimeout(look, 5); look(); })",
            cell,
        )
        assert took < 4000  # a second, and what a busy machine adds


def test_going_back_while_it_thinks_stops_it(open_page: Open) -> None:
    screen = open_page()
    screen.side("X")
    screen.board("15,15,5")
    screen.play(112)
    assert screen.page.inner_text("#headline") == "Strong is thinking…"
    screen.play(113)
    assert screen.page.locator(".wanted").get_attribute("data-cell") == "113"
    screen.press("u")
    assert screen.page.locator(".wanted").count() == 0
    assert shown(screen, "15,15,5").ply == 0
    screen.play(0)
    assert shown(screen, "15,15,5").ply == 2


def test_hints_are_worked_out_where_no_table_is(open_page: Open) -> None:
    screen = open_page("#4,4,4:XXX./OO../..../....:")
    screen.oppose("person")
    screen.press("h")
    screen.wait("document.querySelector('.hint.loss')")
    labels = screen.labels()
    assert labels[3].startswith("free, ")
    assert screen.page.inner_text("#why") == "= draws, − loses: proved."
    screen.fragment("15,15,5:h8h9g8i8f8e8g10g9i9f7")
    screen.wait("document.querySelector('#why').innerText.includes('judged')")  # alike or not
    assert "not proved" in screen.page.inner_text("#why")
    screen.fragment("4,4,3:a1d4;person")
    screen.wait("document.querySelector('.hint.win')")
    assert screen.page.inner_text("#why") == "+ wins, − loses: proved."
    screen.press("h")
    assert not screen.page.is_visible("#why")


def test_judged_hints_are_few_and_fit_their_cells_on_a_phone(open_page: Open) -> None:
    phone = {"width": 320, "height": 568}
    screen = open_page("#15,15,5:h8h9;person", viewport=phone, has_touch=True)
    screen.page.route(  # a worker whose judgements differ, however slow the machine is
        "**/worker.js",
        lambda route: route.fulfill(
            content_type="text/javascript",
            body="onmessage = ({data: {id}}) => postMessage({id, moves: Array.from({length: 9}, "
            "(_, cell) => ({cell, value: 0.9 - cell / 20, proved: false}))})",
        ),
    )
    screen.press("h")
    screen.wait("document.querySelector('.hint.judged')")
    assert screen.page.locator(".hint.judged").count() == 6
    assert screen.page.inner_text("#why") == "A number is judged, not proved: 50 is even."
    wide = ".filter((e) => e.scrollWidth > e.closest('.cell').clientWidth + 4).length"
    assert screen.ask(f"[...document.querySelectorAll('.hint b')]{wide}") == 0


def test_a_board_of_up_to_16_cells_is_exact_however_slow_the_machine_is(open_page: Open) -> None:
    screen = open_page()
    for board, exact in [("4,4,4,misere", True), ("5,5,4", False)]:
        proved = screen.page.evaluate(
            "(board) => new Promise((done) => {"
            "const worker = new Worker('worker.js', {type: 'module'});"
            "worker.onmessage = ({data}) => done(data.moves.every((move) => move.proved));"
            "worker.postMessage({board, position: {x: 0, o: 0}, milliseconds: 0}); })",
            board,
        )
        assert proved is exact


def test_starts_alternate_where_the_sides_take_turns(open_page: Open) -> None:
    screen = open_page()
    draws = moves_to("drawn", "perfect", X, Game()) or []
    for side in "XO":
        assert screen.page.inner_text("#chosen-side") == side
        if side == "X":
            screen.play(*draws)
        while screen.page.locator(".cell.free").count():
            screen.page.locator(".cell.free").first.click()
        screen.page.click("#next")
    assert screen.status.startswith("New game.")
    assert screen.page.inner_text("#chosen-side") == "X"  # who has lost begins


def test_a_loss_is_not_shown_as_a_win_is(open_page: Open) -> None:
    screen = open_page("#a1a2b1b2c3c2")  # O, against whom the person plays, has a line
    result = "document.querySelector('.game').dataset.result"
    colour = "getComputedStyle(document.querySelector('.strike.drawn')).stroke"
    lost = screen.ask(result), screen.ask(colour)
    screen.fragment("a1a2b1b2c1")
    won = screen.ask(result), screen.ask(colour)
    assert lost[0] == "lost"
    assert won[0] == "won"
    assert lost[1] != won[1]


def test_one_labelling_at_a_time(open_page: Open) -> None:
    screen = open_page()
    shown_now = (
        "['.number', '.bit-number', '.columns'].filter((s) =>"
        "document.querySelector(s).getClientRects().length)"
    )
    assert screen.ask(shown_now) == []
    for labels, selector in [
        ("names", ".columns"),
        ("numbers", ".number"),
        ("bits", ".bit-number"),
    ]:
        screen.choose("labels", labels)
        assert screen.ask(shown_now) == [selector]
    screen.reload()
    assert screen.ask(shown_now) == [".bit-number"]


SIZES = [(1280, 800), (390, 844), (844, 390)]


@pytest.mark.parametrize(("size", "text"), pairs(SIZES, ["3,3,3", "15,15,5", "4,4,4"]), ids=str)
def test_nothing_shifts(open_page: Open, text: str, size: tuple[int, int]) -> None:
    screen = open_page(f"#{text}:", viewport={"width": size[0], "height": size[1]})
    screen.ask(NOTE_SHIFTS)
    tops = (
        "['#turn', '.frame', '.controls', '.foot'].map((s) =>"
        "Math.round(document.querySelector(s).getBoundingClientRect().top + scrollY)).join()"
    )
    screen.oppose("easy")
    before = screen.ask(tops)
    screen.press("h")
    while not shown(screen, text).outcome:
        assert screen.ask(tops) == before
        screen.page.locator(".cell.free").first.click()
        if text == "15,15,5" and shown(screen, text).ply > 8:
            break
    assert screen.ask(tops) == before
    screen.press("h")
    assert screen.ask("shifts") == []


# What stands for long above the board, some of it beside a button, and a tap that is refused.
TOLD = [
    "",
    "b2",
    "b2hello",
    "XX./.../...",
    "XXX/OOO/...",
    "20,20,5:a1",
    "tic",
    "b2;nobody",
    "b2a1;easy;Z",
    "b2a1;easy",
    "a1a2b1;menace",
]
TOLD += ["a1a2b1b2c1", "15,15,5:h8", "a1a2b1b2c1;easy-hard", "b2;easy-hard"]


@pytest.mark.parametrize("size", [(320, 568), (844, 390), (1280, 800)], ids=str)
def test_nothing_that_is_said_moves_what_stands_below(
    open_page: Open, size: tuple[int, int]
) -> None:
    screen = open_page(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 1000)
    tops = (
        "['#turn', '.frame', '.controls', '.foot'].map((s) =>"
        "Math.round(document.querySelector(s).getBoundingClientRect().top + scrollY)).join()"
    )
    small = screen.ask(tops)
    screen.fragment("15,15,5:")
    screen.wait("document.querySelectorAll('.cell').length === 225")
    large = screen.ask(tops)
    assert (large == small) == (size[0] < 1200)  # a wide window gives a large board the height
    board = screen.page.locator("#grid").bounding_box()
    assert board
    assert (board["height"] > 0.9 * size[1]) == (size[1] < size[0])
    for address in TOLD:
        before = large if "15" in address else small
        screen.fragment(address)
        screen.wait(
            f"document.querySelectorAll('.cell').length === {225 if '15' in address else 9}"
        )
        assert screen.ask(tops) == before, address
        screen.ask("document.querySelector('.cell:not([data-mark=\"0\"])')?.click()")
        assert screen.ask(tops) == before, screen.page.inner_text("#headline")
        screen.ask("document.querySelector('#share').click()")
        screen.wait("/copied|Copy/.test(document.querySelector('#status').textContent)")
        assert screen.ask(tops) == before, screen.page.inner_text("#headline")


# The width of all, where board and first cell are, and how high the buttons are: asked at once.
MEASURED = """(() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect().toJSON();
  return [
    document.documentElement.scrollWidth,
    box('#grid'),
    document.querySelector('#grid').matches('.crowded'),
    box(".cell[data-cell='0']"),
    [...document.querySelectorAll('#setup, .foot button')].map((e) => e.offsetHeight),
  ];
})()"""


@pytest.mark.parametrize(
    "size",
    some([(320, 568), (390, 844), (844, 390), (1440, 900), (1024, 768)]),
    ids=lambda size: f"{size[0]}",
)
def test_every_board_fits_the_screen(open_page: Open, size: tuple[int, int]) -> None:
    screen = open_page(viewport={"width": size[0], "height": size[1]})
    small = 17 if size[0] == 320 else 20  # a finger's 24 px do not fit 15 times
    for text in [*TEXTS, *ANY]:
        screen.fragment(f"{text}:")
        screen.wait(f"document.querySelector('.game').dataset.board === '{text}'")
        width, box, is_crowded, cell, heights = screen.ask(MEASURED)
        assert width <= size[0], text
        assert box["bottom"] <= size[1], text
        assert box["right"] <= size[0], text
        if size[0] > 1000 and is_crowded:
            assert box["height"] > 0.9 * size[1] or box["width"] > 0.55 * size[0], text
        assert min(cell["width"], cell["height"]) >= small * (0.7 if "19" in text else 1), text
        assert {*heights} == {44}, text  # each button in one line


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("4x4x4,4", "dark"),
        pytest.param("3,3,3,torus", "light", marks=pytest.mark.longer),
        pytest.param("8,8,5", "light", marks=pytest.mark.longer),
    ],
)
def test_axe_finds_nothing_on_other_boards(open_page: Open, text: str, scheme: str) -> None:
    screen = open_page(f"#{text}:", color_scheme=scheme)
    screen.oppose("person")
    screen.choose("labels", "numbers")
    screen.play(0)
    screen.press("h")
    screen.wait("!document.querySelector('#why').hidden")
    assert problems(screen, EVERY_RULE) == []
    screen.page.click("#setup")
    assert problems(screen, EVERY_RULE if scheme == "light" else CONTRAST, "#sheet") == []


def test_the_sheet_is_closed_by_keys_button_and_a_click_beside_it(open_page: Open) -> None:
    screen = open_page(viewport={"width": 844, "height": 390})  # where it is longer than the screen
    closings: list[Callable[[], object]] = [
        lambda: screen.press("Escape"),
        lambda: screen.page.click("#done"),
        lambda: screen.page.mouse.click(5, 5),
    ]
    for close in closings:
        screen.page.click("#setup")
        assert screen.page.is_visible("#sheet")
        screen.ask("document.querySelector('#sheet').scrollTo(0, 9999)")
        box = screen.page.locator("#done").bounding_box()
        assert box
        assert box["y"] >= 0
        close()
        assert not screen.page.is_visible("#sheet")
        assert screen.focus == "setup"


def test_the_last_board_is_there_the_next_time(open_page: Open) -> None:
    screen = open_page()
    screen.board("5,5,4")
    screen.page.evaluate("history.replaceState(null, '', '.')")
    screen.reload()
    assert screen.position == "...../...../...../...../....."


def test_a_link_is_copied_with_opponent_and_side(open_page: Open) -> None:
    screen = open_page("#5,5,4:c3", permissions=["clipboard-read", "clipboard-write"])
    screen.page.click("#share")
    screen.wait("document.querySelector('#headline').textContent === 'The link is copied.'")
    assert "noughts web --host" in screen.page.inner_text("#detail")  # others cannot open it yet
    link = screen.ask("navigator.clipboard.readText()")
    screen.page.click("#tab-moves")  # what was told goes with the next action
    assert screen.page.inner_text("#headline") == "Strong waits. Let it move, or place O yourself."
    assert link.endswith("/#5,5,4:c3;perfect;X")
