"""Compiled templates, kept in the user's cache: compiling them takes a fifth of what a report page does."""

from __future__ import annotations

import hashlib
import marshal
import sys
from functools import cache
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

from litgauge.tasks.base.user_cache import cached_bytes, keep_cached


class TemplateCode(jinja2.BytecodeCache):
    """Code of templates by their text, and by what compiles them."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the bucket its code, if it was kept."""
        content = cached_bytes(_file_of(bucket)) or b""
        digest, code = content[: hashlib.sha256().digest_size], content[hashlib.sha256().digest_size :]
        if hashlib.sha256(code).digest() == digest:
            bucket.code = marshal.loads(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of the bucket."""
        code = marshal.dumps(bucket.code)
        keep_cached(_file_of(bucket), hashlib.sha256(code).digest() + code)


def _file_of(bucket: Bucket) -> str:
    depends = (bucket.key, bucket.checksum, _compiler(bucket.environment))
    return f"templates-{hashlib.sha256(' '.join(depends).encode()).hexdigest()}.bin"


@cache
def _compiler(environment: jinja2.Environment) -> str:
    """Return what says how templates become code; a filter of a constant is applied when a template is compiled."""
    functions = (*environment.filters.values(), environment.finalize)
    modules = {str(getattr(function, "__module__", "")) for function in functions}
    files = [Path(sys.modules[name].__file__ or "") for name in sorted(modules) if name.startswith("litgauge.")]
    texts = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return f"{jinja2.__version__} {sys.implementation.cache_tag} {sys.hexversion} {texts}"
