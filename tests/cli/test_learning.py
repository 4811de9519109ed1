import pytest

from halfbayes.cli.learning import fitted_model, read_lesson
from halfbayes.cli.session import Session

OPTIONS = {
    "label": "topic",
    "text": ("body",),
    "numeric": (),
    "categorical": (),
    "language": None,
    "threads": 1,
}


@pytest.mark.parametrize("language", [None, "german"])
def test_a_lesson_is_read_and_learnt_as_the_options_say(table, language):
    session, options = Session.of(OPTIONS), {**OPTIONS, "language": language}
    task, bad = read_lesson(session, str(table), options)
    model = fitted_model(session, task, options)
    assert bad == 0
    assert model.roles_.text == ("body",)
    assert model.language == language
