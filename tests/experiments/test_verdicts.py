import pytest
from experiments.numbers import reproduction_of, summary_of
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.verdicts import (
    CLOSE,
    DIFFERS,
    NOT_COMPARABLE,
    REPRODUCED,
    combined_error,
    counts_text,
    judged,
    total_counts,
)


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [(0.2, REPRODUCED), (0.21, REPRODUCED), (0.225, CLOSE), (0.16, DIFFERS), (0.3, DIFFERS)],
)
def test_a_single_draw_is_judged_by_relative_distance(ours, verdict):
    reproduction = reproduction_of(cells=[("r", "c", 0.2)])
    [cell] = judged(reproduction, summary_of(Measurement("r", "c", ours))).cells
    assert cell.verdict == verdict


def test_noise_widens_what_counts_as_reproduced():
    noisy = [Measurement("r", "c", value, i) for i, value in enumerate((0.2, 0.3, 0.4))]
    reproduction = reproduction_of(cells=[("r", "c", 0.2)])
    [cell] = judged(reproduction, summary_of(*noisy)).cells
    assert cell.verdict == REPRODUCED
    e = cell.ours.standard_error
    assert combined_error(cell.ours, None) == e
    assert combined_error(cell.ours, 3) == pytest.approx(e * 2**0.5)


def test_notes_give_the_reason_and_may_give_the_verdict():
    notes = [
        {"row": "a", "reason": "other data", "verdict": NOT_COMPARABLE},
        {"row": "*", "reason": "unknown smoothing"},
    ]
    cells = [("a", "c", 1.0), ("b", "c", 1.0), ("d", "c", 1.0)]
    summary = summary_of(
        Measurement("a", "c", 1.0), Measurement("b", "c", 2.0), Measurement("d", "c", 1.0)
    )
    found = judged(reproduction_of(cells=cells, notes=notes), summary).cells
    assert [(cell.verdict, cell.reason) for cell in found] == [
        (NOT_COMPARABLE, "other data"),
        (DIFFERS, "unknown smoothing"),
        (REPRODUCED, ""),
    ]


def test_a_claim_holds_or_not_and_cells_not_measured_are_not_judged():
    reproduction = reproduction_of(
        cells=[("r", "c", 1.0)],
        claims=[("yes", "it is"), ("no", "it is not"), ("untested", "?")],
        found={"yes": (True, "5 of 5"), "no": (False, "0 of 5")},
    )
    judgement = judged(reproduction, summary_of())
    assert judgement.cells == ()
    assert [claim.verdict for claim in judgement.claims] == [REPRODUCED, DIFFERS]
    assert counts_text(judgement.counts) == "1 reproduced, 1 differs"
    assert total_counts([judgement, judgement])[DIFFERS] == 2


def test_a_claim_whose_data_were_not_at_hand_is_not_comparable():
    found = {"all": (False, "two of three", False)}
    reproduction = reproduction_of(claims=[("all", "all of them")], found=found)
    [claim] = judged(reproduction, summary_of()).claims
    assert (claim.verdict, claim.reason) == (NOT_COMPARABLE, "two of three")


@given(st.floats(0.01, 1.0), st.floats(0.01, 1.0), st.floats(0.0, 1.0))
def test_moving_towards_the_papers_number_never_worsens_the_verdict(paper, ours, share):
    order = [REPRODUCED, CLOSE, DIFFERS]
    reproduction = reproduction_of(cells=[("r", "c", paper)])

    def rank(value):
        [cell] = judged(reproduction, summary_of(Measurement("r", "c", value))).cells
        return order.index(cell.verdict)

    assert rank(paper + share * (ours - paper)) <= rank(ours)
