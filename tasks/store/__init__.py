"""Stage outputs by content key, blobs by hash, and releases."""
