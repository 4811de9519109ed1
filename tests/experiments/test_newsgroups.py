import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from halfbayes.errors import MissingCorpusError
from halfbayes.experiments.newsgroups import FILE, load_newsgroups


def test_postings_are_read_by_group(tmp_path):
    columns = {"group": ["a", "b", "a"], "subject": ["s", "t", None], "body": ["x", "y", "z"]}
    pq.write_table(pa.table(columns), tmp_path / FILE)
    postings = load_newsgroups(tmp_path)
    of_a = postings.rows(np.flatnonzero(postings.groups == "a"))
    assert (of_a.subjects, of_a.bodies) == (["s", ""], ["x", "z"])


def test_a_missing_file_says_where_to_get_it(tmp_path):
    with pytest.raises(MissingCorpusError, match="Lang 1995"):
        load_newsgroups(tmp_path)


@pytest.mark.data
def test_there_are_all_postings(data_folder):
    postings = load_newsgroups(data_folder)
    assert len(postings.bodies) == 19_997
    assert len(set(postings.groups.tolist())) == 20
