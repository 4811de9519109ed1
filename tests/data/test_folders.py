import pytest

from halfbayes.data.folders import file_bytes, read_folder, table_files
from halfbayes.data.formats import FOUND_OUT
from halfbayes.data.parquet import parquet_bytes
from halfbayes.errors import InvalidInputError


def write(folder, **files) -> None:
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def test_the_files_of_one_table_are_read_in_the_order_of_their_names(tmp_path):
    write(tmp_path, b_csv="label,text\nb,two\n", a_csv="label,text\na,one\n")
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / ".a.csv.crc").write_bytes(b"\xff")
    sheet = read_folder(tmp_path, FOUND_OUT)
    assert dict(sheet.columns) == {"label": ["a", "b"], "text": ["one", "two"]}
    assert sheet.place(1) == "line 2 of b.csv"


def test_parquet_parts_are_one_table(tmp_path):
    for i in range(3):
        write(tmp_path, **{f"{i}_parquet": parquet_bytes({"n": [i]})})
    sheet = read_folder(tmp_path, FOUND_OUT)
    assert sheet.columns["n"] == [0, 1, 2]
    assert sheet.arrow.column("n").to_pylist() == [0, 1, 2]


def test_json_parts_as_spark_writes_them_are_one_table_and_leave_keys_out(tmp_path):
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / "part-0.json").write_text('{"label": "a", "text": "one"}\n')
    (tmp_path / "part-1.json").write_text('{"label": "b"}\n')
    sheet = read_folder(tmp_path, FOUND_OUT)
    assert dict(sheet.columns) == {"label": ["a", "b"], "text": ["one", None]}


def test_a_folder_for_each_class_gives_the_label(tmp_path):
    write(tmp_path, spam__b_txt="buy", spam__deep__a_txt="now", ham__x="hi", ham__m_eml="\nyo")
    sheet = read_folder(tmp_path, FOUND_OUT)
    assert sheet.columns["label"] == ["ham", "ham", "spam", "spam"]
    assert sheet.columns["file"] == ["ham/m.eml", "ham/x", "spam/b.txt", "spam/deep/a.txt"]
    assert sheet.columns["text"] == [None, "hi", "buy", "now"]
    assert sheet.columns["body"] == ["yo", None, None, None]
    assert set(sheet.text) == {"subject", "body", "text"}


def test_a_folder_of_texts_has_no_labels(tmp_path):
    write(tmp_path, a_txt="one", b_txt=b"caf\xe9")
    sheet = read_folder(tmp_path, FOUND_OUT)
    assert dict(sheet.columns) == {"file": ["a.txt", "b.txt"], "text": ["one", "café"]}
    assert len(sheet.notes) == 1


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "has no documents"),
        ({"a__b_csv": "x\n1\n"}, "holds tables"),
        ({"label=a__b_csv": "x\n1\n"}, "rows whose 'label' is 'a'.*learn .* with --spark"),
        ({"a_csv": "x\n1\n", "readme_md": "hello"}, "also readme.md, which is none"),
        ({"a_csv": "x\n1\n", "b_csv": "y\n1\n"}, "have the same columns"),
        (
            {"a_csv": "x\n1\n", "more__b_csv": "x\n1\n", "more__deep__c_csv": "x\n1\n"},
            "holds tables such as a.csv, and .*more holds 2 more, such as b.csv; put all",
        ),
        ({"a_csv": "x\n1\n", "y=1__b_csv": "x\n1\n"}, "rows whose 'y' is '1'"),
        ({"a_csv": "x\n1\n", "b_jsonl": ""}, "b.jsonl is empty; .* as a JSON object"),
    ],
)
def test_a_folder_that_is_no_table_is_refused(tmp_path, files, message):
    write(tmp_path, **files)
    with pytest.raises(InvalidInputError, match=message):
        read_folder(tmp_path, FOUND_OUT)


def test_a_folder_without_tables_beside_tables_is_passed_over(tmp_path):
    write(tmp_path, a_csv="x\n1\n", notes__b_txt="hello")
    (tmp_path / "_old").mkdir()
    (tmp_path / "_old" / "c.csv").write_text("x\n2\n")
    assert read_folder(tmp_path, FOUND_OUT).columns == {"x": ["1"]}
    assert table_files(tmp_path) == [tmp_path / "a.csv"]


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path):
    with pytest.raises(InvalidInputError, match=r"cannot read .*: No such file or directory"):
        file_bytes(tmp_path / "none.csv")


def test_a_file_beside_folders_of_documents_is_refused(tmp_path):
    (tmp_path / "ham").mkdir()
    (tmp_path / "README.md").write_text("what this is")
    assert read_folder(tmp_path, FOUND_OUT).n_rows == 1
    (tmp_path / "ham" / "a.txt").write_text("hello")
    with pytest.raises(InvalidInputError, match=r"holds README\.md, and also the folder ham"):
        read_folder(tmp_path, FOUND_OUT)
    (tmp_path / "README.md").unlink()
    assert read_folder(tmp_path, FOUND_OUT).columns["label"] == ["ham"]


def test_a_link_to_nothing_is_refused(tmp_path):
    write(tmp_path, a_txt="one")
    (tmp_path / "b.txt").symlink_to(tmp_path / "gone.txt")
    with pytest.raises(InvalidInputError, match=r"b\.txt is a link to nothing"):
        read_folder(tmp_path, FOUND_OUT)
