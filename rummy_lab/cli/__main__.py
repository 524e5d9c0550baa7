"""`python -m rummy_lab.cli` is the `rummy-lab` command, as `python -m rummy_lab` is."""

from rummy_lab.cli import main

if __name__ == "__main__":
    main()
