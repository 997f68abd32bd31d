"""The same text with known pairs of statement and work, written in every shape that products and exports use."""
