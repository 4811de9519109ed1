from cli.tables import call


def test_a_page_goes_to_a_file_in_a_folder_that_is_there(model, tmp_path):
    result = call("report", model, "-o", "-")
    assert result.exit_code == 2
    assert "name one with -o" in result.stderr
    assert call("report", model, "-o", tmp_path / "none" / "page.html").exit_code == 2
