"""What ``export`` does, with what is computed below it."""

from collections.abc import Mapping
from typing import Any

from halfbayes.classifier.export import check_export, write_weights
from halfbayes.classifier.opened import learnt_in
from halfbayes.cli.session import Session, check_model, sources
from halfbayes.data.writers import STANDARD_OUTPUT


def export(options: Mapping[str, Any]) -> None:
    """Write the weights of a model."""
    session, output = Session.of(options), str(options["output"])
    session.refuse_both(output)
    check_export(output, *sources(options))
    check_model(options["model"], "export MODEL")
    learnt = learnt_in(options["model"])
    n_features = write_weights(learnt, output, safe_csv=options["safe_csv"])
    if output == STANDARD_OUTPUT:
        return
    plain = {"output": output, "features": n_features, "classes": learnt.classes.tolist()}
    line = f"{n_features:,} features of {len(learnt.classes)} classes, in {output}."
    session.report(() if session.quiet else [line], plain)


__all__ = ["export"]
