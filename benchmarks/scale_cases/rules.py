"""What every case reads, and the rule that gives every size the counted model."""

from dataclasses import replace

from halfbayes.classifier.size import STANDARD

TEXT = ["subject", "body"]
COUNTED = replace(STANDARD, documents=10)
WHOLE = replace(STANDARD, documents=10**9, text_bytes=10**12)
