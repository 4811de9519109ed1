"""Write the papers page and its pictures from the recorded results.

python tools/papers_page.py            write docs/papers.md and docs/images/papers/*.svg
python tools/papers_page.py --check    fail if the page is not what would be written
"""

import sys
from pathlib import Path

from halfbayes.experiments.papers_page import (
    page_text,
    recorded,
    verdicts_line,
    write_pictures,
)

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "experiments" / "results"
PAGE = ROOT / "docs" / "papers.md"
PICTURES = ROOT / "docs" / "images" / "papers"

if __name__ == "__main__":
    results = recorded(RESULTS)
    text = page_text(results)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text, "utf-8")
        write_pictures(results, PICTURES)
        print(verdicts_line(results))
    elif PAGE.read_text("utf-8") != text:
        raise SystemExit(f"{PAGE.name} is not current; run python tools/papers_page.py")
