"""`python -m spielzug` is the command `spielzug`."""

from spielzug.cli import main

if __name__ == "__main__":
    main()
