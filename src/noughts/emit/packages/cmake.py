"""The package for CMake and pkg-config: a header for each board, with a prefix for its names."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.emit.c import C
from noughts.emit.packages.boards import Board, about, readme

LISTS = """cmake_minimum_required(VERSION 3.15)
project(%(package)s VERSION %(version)s LANGUAGES C)
include(GNUInstallDirs)

add_library(%(target)s INTERFACE)
add_library(%(space)s::rules ALIAS %(target)s)
set_target_properties(%(target)s PROPERTIES EXPORT_NAME rules)
target_compile_features(%(target)s INTERFACE c_std_99)
target_include_directories(%(target)s INTERFACE
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

set(there ${CMAKE_INSTALL_DATADIR})
string(REGEX REPLACE "[^/]+" ".." up ${there}/pkgconfig)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS %(target)s EXPORT %(package)s-config)
install(EXPORT %(package)s-config NAMESPACE %(space)s:: DESTINATION ${there}/%(package)s/cmake)
configure_file(%(package)s.pc.in %(package)s.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/%(package)s.pc DESTINATION ${there}/pkgconfig)

if(CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)
  enable_testing()
  add_executable(paths tests/paths.c)
  target_link_libraries(paths PRIVATE %(space)s::rules)
  add_test(NAME paths COMMAND paths)
endif()
"""

FOR_PKG_CONFIG = """prefix=${pcfiledir}/@up@
Name: %(package)s
Description: %(about)s
Version: @PROJECT_VERSION@
Cflags: -I${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
"""

USE = """
After `cmake -B build && cmake --install build --prefix FOLDER`, a program finds the headers by
CMake:

```cmake
find_package(%(package)s REQUIRED)
target_link_libraries(program PRIVATE %(space)s::rules)
```

or by `pkg-config --cflags %(package)s`. With FetchContent or `add_subdirectory`, leave out
`find_package`.
"""

EXAMPLE = """#include <stdio.h>
#include "noughts/b%(name)s.h"

int main(void) {
    const %(kind)s none = {0};
    char text[%(capitals)s_DRAWING];
    puts(b%(name)s_draw(none, none, text));
    return b%(name)s_turn(none, none) != 1; /* X moves first */
}"""

COUNTING = """static uint64_t paths_of_b%(name)s(%(kind)s x, %(kind)s o, int depth) {
    uint64_t found = 0;
    if (depth == 0) return 1;
    for (int cell = 0; cell < (int)%(capitals)s_CELLS; cell++) {
        if (!(b%(name)s_legal_cells(x, o) >> cell & 1)) continue;
        for (int hand = 0; hand < %(hands)s; hand++) {
            const %(kind)s stone = (%(kind)s)1 << (cell + hand * (int)%(capitals)s_CELLS);
            found += paths_of_b%(name)s(b%(name)s_after_x(x, o, stone),
                                        b%(name)s_after_o(x, o, stone), depth - 1);
        }
    }
    return found;
}"""


def files(package: str, boards: list[Board], version: str) -> Iterator[tuple[str, str]]:
    """The path and the text of each file of the package."""
    includes, functions, checks = [], [], []
    for board in boards:
        yield f"include/noughts/b{board.name}.h", C(f"b{board.name}_").write(board.module)
        includes.append(f'#include "noughts/b{board.name}.h"')
        if board.in_a_word:
            functions.append(COUNTING % _words(board))
            checks += [
                f"    if (paths_of_b{board.name}(0, 0, {depth}) != {count}) return 1;"
                for depth, count in enumerate(board.paths)
            ]
    words = {
        "package": package,
        "target": package.replace("-", "_"),
        "space": package.removesuffix("-rules"),
        "version": version.partition(".dev")[0],
        "about": about(boards),
    }
    yield "CMakeLists.txt", LISTS % words
    yield f"{package}.pc.in", FOR_PKG_CONFIG % words
    whole = [
        "\n".join(includes),
        *functions,
        "\n".join(["int main(void) {", *checks, "    return 0;", "}"]),
    ]
    yield "tests/paths.c", "\n\n".join(whole)
    test = "cmake -B build && cmake --build build && ctest --test-dir build"
    shown = EXAMPLE % _words(boards[0])
    yield "README.md", readme(package, boards, "a header each", "c", shown, test) + USE % words


def _words(board: Board) -> dict[str, object]:
    narrow = "uint32_t" if board.module.bits <= 32 else "uint64_t"
    kind = narrow if board.rules.cells <= 64 else f"b{board.name}_board"
    return {**board.words, "kind": kind, "capitals": f"B{board.name.upper()}"}
