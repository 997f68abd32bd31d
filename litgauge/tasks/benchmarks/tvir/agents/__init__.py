"""TVIR-Agent: planner, image searcher, chart generator, writer and polisher (section 4 of the paper)."""
