"""Figures of a report: pictures in any notation, with captions, sources, types, and how a judge is shown them."""
