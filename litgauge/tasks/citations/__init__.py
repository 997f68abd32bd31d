"""Citations and printed references: what stands in a text, and which known work it means.

- `marks`: citation marks in running text ([3], (Lee, 2020), links, the marks of products);
- `works.read_printed`: the works that a printed list or BibTeX names, as `PrintedWork`;
- `printed`: the model that divides a printed reference into authors, title, venue and year;
- `addresses`, `identifiers`: pages, DOIs, arXiv ids and OpenAlex numbers of a URL;
- `resolving.Resolver`: the known work that a printed one is, with the rule and the evidence.
"""
