"""A miniature benchmark that lives in the tests alone: topics, ranked lists as answers, points that pass 1 and 0."""
