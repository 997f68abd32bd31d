"""Certificates of servers that are trusted. Reading them takes longer than many a request: done once a process."""

from __future__ import annotations

import ssl
from functools import cache

import httpx


@cache
def trusted_certificates(*, from_environment: bool = True) -> ssl.SSLContext:
    """Return the context of TLS connections; SSL_CERT_FILE and SSL_CERT_DIR count unless told otherwise."""
    return httpx.create_ssl_context(trust_env=from_environment)
