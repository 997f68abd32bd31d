"""Retrieval: embeddings, BM25, nearest neighbours, and indexes that are kept on a storage."""
