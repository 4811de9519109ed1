"""Learning from tables in files, some rows at a time.

A table in small files is read at once (``data.readers``). A larger one is measured first, up to
the size at which the counted model begins (``size``): one that is smaller than that is read at
once too, so that wherever documents are, the same ones give the same model.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from halfbayes.classifier.counted import ENDS, CountedSettings, counted_model
from halfbayes.classifier.glance import Glance
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.lessons import (
    examination,
    parted,
    require_columns,
    require_label,
    require_others,
)
from halfbayes.classifier.progress import Passes, Progress, untold
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.sample import Labelled
from halfbayes.classifier.size import Size, SizeRule
from halfbayes.classifier.table import Table
from halfbayes.data.columns import values
from halfbayes.data.identity import Content
from halfbayes.data.sheets import BadRow, Sheet, refuse_bad, require_same_columns
from halfbayes.data.streams import TableFiles
from halfbayes.data.workspace import Workspace
from halfbayes.engines.files import FilesEngine, Portion
from halfbayes.engines.freed_memory import keep_freed_memory
from halfbayes.engines.pace import START, Position
from halfbayes.engines.totals import added
from halfbayes.errors import ChangedInputError

STATES: Final = 5
"""How states are written: a run of another release does not go on from those of this one."""

AT_ONCE: Final = 64 << 20
"""Bytes of files that are read at once: with everything a model needs, some 2 GB of memory."""


@dataclass(frozen=True, slots=True)
class FileLesson:
    """Files with labels, and what is read of them."""

    files: TableFiles
    label: str
    roles: Roles
    skip_bad: bool = False

    def sheets(self, start: Position = START) -> Iterator[tuple[Sheet, Position]]:
        """Portions that have every column that is read."""
        for sheet, following in self.files.portions(start):
            yield self._complete(sheet), following

    def with_roles(self) -> "FileLesson":
        """The same with roles guessed from a glance at all rows, where nobody named them."""
        if self.roles.used:
            return self
        glance: Glance | None = None
        typed, of_files = True, dict[str, Sheet]()
        for sheet, _ in self.files.portions():
            if sheet.n_rows:
                kept = parted(self._complete(sheet), self.label)[0]
                names = [name for name in kept.columns if name != self.label]
                require_others(names, kept.columns, sheet.origins[0].name)
                of_files.setdefault(sheet.origins[0].name, sheet.rows([0]))
                cells = {name: list(values(kept, name)) for name in names}
                labels = list(values(kept, self.label))
                glance = added(glance, Glance.of(Table(cells, kept.n_rows), labels))
                typed = typed and sheet.typed
        require_same_columns(list(of_files.values()))
        if glance is None:
            return self
        return replace(self, roles=glance.roles(typed=typed, label=self.label))

    def is_counted(self, rule: SizeRule) -> bool:
        """Whether there are so many documents that the counted model is fitted."""
        total = Size()
        for portion, _ in self.files.portions():
            labelled = self.label in portion.columns
            sheet = parted(portion, self.label)[0] if labelled else portion
            there = tuple(name for name in self.roles.text if name in sheet.columns)
            table = Table(sheet.columns, sheet.n_rows)
            total += Size.of(table, Roles(text=there))
            if rule.counts(total):
                return True
        return False

    def _complete(self, sheet: Sheet) -> Sheet:
        if sheet.n_rows == 0:
            return sheet
        if sheet.of_keys:
            return sheet.with_keys([self.label, *self.roles.used])
        where = sheet.origins[0].name
        require_label(self.label, sheet.columns, where, "; name the right one with --label")
        require_columns(self.roles, sheet.columns, where)
        return sheet


@dataclass(frozen=True, slots=True)
class LabelledPortions:
    """The documents of files, portion by portion; rows set aside are kept in the workspace."""

    lesson: FileLesson
    store: Workspace
    passed: Callable[[float], object] = untold  # told what share of them was gone over

    def portions(self, start: Position) -> Iterator[Portion[Labelled]]:
        """Those from ``start`` on; rows that cannot be used are an error, or set aside.

        How many there are is not known: what was gone over is told by the length of the text,
        against the size of the files.
        """
        lesson, n_bytes, seen = self.lesson, max(self.lesson.files.n_bytes, 1), 0
        for sheet, following in lesson.sheets(start):
            if sheet.n_rows or sheet.bad:
                task = examination(sheet, lesson.label, lesson.roles)
                self._settle(task.sheet.bad, following)
                self._note("unlabelled", task.unlabelled.n_rows, following)
                if task.labels:
                    table = Table(task.columns, len(task.labels))
                    length = Size.of(table, lesson.roles).text_bytes
                    yield Portion(Labelled(table, task.labels), length, following)
                    seen += length
                    self.passed(seen / n_bytes)

    def set_aside(self) -> list[BadRow]:
        """All rows that were set aside, in the order of the files."""
        return [row for name in self.store.names("bad-") for row in self.store.load(name)]

    def n_unlabelled(self) -> int:
        """How many rows have no label."""
        return sum(self.store.load(name) for name in self.store.names("unlabelled-"))

    def _settle(self, bad: tuple[BadRow, ...], following: Position) -> None:
        if not self.lesson.skip_bad:
            refuse_bad(bad[:1])  # how many there are in all is not known yet
        self._note("bad", bad, following)

    def _note(self, kind: str, what: Any, following: Position) -> None:
        """Keep what there is to tell of a portion; the next pass over it changes nothing."""
        if what:
            file, place = following
            self.store.save(f"{kind}-{file:06}-{place:09}", what)


def task_of(lesson: FileLesson, settings: CountedSettings) -> dict[str, Any]:
    """All that the outcome depends on: another task must not go on from the states of this."""
    dialect = lesson.files.dialect
    return {
        "files": lesson.files.identities,
        "rows": lesson.files.rows,
        "reading": [dialect.encoding, dialect.delimiter],
        "label": lesson.label,
        "states": STATES,
        "skip_bad": lesson.skip_bad,
        "settings": repr(replace(settings, threads=None)),
    }


def counted_from_files(
    lesson: FileLesson, settings: CountedSettings, store: Workspace, tell: Progress
) -> tuple[Learnt, list[BadRow]]:
    """The counted model of the documents in files, and the rows that were set aside."""
    keep_freed_memory()
    before = lesson.files.contents
    passes = Passes(tell, ENDS)
    portions = LabelledPortions(lesson, store, passes.passed)
    engine = FilesEngine(portions, store, settings.rule.memory, settings.rule.checkpoint)
    learnt = counted_model(engine, settings, passes.begin)
    _check_unchanged(lesson.files, before)
    tell("done", 1.0)
    return learnt, portions.set_aside()


def _check_unchanged(files: TableFiles, before: list[Content]) -> None:
    pairs = zip(before, files.contents, strict=True)
    changed = [place for place, (was, found) in enumerate(pairs) if was != found]
    if changed:
        raise ChangedInputError(
            f"{files.paths[changed[0]]} changed while it was read; train again, from a copy "
            "that stays as it is"
        )


__all__ = ["AT_ONCE", "FileLesson", "LabelledPortions", "counted_from_files", "task_of"]
