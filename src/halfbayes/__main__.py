"""``python -m halfbayes`` is the command line."""

from halfbayes.cli import main

if __name__ == "__main__":
    main(prog_name="halfbayes")
