"""What a move is worth, as one reads it."""

from __future__ import annotations

import pytest

from noughts.players.judgement import Judgement


@pytest.mark.parametrize(
    ("judgement", "label", "share"),
    [
        (Judgement(0, 1, 3), "W3", 1),
        (Judgement(0, 0, 9), "D9", 0.5),
        (Judgement(0, -1, 2), "L2", 0),
        (Judgement(0, 1), "W", 1),
        (Judgement(0, 0.25, proved=False), "62%", 0.625),
        (Judgement(0, -0.2, proved=False), "40%", 0.4),
    ],
    ids=repr,
)
def test_what_is_proved_has_a_letter_and_plies_and_what_is_judged_a_share(
    judgement: Judgement, label: str, share: float
) -> None:
    assert judgement.label == label
    assert judgement.share == pytest.approx(share)
