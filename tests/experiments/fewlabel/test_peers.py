import sys

import numpy as np
import pytest

from halfbayes.errors import MissingExtraError
from halfbayes.experiments.fewlabel.peers import PEERS, fasttext, is_installed, vowpal_wabbit

FIELDS = {"text": ["cat cats", "the cat", "cat food", "dog dogs", "the dog", "dog food"] * 3}
Y = np.tile([0, 0, 0, 1, 1, 1], 3)


@pytest.mark.parametrize("name", PEERS)
def test_a_peer_gives_probabilities_and_learns_what_is_plain(name):
    if not is_installed(name):
        pytest.skip(f"{name} is not installed: pip install 'halfbayes[peers]'")
    P = PEERS[name](FIELDS, Y)({"text": ["cat", "dog", ""]})
    assert P.shape == (3, 2)
    np.testing.assert_allclose(P.sum(axis=1), 1.0)
    assert P.argmax(axis=1)[:2].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("peer", "module"), [(fasttext, "fasttext"), (vowpal_wabbit, "vowpalwabbit")]
)
def test_a_peer_that_is_missing_is_named_with_the_command_that_installs_it(
    peer, module, monkeypatch
):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=rf"{module}.*pip install 'halfbayes\[peers\]'"):
        peer(FIELDS, Y)


def test_what_is_no_peer_is_always_installed():
    assert is_installed("halfbayes")
