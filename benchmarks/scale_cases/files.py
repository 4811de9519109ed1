"""Documents in files: FOLDER MODEL [MEGABYTES], which --memory may be."""

import sys
from dataclasses import replace
from pathlib import Path

from rules import COUNTED, TEXT

from halfbayes.classifier.counted import CountedSettings
from halfbayes.classifier.document import holding
from halfbayes.classifier.file_training import FileLesson, counted_from_files, task_of
from halfbayes.classifier.roles import Roles
from halfbayes.data.streams import streamed
from halfbayes.data.workspace import workspace

if __name__ == "__main__":
    folder, output, *megabytes = sys.argv[1:]
    rule = replace(COUNTED, memory=int(megabytes[0]) * 10**6) if megabytes else COUNTED
    roles = Roles(tuple(TEXT))
    lesson = FileLesson(streamed(folder), "label", roles)
    settings = CountedSettings(roles, rule=rule)
    with workspace(Path(f"{output}.part"), task_of(lesson, settings)) as store:
        learnt, _ = counted_from_files(lesson, settings, store, lambda _stage, _share: None)
        holding(learnt, text=TEXT).save(output)
