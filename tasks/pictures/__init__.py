"""Pictures as agents and the web give them: checked, decoded within limits, drawn from SVG, measured.

Decoding is done in fences (`tasks.fences`), by what the extra `figures` installs; without it every function that needs
pixels raises ConfigError that names the extra.
"""
