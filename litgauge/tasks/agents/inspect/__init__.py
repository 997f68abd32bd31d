"""inspect_ai both ways: a release as a task of it, and its logs as agent runs (extra `inspect`)."""
