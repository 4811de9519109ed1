import pytest

from halfbayes.errors import InvalidInputError
from halfbayes.experiments.registry import FOLDER
from halfbayes.experiments.specification import Note, beside, read_specification

FILES = sorted(FOLDER.glob("*/*.toml"))
TEXT = """
name = "paper/table1"
title = "T"
source = "S, page 1"
protocol = "P"
{}
"""


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_specification_names_its_source_its_protocol_and_what_can_be_judged(path):
    spec = read_specification(path)
    assert spec.title
    assert spec.protocol.strip()
    assert any(word in spec.source.lower() for word in ("page", "section", "figure", "slide"))
    assert spec.cells or spec.claims
    assert len({(c.row, c.column, c.series, c.x) for c in spec.cells}) == len(spec.cells)
    assert beside(str(path.with_suffix(".py"))) == spec


def test_what_is_not_known_is_refused(tmp_path):
    path = tmp_path / "table1.toml"
    for wrong in ('colour = "red"', '[[cells]]\nrow = "a"', "[tolerance]\nlarge = 1", "= 3"):
        path.write_text(TEXT.format(wrong))
        with pytest.raises(InvalidInputError, match=r"table1\.toml is not the specification"):
            read_specification(path)


def test_notes_are_about_rows_and_columns_by_pattern():
    note = Note("why", row="8*", column="NB")
    assert note.is_about("800", "NB")
    assert not note.is_about("250", "NB")
    assert not note.is_about("800", "SVM")
