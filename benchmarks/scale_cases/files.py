"""Documents in files: FOLDER MODEL."""

import sys
from pathlib import Path

from rules import COUNTED, TEXT

from halfbayes.classifier.counted import CountedSettings
from halfbayes.classifier.document import holding
from halfbayes.classifier.file_training import FileLesson, counted_from_files, task_of
from halfbayes.classifier.roles import Roles
from halfbayes.data.streams import streamed
from halfbayes.data.workspace import workspace

if __name__ == "__main__":
    folder, output = sys.argv[1:]
    roles = Roles(tuple(TEXT))
    lesson = FileLesson(streamed(folder), "label", roles)
    settings = CountedSettings(roles, rule=COUNTED)
    with workspace(Path(f"{output}.part"), task_of(lesson, settings)) as store:
        learnt, _ = counted_from_files(lesson, settings, store, lambda _stage, _share: None)
        holding(learnt, text=TEXT).save(output)
