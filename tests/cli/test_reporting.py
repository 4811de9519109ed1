import re

from cli.tables import call


def test_a_page_goes_to_a_file_in_a_folder_that_is_there(model, tmp_path):
    result = call("report", model, "-o", "-")
    assert result.exit_code == 2
    assert "name one with -o" in result.stderr
    assert call("report", model, "-o", tmp_path / "none" / "page.html").exit_code == 2


def test_documents_are_called_by_their_places_in_the_files(table, tmp_path):
    """As ``label-errors`` calls them: by the line where they begin."""
    page = tmp_path / "page.html"
    result = call("report", table, table, "--label", "topic", "-o", page, "-q")
    assert result.exit_code == 0
    places = re.findall(r"line (\d+) of", page.read_text("utf-8"))
    assert len(places) > 3
    assert min(map(int, places)) >= 2  # the names of the columns are on the first
    assert not re.search(r"document&nbsp;\d|document \d", page.read_text("utf-8"))
