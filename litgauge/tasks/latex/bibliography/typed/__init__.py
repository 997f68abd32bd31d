r"""Bibliographies that are no \bibitem, and what cites them: typed lists, works in notes, pandoc's targets."""
