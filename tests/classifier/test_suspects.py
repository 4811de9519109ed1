from halfbayes.classifier.lessons import lesson
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.suspects import suspect_columns, suspects
from halfbayes.classifier.trust import SuspectLabel
from halfbayes.data.delimited import read_delimited

TASK = lesson(
    read_delimited("label,text\n,gone\nart,paint it\nlaw,sue them\n", "t.csv"),
    "label",
    Roles(text=("text",)),
)


def test_a_suspect_is_told_with_the_line_it_is_on():
    (suspect,) = suspects(TASK, [SuspectLabel(1, "law", 0.0123456, "art")])
    told = "line 4 of t.csv: labelled law (1.2 % probable), rather art: sue them"
    assert str(suspect) == told


def test_rows_of_suspects_come_worst_first_with_all_their_columns():
    found = [SuspectLabel(1, "law", 0.01, "art"), SuspectLabel(0, "art", 0.02, "law")]
    rows, added = suspect_columns(TASK, suspects(TASK, found))
    assert rows == {"label": ["law", "art"], "text": ["sue them", "paint it"]}
    assert added["suggested"] == ["art", "law"]
