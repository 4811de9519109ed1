"""What a report tells: plain numbers and text, whatever made them.

*Checked* documents have a known class and were judged by a model that had not learnt from them.
Texts are as they came: the page escapes them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """What is promised at one accuracy, and where the documents go then."""

    accuracy: float
    answered: int  # of the checked documents
    wrong: int  # of those
    threshold: float | None  # least confidence that is answered; None: nothing is promised
    measured: float  # share of the checked documents that had this accuracy, perhaps by luck
    piles: tuple[int, ...]  # documents answered automatically, by class of the ``Sorting``

    @property
    def holds(self) -> bool:
        """Whether anything is promised."""
        return self.threshold is not None


@dataclass(frozen=True, slots=True)
class Instead:
    """A lower accuracy than was asked for that can be promised."""

    accuracy: float
    answered: int  # checked documents


@dataclass(frozen=True, slots=True)
class Sorting:
    """How many documents go where, for every accuracy that may be asked for."""

    classes: tuple[str, ...]
    folded: int  # classes that the last of them stands for; 0 where each stands for itself
    documents: int  # that are sorted
    are_new: bool  # the documents of another table, or the checked ones
    checked: int
    confidence: float  # with which the accuracy is promised
    steps: tuple[Step, ...]  # by accuracy
    chosen: int  # place of the step that was asked for
    instead: Instead | None = None  # what can be promised where that cannot

    @property
    def asked(self) -> Step:
        """The step that was asked for."""
        return self.steps[self.chosen]


@dataclass(frozen=True, slots=True)
class Curve:
    """Accuracy among the surest documents, and a band that holds everywhere at once."""

    coverage: tuple[float, ...]
    accuracy: tuple[float, ...]
    band_coverage: tuple[float, ...]
    band_low: tuple[float, ...]
    band_high: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """A share, the interval that holds its true value, and what it was counted on."""

    value: float
    low: float
    high: float
    documents: int


@dataclass(frozen=True, slots=True)
class Growth:
    """The error by number of labels, measured up to today and expected after."""

    measured: tuple[tuple[int, Measured], ...]
    expected: tuple[tuple[int, Measured], ...]  # the first is today
    answered: tuple[tuple[int, Measured], ...]  # share promised at the accuracy asked for
    accuracy: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Documents of about one confidence, and how often they were right."""

    confidence: float
    accuracy: Measured


@dataclass(frozen=True, slots=True)
class Confusions:
    """Which class is taken for which."""

    classes: tuple[str, ...]
    table: tuple[tuple[int, ...], ...]  # own by given class; empty where there are too many
    pairs: tuple[tuple[str, str, int], ...]  # own, given, documents: most frequent first


@dataclass(frozen=True, slots=True)
class Region:
    """The say of one part of the documents."""

    name: str
    share: float
    length: float | None  # its share of the words


@dataclass(frozen=True, slots=True)
class ClassRow:
    """How one class fares among the checked documents."""

    name: str
    documents: int
    given: int  # documents that were given this class
    right: int  # of these
    answered: int  # given it automatically at the accuracy asked for
    words: tuple[str, ...]  # that point to it


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text and how it leans: 3 strongly for the class, -3 strongly against."""

    text: str
    leaning: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A document and what spoke for and against its class."""

    kind: str
    place: str | None  # what it is called; None where that is not known
    fields: tuple[tuple[str, tuple[Piece, ...]], ...]
    label: str
    given: str
    probability: float
    against: str
    supporting: tuple[tuple[str, float], ...]
    opposing: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Oddity:
    """A document unlike the others."""

    place: str | None
    excerpt: str
    label: str | None  # None where it has none yet
    less_typical: float  # share of the training documents


@dataclass(frozen=True, slots=True)
class Novelty:
    """How the model fares on usual and on unusual documents."""

    errors: tuple[Measured, ...]  # by fifths of the checked documents, the least typical first
    new: tuple[int, ...]  # new documents as typical as each fifth; empty without new ones
    oddities: tuple[Oddity, ...]
    oddities_are_new: bool


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A label that is probably wrong."""

    place: str | None
    excerpt: str
    label: str
    probability: float
    suggested: str


@dataclass(frozen=True, slots=True)
class Suspicions:
    """Labels that are worth a second look."""

    total: int
    level: float  # probability below which a label is listed
    listed: tuple[Suspicion, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything a report tells."""

    documents: int  # training documents
    groups: str | None = None  # column whose groups were left out whole
    copies: str = ""  # what copies among them do to it: a sentence, where they are many
    accuracy: Measured | None = None  # of all answers; None where no document was checked
    calibration_error: float | None = None
    sorting: Sorting | None = None
    curve: Curve | None = None
    growth: Growth | None = None
    bins: tuple[Bin, ...] = ()
    confusions: Confusions | None = None
    regions: tuple[Region, ...] = ()
    classes: tuple[ClassRow, ...] = ()
    examples: tuple[Example, ...] = ()
    novelty: Novelty | None = None
    suspicions: Suspicions | None = None
    settings: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()  # what is not told, and why: sentences


__all__ = [
    "Bin",
    "ClassRow",
    "Confusions",
    "Curve",
    "Example",
    "Findings",
    "Growth",
    "Instead",
    "Measured",
    "Novelty",
    "Oddity",
    "Piece",
    "Region",
    "Sorting",
    "Step",
    "Suspicion",
    "Suspicions",
]
