from halfbayes.experiments.fewlabel.plot import draw


def test_the_same_rows_give_the_same_picture(make_row, tmp_path):
    rows = [
        make_row(corpus=corpus, budget=budget, method=method)
        for corpus in ("sms", "webkb")
        for budget in (3, None)
        for method in ("linear-svm", "halfbayes")
    ]
    for name in ("one.svg", "two.svg"):
        draw(rows, tmp_path / name)
    pictures = [(tmp_path / name).read_bytes() for name in ("one.svg", "two.svg")]
    assert pictures[0] == pictures[1]
    assert b"linear SVM" in pictures[0]
