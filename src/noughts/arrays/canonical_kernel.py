"""The loops that find the least image of every position; `canonical` compiles them.

A position is one word or two; the first word is compared first. Each step makes the next image of a
position from the previous image, until all images have been made. A step is applied to a whole
block of positions, so that the inner loops can be vectorised.
"""

from __future__ import annotations

import numpy as np
from numpy import uint64 as u64

from noughts.kernels.compiler import GIVEN
from noughts.kernels.dtypes import Bools, Int64s, Uint64s

POSITION_WORDS: int = GIVEN  # in a position
BLOCK = 1024  # positions whose words stay in the nearest cache


def take_step(
    words: Uint64s, images: Uint64s, size: int, mask: np.uint64, shift: np.uint64, up: bool
) -> None:
    """Add to `images` the bits of `words` under a mask, shifted up or down."""
    for w in range(POSITION_WORDS):
        word, image = words[w], images[w]
        if up:
            for i in range(size):
                image[i] |= (word[i] & mask) << shift
        else:
            for i in range(size):
                image[i] |= (word[i] & mask) >> shift


def keep_least(images: Uint64s, least: Uint64s, size: int) -> None:
    """Keep the lesser of two images of each position."""
    if POSITION_WORDS == 1:
        one, one_least = images[0], least[0]
        for i in range(size):
            one_least[i] = min(one[i], one_least[i])
    else:
        one, two, one_least, two_least = images[0], images[1], least[0], least[1]
        for i in range(size):
            less = (one[i] < one_least[i]) | ((one[i] == one_least[i]) & (two[i] < two_least[i]))
            one_least[i] = one[i] if less else one_least[i]
            two_least[i] = two[i] if less else two_least[i]


def least_images(
    positions: Uint64s, masks: Uint64s, shifts: Uint64s, ups: Bools, ends: Int64s
) -> None:
    """Replace every position of `positions`, [POSITION_WORDS, n], with its least image.

    A step is the OR of several shifts. Each shift has an entry in `masks`, `shifts` and `ups`, and
    `ends` holds, for each step, the index after the entries of its last shift.
    """
    words, images, least = np.empty((3, POSITION_WORDS, BLOCK), np.uint64)
    for at in range(0, positions.shape[1], BLOCK):
        size = min(BLOCK, positions.shape[1] - at)
        for w in range(POSITION_WORDS):
            for i in range(size):
                words[w, i] = least[w, i] = positions[w, at + i]
        move = 0
        for end in ends:
            for w in range(POSITION_WORDS):
                for i in range(size):
                    images[w, i] = u64(0)
            while move < end:
                take_step(words, images, size, masks[move], shifts[move], ups[move])
                move += 1
            keep_least(images, least, size)
            words, images = images, words
        for w in range(POSITION_WORDS):
            for i in range(size):
                positions[w, at + i] = least[w, i]
