"""Signatures of published releases, in minisign's format: by `litgauge publish --sign`, and by anybody's minisign.

A signature is over manifest.json, which names every file with its hash. Checked is against the publisher's public key,
which a reader has from elsewhere: minisign -Vm manifest.json -p publisher.pub
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from litgauge.tasks.base.errors import ConfigError, UnusableInput
from litgauge.tasks.releases.manifest import MANIFEST, Manifest
from litgauge.tasks.releases.verify import SIGNATURE, Problem

PASSWORD = "LITGAUGE_SIGN_PASSWORD"
"""The environment variable with the password of the secret key."""


def sign_manifest(data: bytes, manifest: Manifest, key: Path) -> bytes:
    """Return the signature of a manifest, the same for the same key and manifest.

    Raises UnusableInput if the key cannot be read or its password is missing or wrong, ConfigError without the extra.
    """
    minisign = _minisign()
    try:
        with minisign.SecretKey.from_bytes(key.read_bytes()) as secret:
            secret.decrypt(os.environ.get(PASSWORD, ""))
            comment = f"{manifest.release} digest:{manifest.digest}"
            return bytes(
                secret.sign(data, trusted_comment=comment, untrusted_comment="signature of a litgauge release")
            )
    except OSError as error:
        raise UnusableInput(f"the key cannot be read ({error.strerror})", where=str(key)) from None
    except (minisign.Error, ValueError) as error:
        raise UnusableInput(
            f"the manifest cannot be signed: {error}",
            where=str(key),
            data="Nothing was published",
            next_step=f"Name the secret key that `minisign -G` made, and put its password into {PASSWORD}",
        ) from None


def check_signature(folder: Path, public_key: str) -> list[Problem]:
    """Return what is wrong with the signature of a published release; [] if this key has signed its manifest.

    `public_key` is the key itself ("RW…") or a file that holds it. Raises UnusableInput if it is neither, ConfigError
    without the extra.
    """
    minisign = _minisign()
    try:
        is_file = Path(public_key).is_file()
        key = minisign.PublicKey
        public = key.from_bytes(Path(public_key).read_bytes()) if is_file else key.from_base64(public_key)
    except (minisign.Error, ValueError, OSError) as error:
        raise UnusableInput(
            f"this is no public key of minisign ({error})",
            where="--public-key",
            next_step="Give the key, which begins with RW, or the file that holds it",
        ) from None
    try:
        signature = minisign.Signature.from_bytes((folder / SIGNATURE).read_bytes())
        public.verify((folder / MANIFEST).read_bytes(), signature)
    except FileNotFoundError:
        return [Problem(SIGNATURE, "it is missing: this release is not signed")]
    except (minisign.Error, ValueError) as error:
        return [Problem(SIGNATURE, f"it is not this key's signature of the manifest ({error})")]
    return []


def _minisign() -> Any:
    try:
        import minisign
    except ImportError:
        raise ConfigError(
            "the extra `sign` is not installed (there is no py-minisign)",
            where="--sign, --public-key",
            data="Nothing was done",
            next_step='Install it with `pip install "litgauge[sign]"`, or use `minisign -Vm manifest.json -p KEY`',
        ) from None
    return minisign
