"""The images of a board, in the numbering of the certificate checkers."""

from __future__ import annotations

MOST_IMAGES = 512  # of a board; any further images are not used


class Images:
    """Applies images to sets of cells, and finds the least image of a position."""

    def __init__(self, images: list[tuple[int, ...]]) -> None:
        self._to = [[cell.bit_length() - 1 for cell in image] for image in images[:MOST_IMAGES]]
        self._numbers = {tuple(to): number for number, to in enumerate(self._to)}
        self._backs = [sorted(range(len(to)), key=to.__getitem__) for to in self._to]
        undoing = enumerate(map(tuple, self._backs))
        self._undoing = {n: self._numbers[to] for n, to in undoing if to in self._numbers}
        self._bytes = [
            [
                [sum(1 << to for n, to in enumerate(part) if byte >> n & 1) for byte in range(256)]
                for part in (to[at : at + 8] for at in range(0, len(to), 8))
            ]
            for to in self._to
        ]

    def turned(self, cells: int, image: int) -> int:
        """The cells to which an image takes the given cells, computed a byte at a time."""
        found = 0
        for part in self._bytes[image] if image else ():
            found |= part[cells & 255]
            cells >>= 8
        return found if image else cells

    def least(self, words: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """The least of all images of these words, and the number of this image."""
        best, found, first = words, 0, words[0]
        for image in range(1, len(self._to)):
            start = self.turned(first, image)
            if start <= best[0]:
                other = (start, *(self.turned(word, image) for word in words[1:]))
                if other < best:
                    best, found = other, image
        return best, found

    def back(self, cells: int, image: int) -> int:
        """The cells that this image takes to the given cells."""
        return self.turned(cells, self._undoing[image])

    def between(self, first: int, second: int) -> int:
        """The image that applies `first` and then undoes `second`."""
        back = self._backs[second]
        return self._numbers[tuple(back[to] for to in self._to[first])]
