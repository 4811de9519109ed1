import numpy as np
import pytest
from experiments.numbers import summary_of

from halfbayes.experiments.ngjordan2001 import figure1
from halfbayes.experiments.ngjordan2001.datasets import Dataset
from halfbayes.experiments.reproduction import Measurement


def gaussian_data(n=120, d=3):
    rng = np.random.default_rng(0)
    y = (np.arange(n) % 3 == 0).astype(np.intp)
    X = rng.random((n, d)) + 0.5 * y[:, np.newaxis]
    columns = {f"x{j}": [str(v) for v in X[:, j]] for j in range(d)}
    return Dataset(X, y, None, columns)


def curves(title, bayes, logistic):
    return [
        Measurement(title, method, value, 0, x=float(x))
        for method, values in ((figure1.NAIVE_BAYES, bayes), (figure1.LOGISTIC, logistic))
        for x, value in enumerate(values, 1)
    ]


def test_a_split_has_both_classes_in_training_and_nothing_twice():
    y, rng = gaussian_data().y, np.random.default_rng(1)
    for _ in range(50):
        training, test = figure1.random_split(y, 3, rng)
        assert 0 < y[training].sum() < 3
        assert len(set(training) | set(test)) == len(y)


def test_both_methods_learn_and_are_better_with_more_examples():
    dataset = gaussian_data()
    errors = [
        figure1.draw_errors(dataset, m, np.random.default_rng(0), sets=100) for m in (4, 60)
    ]
    for method in (figure1.NAIVE_BAYES, figure1.LOGISTIC):
        assert errors[1][method] < errors[0][method]
        assert errors[1][method] < 0.3
    today = figure1.halfbayes_draw(dataset, 60, np.random.default_rng(0), sets=1)
    assert 0.0 <= today < 0.4


def test_a_discrete_data_set_is_read_as_categories():
    dataset = gaussian_data()
    columns = {"a": ["x" if label else "z" for label in dataset.y]}
    X = np.column_stack([dataset.y == 1, dataset.y == 0]).astype(float)
    discrete = Dataset(X, dataset.y, np.array([2, 2]), columns)
    errors = figure1.draw_errors(discrete, 6, np.random.default_rng(0), sets=50)
    assert max(errors.values()) < 0.05
    assert figure1.halfbayes_draw(discrete, 6, np.random.default_rng(0), sets=3) < 0.05


def test_a_panel_is_drawn_and_remarked_upon():
    title = figure1.DATASETS["pima"].title
    further = [
        Measurement(title, method, value, 0, figure1.BEYOND, 400.0)
        for method, value in ((figure1.NAIVE_BAYES, 0.3), (figure1.LOGISTIC, 0.2))
    ]
    summary = summary_of(*curves(title, [0.5, 0.4, 0.3], [0.21, 0.2, 0.2]), *further)
    assert len(figure1.draw(summary).axes) == 1
    assert "pima 1" in figure1.remarks(summary)[0]
    assert "m = 400: 0.300 and 0.200" in figure1.remarks(summary)[1]


def test_sizes_grow_to_the_last():
    for most in (8, 30, 300):
        found = figure1.sizes(most, 10)
        assert found == sorted(set(found))
        assert found[-1] == most
        assert found[0] >= 2


def test_every_training_set_is_measured_by_rivals_and_by_todays_classifier():
    tasks = figure1.tasks(quick=True)
    assert len({task.key for task in tasks}) == len(tasks)
    assert sum(task.today for task in tasks) == len(tasks) / 2


def test_a_data_set_that_may_be_missing_and_is_has_no_panel(tmp_path):
    settings = {"dataset": "sonar", "m": 4, "draws": 1, "series": ""}
    assert figure1.run(settings, tmp_path) == []


def test_a_task_measures_a_data_set(tmp_path, monkeypatch):
    monkeypatch.setattr(figure1, "SETS", 10)
    (tmp_path / "uci").mkdir()
    dataset = gaussian_data()
    rows = zip(*dataset.columns.values(), np.where(dataset.y == 1, "M", "R"), strict=True)
    (tmp_path / "uci" / "sonar.csv").write_text("\n".join(map(", ".join, rows)))
    settings = {"dataset": "sonar", "m": 20, "draws": 2, "series": ""}
    found = figure1.run(settings, tmp_path)
    assert {one.column for one in found} == {"naive Bayes", "logistic regression"}
    assert {one.seed for one in found} == {0, 1}
    found = figure1.run({**settings, "today": True}, tmp_path)
    assert [one.column for one in found] == ["halfbayes", "halfbayes"]


def test_every_draw_has_training_sets_of_its_own_and_todays_classifier_the_same(
    tmp_path, monkeypatch
):
    def drawn(_, __, rng, **___):
        return float(rng.integers(2**52))

    monkeypatch.setattr(figure1, "load_dataset", lambda *_: None)
    monkeypatch.setattr(figure1, "halfbayes_draw", drawn)
    monkeypatch.setattr(figure1, "draw_errors", lambda *given, **_: {"rival": drawn(*given)})
    settings = {"dataset": "pima", "m": 20, "draws": 4, "series": ""}
    rivals = [one.value for one in figure1.run(settings, tmp_path)]
    today = [one.value for one in figure1.run({**settings, "today": True}, tmp_path)]
    assert len(set(rivals)) == 4
    assert today == rivals


@pytest.mark.parametrize(("last", "marked"), [(0.2, [[2.5, 2.5]]), (0.4, [])])
def test_an_upright_line_marks_the_m_where_the_curves_cross(last, marked):
    title = figure1.DATASETS["pima"].title
    summary = summary_of(*curves(title, [0.3, 0.3, 0.3], [0.4, 0.4, last]))
    [axes] = figure1.draw(summary).axes
    found = [line.get_xdata() for line in axes.lines if line.get_linestyle() == ":"]
    assert [list(x) for x in found] == [pytest.approx(x) for x in marked]
