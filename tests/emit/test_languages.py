"""What the generator writes, compiled and run in its own language, is what runs here."""

import random
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from noughts import EmitError, Rules, TooLargeError
from noughts.cli.main import main
from noughts.codecs import codec
from noughts.core import bits, move_bits, turns
from noughts.core.directions import spread
from noughts.emit import LANGUAGES, OF_JAVASCRIPT, Module, language, module
from noughts.emit.module import EMIT_CELLS, Spaced
from noughts.emit.python import Python
from noughts.emit.writer import camel
from tests.emit.toolchains import TOOLCHAINS, Toolchain
from tests.games_from_outside import listed as listed
from tests.games_from_outside import slow_game
from tests.slow_game import State, number
from tests.tools import pairs

HELD = ("pair", "base4")
SMALL = "3,3,3"
SAMPLED = ["4,4,4", "4,8,3,misere", "1,5,2", "2,2,1", "3x3x3,3", "2x2x2x2,2", "3,4,3,torus"]
BEYOND_64_BITS = ["6,6,5", "8,8,5", "4x4x4,4"]


@cache
def positions(board: str, every: int = 1) -> tuple[list[int], list[int]]:
    """All 2**18 pairs of bitboards of 3x3, or every so many of them; some of a larger board."""
    rules = Rules.parse(board)
    if board == SMALL:
        numbers = range(2**18)[::-every][::-1]
        return [n % 512 for n in numbers], [n // 512 for n in numbers]
    draw = random.Random(board)
    pairs = [(0, 0), (rules.board, 0), (0, rules.board), (rules.board, rules.board)]
    pairs += [
        (draw.getrandbits(rules.cells) | draw.choice(rules.lines), draw.getrandbits(rules.cells))
        for _ in range(2000)
    ]
    return [x for x, _ in pairs], [o for _, o in pairs]


def winning_masks(x: Any, o: Any, rules: Rules) -> list[int]:
    """For each grid the first line's mask on the pairs of bits, by the plain list of lines."""
    masks = [(spread(line, 2), spread(line, 2) << 1) for line in rules.lines]
    tried = [(line, x_mask) for line, (x_mask, _) in zip(rules.lines, masks, strict=True)]
    tried_o = [(line, o_mask) for line, (_, o_mask) in zip(rules.lines, masks, strict=True)]
    found = []
    for xs, os in zip(x, o, strict=True):
        held = [mask for line, mask in tried if xs & line == line]
        held += [mask for line, mask in tried_o if os & line == line]
        found.append(held[0] if held else 0)
    return found


@cache
def expected(board: str, holding: str, every: int = 1) -> str:
    """What a driver must answer, from the functions themselves, on arrays of objects or words."""
    rules = Rules.parse(board)
    xs, os = positions(board, every)
    dtype = np.uint64 if board == SMALL else object  # objects are Python's ints, of any size
    x, o = np.array(xs, dtype=dtype), np.array(os, dtype=dtype)
    codecs: Any = {name: codec(name, rules) for name in ("pair", "base4", "base3")}
    codes = {name: coding.encode_bits(x, o) for name, coding in codecs.items()}
    columns: list[Any]
    if holding == "pair":
        free = bits.free_cells(x, o, rules)
        columns = [free, bits.legal_cells(x, o, rules), turns.turn(x, o, rules)]
        columns += [
            *move_bits.played(x, o, (free,), rules)[:2],
            move_bits.result(x, o, rules),
            free == 0,
        ]
        columns.append(bits.line_starts(x, rules) != 0)
        columns += [
            function(x, rules)
            for function in (bits.line_starts, bits.line_cells, bits.first_line, bits.completions)
        ]
        for name, coding in codecs.items():
            columns += [codes[name], *coding.decode_bits(codes[name])]
    else:
        free, legal = bits.free_cells(x, o, rules), bits.legal_cells(x, o, rules)
        after = codecs["base4"].encode_bits(*move_bits.played(x, o, (free,), rules)[:2])
        columns = [[spread(int(cells), 2) for cells in part] for part in (free, legal)]
        columns += [turns.turn(x, o, rules), move_bits.result(x, o, rules), after, free == 0]
        columns += [codes["base4"], x, o]
        base3_x, base3_o = codecs["base3"].decode_bits(codes["base3"])
        columns += [codes["pair"], codes["base4"]]
        columns += [codes["base3"], codecs["base4"].encode_bits(base3_x, base3_o)]
        masks = winning_masks(xs, os, rules)
        columns += [masks, [mask != 0 for mask in masks]]
    texts = [[format(int(number), "x") for number in column] for column in columns]
    marks = [
        "X" if xs[-1] >> cell & 1 else "O" if os[-1] >> cell & 1 else " "
        for cell in range(rules.cells)
    ]
    *_, rows, cols = rules.geometry.sizes
    between = "/" + "+".join("-" * cols) + "/"
    written = ["|".join(marks[at : at + cols]) for at in range(0, rules.cells, cols)]
    layers = [between.join(written[at : at + rows]) for at in range(0, len(written), rows)]
    drawing = "//".join(layers)
    return "\n".join([*map(" ".join, zip(*texts, strict=True)), drawing])


def check(toolchain: Toolchain, board: str, holding: str, folder: Path, every: int = 1) -> None:
    """Hold what a toolchain answers to what is expected, at every so many positions of 3x3."""
    typed = "".join(f"{x:x} {o:x}\n" for x, o in zip(*positions(board, every), strict=True))
    answer = toolchain.run(module(Rules.parse(board), holding), typed, folder)
    answered = [line.rstrip() for line in answer.splitlines()]
    wanted = [line.rstrip() for line in expected(board, holding, every).splitlines()]
    assert len(answered) == len(wanted)
    wrong = next((pair for pair in zip(answered, wanted, strict=True) if pair[0] != pair[1]), None)
    assert wrong is None


each_toolchain = pytest.mark.parametrize("toolchain", TOOLCHAINS, ids=lambda t: t.language)
# Each language with two or three boards, each board in two languages; all pairs in `make longer`.
SOME_OF_ALL = [
    pytest.param(
        toolchain,
        holding,
        board,
        id=f"{toolchain.language}-{board}-{holding}",
        marks=[pytest.mark.longer] * ((t + h + 2 * b) % 5 != 0),
    )
    for t, toolchain in enumerate(TOOLCHAINS)
    for h, holding in enumerate(HELD)
    for b, board in enumerate(SAMPLED)
]
each_holding = pytest.mark.parametrize("holding", HELD)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("holding", "every"),
    [("pair", 31), *(pytest.param(each, 1, marks=pytest.mark.longer) for each in HELD)],
)
@each_toolchain
def test_all_pairs_of_bitboards_of_3x3_give_what_they_give_here(
    toolchain: Toolchain, holding: str, every: int, tmp_path: Path
) -> None:
    check(toolchain, SMALL, holding, tmp_path, every)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(("toolchain", "holding", "board"), SOME_OF_ALL)
def test_random_positions_of_other_boards_give_what_they_give_here(
    toolchain: Toolchain, holding: str, board: str, tmp_path: Path
) -> None:
    check(toolchain, board, holding, tmp_path)


@pytest.mark.wide
@pytest.mark.parametrize(
    ("language", "board"),
    [
        *pairs(["javascript", "rust", "python"], BEYOND_64_BITS),
        *pairs(["javascript", "python"], ["15,15,5"]),
    ],
)
def test_languages_with_wider_integers_play_wider_boards(
    language: str, board: str, tmp_path: Path
) -> None:
    toolchain = next(each for each in TOOLCHAINS if each.language == language)
    check(toolchain, board, "pair", tmp_path)


@pytest.mark.parametrize(
    ("language", "board", "holding", "reason"),
    [
        (
            *("c", "6,6,5", "base4"),
            "needs numbers of 72 bits, two a cell; the widest plain integer of C has 64; "
            "with --bits pair it is written in several words",
        ),
        ("java", "5,7,4", "base4", "needs numbers of 70 bits"),
        ("numba", "6,6,5", "pair", "the widest plain integer of NumPy has 64$"),
        ("rust", "9,9,5", "base4", "162 bits, two a cell; the widest plain integer of Rust has"),
    ],
)
def test_a_board_that_does_not_fit_is_refused_with_the_reason(
    language: str, board: str, holding: str, reason: str
) -> None:
    with pytest.raises(EmitError, match=reason):
        LANGUAGES[language]().write(module(Rules.parse(board), holding))


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(EmitError, match="'ternary' is not a way to hold a board here; write pair "):
        module(Rules(3, 3, 3), "ternary")
    with pytest.raises(EmitError, match="'cobol' is not a language here; the languages are c, "):
        language("cobol")
    for name in OF_JAVASCRIPT:
        with pytest.raises(EmitError, match=f"'{name}' is not .*; javascript is, and --package"):
            language(name)
    with pytest.raises(TooLargeError, match=f"modules are written for .* up to {EMIT_CELLS}"):
        module(Rules(EMIT_CELLS + 1, 1, 1))


def test_every_language_is_compiled_by_a_toolchain_or_by_numba() -> None:
    assert {each.language for each in TOOLCHAINS} | {"numba"} == set(LANGUAGES)


def test_a_language_that_is_added_is_written_and_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fourth(Python):
        name = "fourth"
        about = "as its line in the registry has it"

    monkeypatch.setitem(LANGUAGES, Fourth.name, Fourth)
    told = CliRunner().invoke(main, ["emit", "--help"]).output
    assert "fourth      as its line in the registry has it" in told
    written = CliRunner().invoke(main, ["emit", "fourth"]).output
    assert "Written by: noughts emit fourth --board 3,3,3 --bits pair" in written


@pytest.mark.no_cover
@pytest.mark.parametrize("language", ["python", "javascript"])
def test_a_number_longer_than_a_line_stays_whole(language: str) -> None:
    rules = Rules(19, 19, 5)
    source = LANGUAGES[language]().write(module(rules))
    assert str(rules.lines[-1]) in source


def test_javascript_turns_to_bigint_past_31_bits() -> None:
    def written(board: str) -> str:
        return LANGUAGES["javascript"]().write(module(Rules.parse(board)))

    assert "plain ones, of up to 30 bits" in written("3,5,3")
    assert "BOARD = 32767;" in written("3,5,3")
    assert "past the 31 of plain ones, and are BigInts" in written("4,4,4")
    assert "BOARD = 65535n;" in written("4,4,4")
    assert written("4,4,4").count("return Number(") == 2  # who moves, and how it ended


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("board", [SMALL, "5,6,4", "3x3x3,3", "3,4,3,torus"])
@each_holding
def test_the_loops_fill_arrays_with_what_the_functions_give(board: str, holding: str) -> None:
    rules = Rules.parse(board)
    written = module(rules, holding)
    loops: dict[str, Any] = {}
    exec(LANGUAGES["numba"]().write(written), loops)
    picked = slice(None, None, 131) if board == SMALL else slice(0, 500)
    x, o = (np.array(side[picked], dtype=np.uint64) for side in positions(board))
    for name, arguments, wanted in calls(written, rules, x, o):
        out = np.zeros(len(x), dtype=np.uint64)
        with np.errstate(over="ignore"):  # a scalar of NumPy minds a negation; compiled code won't
            loops[name](*arguments, out)
        assert out.tolist() == np.asarray(wanted, dtype=np.uint64).tolist(), name


def calls(
    written: Module, rules: Rules, x: NDArray[np.uint64], o: NDArray[np.uint64]
) -> list[tuple[str, list[Any], Any]]:
    """Every function of a module with arrays to call it on, and what must come out."""
    codecs: Any = {name: codec(name, rules) for name in ("pair", "base4", "base3")}
    codes = {name: coding.encode_bits(x, o) for name, coding in codecs.items()}
    ours = SimpleNamespace(**written_here(written, rules))
    free = bits.free_cells(x, o, rules)
    result = []
    for function in written.functions:
        parameters = tuple(function.trace.parameters)
        source = function.name.removeprefix("from_").removesuffix("_x").removesuffix("_o")
        arguments = {
            ("x", "o"): [x, o],
            ("stones",): [x],
            ("x", "o", "stone"): [x, o, free],
            ("grid",): [codes["base4"]],
            ("grid", "stone"): [codes["base4"], codecs["base4"].encode_bits(free, free & 0)],
            ("code",): [codes.get(source)],
        }[parameters]
        values = [[int(value) for value in array] for array in arguments]
        wanted = [getattr(ours, function.name)(*each) for each in zip(*values, strict=True)]
        result.append((function.name, arguments, wanted))
    for name in ("winning_line", "has_line") if written.line_tables else ():
        grids = [int(grid) for grid in codes["base4"]]
        result.append((name, [codes["base4"]], [getattr(ours, name)(grid) for grid in grids]))
    return result


def written_here(written: Module, rules: Rules) -> dict[str, Any]:
    """The same module as straight-line Python, which the other tests hold to the originals."""
    functions: dict[str, Any] = {}
    exec(LANGUAGES["python"]().write(module(rules, written.holding)), functions)
    return functions


@pytest.mark.wide
@pytest.mark.no_cover
def test_the_loops_compile_and_agree() -> None:
    rules = Rules(3, 3, 3)
    written = module(rules)
    loops: dict[str, Any] = {}
    exec(LANGUAGES["numba"]().write(written), loops)
    x, o = (np.array(side[::7], dtype=np.uint64) for side in positions(SMALL))
    for name, arguments, wanted in calls(written, rules, x, o):
        out = np.zeros(len(x), dtype=np.uint64)
        numba.njit(loops[name])(*arguments, out)
        assert out.tolist() == np.asarray(wanted, dtype=np.uint64).tolist(), name


@pytest.mark.wide
def test_a_spaced_board_has_the_geometry_of_its_rules() -> None:
    for board in (SMALL, "5,6,4", "1,5,2"):
        rules = Rules.parse(board)
        spaced = Spaced(rules)
        for x in positions(board)[0][:600]:
            assert bits.line_starts(spread(x, 2), spaced) == spread(bits.line_starts(x, rules), 2)
            assert bits.completions(spread(x, 2), spaced) == spread(bits.completions(x, rules), 2)


@pytest.mark.parametrize("language", LANGUAGES)
@each_holding
def test_every_language_writes_every_function_and_says_how_it_was_made(
    language: str, holding: str
) -> None:
    rules = Rules(3, 3, 3, misere=True)
    written = module(rules, holding)
    source = LANGUAGES[language]().write(written)
    assert f"noughts emit {language} --board 3,3,3,misere --bits {holding}" in source
    assert "misere: whoever makes a line loses" in source
    for function in written.functions:
        assert f"{function.name}(" in source or f"{camel(function.name)}(" in source
        assert function.about in source


def test_the_command_writes_to_standard_output_or_to_a_file(tmp_path: Path) -> None:
    written = LANGUAGES["c"]().write(module(Rules(3, 3, 3), "base4"))
    arguments = ["emit", "c", "--bits", "base4"]
    assert CliRunner().invoke(main, arguments).stdout == written
    target = tmp_path / "noughts.h"
    assert CliRunner().invoke(main, [*arguments, "-o", str(target)]).stdout == ""
    assert target.read_text() == written


def test_the_command_refuses_a_board_that_does_not_fit_and_writes_nothing(tmp_path: Path) -> None:
    target = tmp_path / "noughts.h"
    result = CliRunner().invoke(main, ["emit", "numba", "--board", "9,9,5", "-o", str(target)])
    assert result.exit_code == 2
    assert "the widest plain integer of NumPy has 64" in result.stderr
    assert not target.exists()


def written_in_python(board: str, holding: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(LANGUAGES["python"]().write(module(Rules.parse(board), holding)), names)
    return names


@each_holding
def test_a_box_tells_its_sizes_and_is_drawn_layer_by_layer(holding: str) -> None:
    names = written_in_python("3x2x2,2", holding)
    assert names["SIZES"] == (3, 2, 2)
    assert [names[each] for each in ("LAYERS", "ROWS", "COLS", "CELLS")] == [3, 2, 2, 12]
    x, o = 0b0001_0010_1000, 0b1000_0100_0000
    state = [x, o] if holding == "pair" else [names["from_pair"](x | o << 12)]
    assert names["draw"](*state) == " | \n-+-\n |X\n\n |X\n-+-\nO| \n\nX| \n-+-\n |O"
    four_axes = written_in_python("2x3x1x2,2", holding)
    assert [four_axes[each] for each in ("SIZES", "LAYERS", "ROWS", "COLS")] == [
        (2, 3, 1, 2),
        6,
        1,
        2,
    ]


def test_a_torus_is_written_as_the_flat_board_that_it_is_drawn_as() -> None:
    names = written_in_python("2,3,2,torus", "pair")
    assert "SIZES" not in names
    assert [names[each] for each in ("ROWS", "COLS")] == [2, 3]
    assert names["has_line"](0b101)  # a1 and c1 touch
    assert names["draw"](0b101, 0b010) == "X|O|X\n-+-+-\n | | "


@pytest.mark.no_cover
@pytest.mark.parametrize("name", LANGUAGES)
def test_the_head_of_a_file_says_how_cells_are_numbered(name: str) -> None:
    def head(board: str) -> str:
        return LANGUAGES[name]().write(module(Rules.parse(board)))[:400]

    assert "Cells are numbered layer by layer and row by row from 0" in head("3x2x2,2")
    assert "Cells are numbered row by row from 0" in head("3,3,3,torus")
    assert f"noughts emit {name} --board 3,3,3,torus,misere" in head("3,3,3,torus,misere")


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize(
    "word", ["gravity", "wild", "stones=2", "avoider", "gravity,wild,stones=2"]
)
@pytest.mark.parametrize("holding", HELD)
def test_a_module_plays_games_with_answers_from_outside(word: str, holding: str) -> None:
    rules = Rules.parse(f"2,3,3,{word}")
    game, names = slow_game(rules), dict[str, Any]()
    exec(language("python").write(module(rules, holding)), names)
    apart = 1 if holding == "pair" else 2

    def held(state: State) -> tuple[int, ...]:
        x, o = (spread(number(stones), apart) for stones in state)
        return (x, o) if holding == "pair" else (x | o << 1,)

    for state in game.some:
        moves = game.moves(state)
        cells = spread(number(frozenset(move % rules.cells for move in moves)), apart)
        assert names["legal_cells"](*held(state)) == cells
        assert names["turn"](*held(state)) == 1 + game.mover(state)
        assert names["result"](*held(state)) == {None: 0, 1: 1, -1: 2, 0: 3}[game.result(state)]
        for move in moves:
            hand, cell = divmod(move, rules.cells)
            stone = 1 << apart * cell + hand * (rules.cells if holding == "pair" else 1)
            called = ("after_x", "after_o") if holding == "pair" else ("after",)
            after = tuple(names[name](*held(state), stone) for name in called)
            assert after == held(game.play(state, move))


def test_a_guard_of_c_is_one_word_whatever_the_board_is_called() -> None:
    for text in ("3,3,3", "2x2x2,2,misere", "3,3,3,stones=2+2"):
        written = LANGUAGES["c"]().write(module(Rules.parse(text)))
        assert re.search(r"^#ifndef NOUGHTS_\w+_H\n#define NOUGHTS_\w+_H$", written, re.MULTILINE)
