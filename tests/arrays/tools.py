"""What the tests of random games share: every draw of random bits, a game each."""


def every_draw(bits: int) -> tuple[list[int], int]:
    """The slices of so many random bits in all 2**bits ways to draw them, and `everyone`.

    Game g draws the digits of g in binary.
    """
    games = 1 << bits
    slices = []
    for bit in range(bits):
        each, width = (1 << (1 << bit)) - 1 << (1 << bit), 2 << bit
        while width < games:
            each, width = each | each << width, 2 * width
        slices.append(each)
    return slices, (1 << games) - 1
