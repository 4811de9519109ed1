"""The front door: tables of documents to classes, with what each answer is worth."""
