"""Stages of a study: topics, the material for each setting, and the tables of a release."""
