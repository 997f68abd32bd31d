"""The endpoint's key: found when the first call needs it, shown nowhere."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.secrets import know_secret

SecretResolver = Callable[[str], str | None]


class ApiKey:
    """The key of that name, from the resolver (a secret store), else from the environment."""

    __slots__ = ("_lock", "_resolver", "_value", "name")

    def __init__(self, name: str, resolver: SecretResolver | None = None) -> None:
        self.name = name
        self._resolver = resolver
        self._value: str | None = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"ApiKey({self.name!r})"

    def reveal(self) -> str:
        """The key, for the Authorization header alone; "" if none is needed.

        Call it where no event loop runs: secret stores block. Raises ConfigError if it is missing, or cannot be a key.
        """
        with self._lock:
            if self._value is None:
                self._value = self._find()
                know_secret(self._value)
            return self._value

    def _find(self) -> str:
        if not self.name:
            return ""
        value = (self._resolver(self.name) if self._resolver else None) or os.environ.get(self.name, "")
        value = value.strip()
        if not value:
            raise ConfigError(
                f"no key: {self.name} is neither in the environment nor among the secrets",
                where="api_key_env",
                data="No call was made",
                next_step=f"Set {self.name}, or leave api_key_env empty for an endpoint without keys",
            )
        if not (value.isascii() and value.isprintable() and " " not in value):
            raise ConfigError(
                f"{self.name} holds characters that no key has (blanks, line breaks, quotes from a word processor)",
                where="api_key_env",
                next_step=f"Set {self.name} again",
            )
        return value
