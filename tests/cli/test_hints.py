"""What the hints of a board say."""

from __future__ import annotations

from noughts.cli.text.hints import legend
from noughts.players import Judgement


def test_a_legend_explains_what_is_shown_and_nothing_else() -> None:
    proved, judged = Judgement(0, 1, 3), Judgement(1, 0.5, proved=False)
    said = [[*legend(hints, False)] for hints in ([proved], [judged], [proved, judged], [])]
    assert [len(lines) for lines in said] == [1, 1, 2, 0]
    assert "judged, not proved" in said[1][0]
    assert [*legend([judged], True)] != said[1]
