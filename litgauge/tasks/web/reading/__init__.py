"""Conversion of server answers to text, by their content, whatever the headers say."""
