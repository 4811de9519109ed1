import pytest
from experiments.raina2003.postings import WORDS, write_postings


@pytest.fixture(scope="session")
def two_groups(tmp_path_factory):
    """A folder of corpora with two groups."""
    return write_postings(tmp_path_factory.mktemp("groups"), list(WORDS))
