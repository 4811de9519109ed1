"""The few-label benchmark as a page of Markdown, made from its rows and nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from halfbayes.data.corpora import CORPORA
from halfbayes.evaluate.protocols import MOST_TEST, MOST_TRAINING
from halfbayes.experiments.fewlabel.cases import (
    COLUMNS,
    HALVES,
    behind_tables,
    counts_of_cases,
    labels_told,
    table,
)
from halfbayes.experiments.fewlabel.methods import RIVAL_NAMES, TITLES
from halfbayes.experiments.fewlabel.ours import HALFBAYES
from halfbayes.experiments.fewlabel.results import Budget, Row
from halfbayes.experiments.fewlabel.run import Plan
from halfbayes.experiments.fewlabel.summary import (
    LARGER_IS_BETTER,
    RANKED,
    Case,
    Comparison,
    budgets_of,
    comparisons,
    mean_over_corpora,
    mean_rank,
    of_half,
    ratio,
    with_budget,
)

TIMES: Final = ("fit_cpu", "predict_cpu")
TIMED_BUDGET: Final = 100
TIMED_METHODS: Final = frozenset({HALFBAYES, "linear-svm", "logistic-100"})


def write_page(rows: Sequence[Row], path: Path, picture: Path) -> None:
    """Write the page; ``picture`` is linked from it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(page(rows, picture.relative_to(path.parent))) + "\n", "utf-8")


def page(rows: Sequence[Row], picture: Path) -> Iterator[str]:
    """The lines of the page."""
    compared = comparisons(rows)
    yield "<!-- Written by: halfbayes bench fewlabel -o ROWS --page PAGE. Do not edit. -->"
    yield "# Benchmark: few labels"
    yield ""
    yield from _introduction(rows, compared)
    yield f"![Error and log loss against labels per class]({picture.as_posix()})"
    yield ""
    yield from _verdict(compared)
    yield from _speed(compared)
    for half, title in HALVES.items():
        yield from _half(title, of_half(compared, half))
    yield from behind_tables(compared)
    yield from _corpora(rows)


def _introduction(rows: Sequence[Row], compared: Mapping[Case, Comparison]) -> Iterator[str]:
    n_draws = sorted({len(comparison.draws) for comparison in compared.values()})
    most = _draws(n_draws[-1])
    draws = most if len(n_draws) == 1 else f"{n_draws[0]} to {most}"
    yield (
        f"{len({row.corpus for row in rows})} public corpora, {draws} each, the same for "
        "every method. A draw keeps a fifth of every class for testing (at most "
        f"{MOST_TEST:,} documents, with the natural shares of the classes) and takes the "
        "training documents from the rest: so many labels per class, or all a class has where "
        f'it has fewer. "All" is the whole rest, {MOST_TRAINING:,} documents at most.'
    )
    yield ""
    yield (
        "The settings of every method are the same for all corpora; rivals read the fields "
        "joined, as sublinear tf-idf of words (`halfbayes.experiments.fewlabel` says how each "
        "is set up, and why). Where a setting of a rival was chosen by trial (smoothing of "
        "naive Bayes, passes of fastText and Vowpal Wabbit, how the SVM is calibrated), it "
        "was on test documents of the first draw of trec, stackoverflow, bbc and github-"
        "issues, which favours the rival there. The corpora are split once into those looked "
        "at while the model was designed and those only reported; no table mixes the two. "
        "(Three things the second kind has taught: logistic regression was better on CLINC150, "
        "and so many classes got softmax regression; a wide prior on how documents are written "
        "made models of disaster tweets too sure; and their class `not_disaster` is called "
        "what it is not. They were mended without looking at its documents again.) "
        "Error, log loss, calibration error and area (over the curve of accuracy against "
        "coverage) are better when small; coverage, the share of documents that can be "
        "answered with 95 % accuracy, when large. The linear SVM gives no probabilities: the "
        "softmax of its decision values stands for them. Times are CPU seconds of one thread, "
        "reading the text included, on a machine that did other work beside it: compare them "
        "with each other only."
    )
    yield ""
    yield from _knowledge_told()
    yield from _provenance(rows)


def _knowledge_told() -> Iterator[str]:
    yield (
        "Halfbayes knows a little English: a thesaurus of everyday topics says which words are "
        "about the same thing, so that *goalie* tells something of *puck*. It was written from "
        "what words mean, without a look at any corpus or at the names of its classes. Half of "
        "these corpora are about everyday topics all the same: where it knows none of yours, "
        "or your documents are not in English, the row *halfbayes, no thesaurus* is what to "
        "expect, which like its rivals knows no words but those of the documents. "
        "Classes are numbers here, for halfbayes too. A user's labels are names, and "
        "`DocumentClassifier` reads them: a posting with *hockey* in it is of "
        "`rec.sport.hockey`, and one with *puck*, too. The row *halfbayes, told names* is the "
        "program as it comes with the labels of the corpus as they are, good names "
        "(`wordpress`) and bad ones (`C01`). No rival could read names, so this row is no part "
        "of the comparison but where tables say so. Ranks of both rows are those they would "
        "have instead of halfbayes."
    )
    yield ""


def _provenance(rows: Sequence[Row]) -> Iterator[str]:
    """Whether the rows of halfbayes and those of the others are of one run."""
    commits: dict[tuple[str, Budget, int], dict[str, str]] = {}
    for row in rows:
        commits.setdefault((row.corpus, row.budget, row.draw), {})[row.method] = row.commit
    apart = {draw for (*_, draw), found in commits.items() if len(set(found.values())) > 1}
    if not apart:
        return
    timed_together = all(
        len({commit for method, commit in found.items() if method in TIMED_METHODS}) == 1
        for (_, budget, _), found in commits.items()
        if budget == TIMED_BUDGET
    )
    which = "" if apart == {row.draw for row in rows} else f" of {_draws(len(apart))}"
    but = ", but for those by which its speed is told below" if timed_together else ""
    yield (
        f"The rows of halfbayes{which} were measured anew after the others, on the same "
        "documents, when it had changed: its figures are those of the newer program, and its "
        f"times there are not of the same run as the others'{but}."
    )
    yield ""


def _verdict(compared: Mapping[Case, Comparison]) -> Iterator[str]:
    yield "## In short"
    yield ""
    head = [
        "corpora",
        "halfbayes",
        "measure",
        "cases",
        "best",
        "within one s.e. of the best rival",
        "behind",
    ]
    yield from table(head, counts_of_cases(compared))
    yield (
        "A case is a corpus with a budget. Best: halfbayes is level with or ahead of the best "
        f"of the {len(RIVAL_NAMES)} rivals, whichever that is for the case. The best rival is "
        "chosen after the fact, which favours it. A case with one draw has no standard error "
        "and counts as behind when it is lost at all; with few draws the standard error is "
        "itself rough, and among so many cases some differ by chance."
    )
    yield ""


def _speed(compared: Mapping[Case, Comparison]) -> Iterator[str]:
    timed = with_budget(list(compared.values()), TIMED_BUDGET)
    timed = [c for c in timed if set(c.methods) >= TIMED_METHODS]
    if not timed:
        return
    fit = ratio(timed, "fit_cpu", (HALFBAYES, "linear-svm"))
    predict = ratio(timed, "predict_cpu", ("logistic-100", HALFBAYES))
    yield (
        f"With {TIMED_BUDGET} labels per class halfbayes takes {fit:.2f} times the CPU time of "
        f"tf-idf + LinearSVC to fit, and predicts {predict:.1f} times as fast as tf-idf + "
        f"logistic regression (geometric means over {len(timed)} corpora). Every model "
        "predicts once here, and halfbayes lays out its weights and finds out about words in "
        "its first prediction: [later ones](design.md#what-fitting-and-predicting-cost) are "
        "faster. "
        "Other times, of importing and starting too: [speed](speed.md)."
    )
    yield ""


def _half(title: str, compared: Sequence[Comparison]) -> Iterator[str]:
    yield f"## {title}"
    yield ""
    for budget in budgets_of(compared):
        cases = with_budget(compared, budget)
        yield f"### {labels_told(budget)}"
        yield ""
        ranks = [f"rank by {COLUMNS[measure]}" for measure in RANKED]
        head = ["method", *COLUMNS.values(), *ranks]
        yield from table(head, _marked(cases))
        yield f"Mean of {len(cases)} corpora: {', '.join(c.corpus for c in cases)}."
        yield ""


def _marked(cases: Sequence[Comparison]) -> list[list[str]]:
    """A line for each method; the best of each column is bold."""
    methods = cases[0].methods
    columns = [
        (
            [mean_over_corpora(cases, measure, method) for method in methods],
            "{:.2f}" if measure in TIMES else "{:.3f}",
            measure in LARGER_IS_BETTER,
        )
        for measure in COLUMNS
    ]
    columns += [
        ([mean_rank(cases, measure, method) for method in methods], "{:.2f}", False)
        for measure in RANKED
    ]
    cells = [[TITLES[method] for method in methods]]
    for values, form, larger in columns:
        written = [form.format(value) for value in values]
        best = form.format(max(values) if larger else min(values))
        cells.append([f"**{text}**" if text == best else text for text in written])
    return [list(line) for line in zip(*cells, strict=True)]


def _corpora(rows: Sequence[Row]) -> Iterator[str]:
    yield "## The corpora"
    yield ""
    lines = []
    for name, description in CORPORA.items():
        of_corpus = [row for row in rows if row.corpus == name]
        if of_corpus:
            fields, n_classes = ", ".join(description.fields), str(of_corpus[0].n_classes)
            source = description.source
            lines.append([name, description.half, fields, n_classes, source, of_corpus[0].data])
    head = ["corpus", "half", "fields", "classes", "where it is from", "digest of the file"]
    yield from table(head, lines)
    commits = sorted({row.commit for row in rows if row.method == HALFBAYES and row.commit})
    yield (
        "Seeds, versions and digests are in every row of `benchmarks/results/fewlabel.jsonl`."
        + (f" halfbayes at commit {', '.join(commits)}." if commits else "")
    )


def _draws(number: int) -> str:
    return "one draw" if number == 1 else f"{number} draws"


def short_table(rows: Sequence[Row], plan: Plan) -> Iterator[str]:
    """Mean error, log loss and coverage of the plan's methods by budget, for a terminal."""
    wanted = [
        row
        for row in rows
        if row.corpus in plan.corpora
        and row.budget in plan.budgets
        and row.method in plan.methods
        and row.draw < plan.draws
    ]
    compared = list(comparisons(wanted).values())
    for budget in budgets_of(compared):
        cases = with_budget(compared, budget)
        yield ""
        yield f"{labels_told(budget)}, mean of {len(cases)} corpora"
        heads = [COLUMNS[measure] for measure in (*RANKED, *TIMES)]
        yield f"{'':<32}" + "".join(f"{head:>18}" for head in heads)
        for method in cases[0].methods:
            values = [mean_over_corpora(cases, name, method) for name in (*RANKED, *TIMES)]
            yield f"{TITLES[method]:<32}" + "".join(f"{value:>18.3f}" for value in values)


__all__ = ["page", "short_table", "write_page"]
