import pytest

from halfbayes.cli.answering import explain
from halfbayes.errors import InvalidInputError


def test_an_empty_table_has_no_line_to_explain(model, tmp_path):
    (tmp_path / "t.csv").write_text("title,body,amount,channel\n", "utf-8")
    options = {
        "model": str(model),
        "table": str(tmp_path / "t.csv"),
        "lines": (2,),
        "rows": (),
        "first": 1,
    }
    with pytest.raises(InvalidInputError, match="begins on line 2; the first is missing"):
        explain({**options, "words": 3})
