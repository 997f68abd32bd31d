"""The one metric of the miniature benchmark."""
