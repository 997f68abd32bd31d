"""No address that is not public is ever opened: not as a literal, a name, a redirect, or at the second look-up."""

from __future__ import annotations

import datetime
import ipaddress
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import httpcore
import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.http.guard import GuardedBackend, GuardedTransport, check_url, public_address
from tests.tables import each_row
from tests.web.web import OTHER_PUBLIC, PUBLIC, PUBLIC_V6, QUICK, SITE, Web

QUICK_WITHOUT_ROBOTS = QUICK.model_copy(update={"robots": False})

FORBIDDEN = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "169.254.0.1", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "192.0.2.1", "198.18.0.1",
    "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1",
    "::127.0.0.1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:a9fe:a9fe",
    "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1",
    "5f00::1", "4000::1", "2001::1", "2001:db8::1", "3fff::1", "2606:4700::5efe:127.0.0.1",
    "2606:4700::200:5efe:10.0.0.1",
]  # fmt: skip
ALLOWED = [PUBLIC, OTHER_PUBLIC, PUBLIC_V6, "1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "100.63.255.255",
           "100.128.0.1", "192.0.1.1", "223.255.255.255", "2001:4860:4860::8888", "64:ff9b::1.1.1.1",
           "::ffff:1.1.1.1"]  # fmt: skip


@pytest.mark.parametrize("address", FORBIDDEN)
async def test_a_name_that_resolves_to_a_forbidden_address_is_not_opened(web: Web, address: str) -> None:
    web.names["trap.example"] = [address]

    page = await web.fetch("http://trap.example/article")

    assert (page.status, page.reason) == ("refused", "private-address")
    assert web.opened == []


@pytest.mark.parametrize("address", FORBIDDEN)
async def test_a_forbidden_literal_is_neither_looked_up_nor_opened(web: Web, address: str) -> None:
    host = f"[{address}]" if ":" in address else address

    page = await web.fetch(f"http://{host}/article")

    assert (page.status, page.reason) == ("refused", "private-address")
    assert (web.opened, web.looked_up) == ([], {})


@each_row("address", ALLOWED)
def test_public_addresses_are_public(address: str) -> None:
    assert public_address(address)[1] == ""


@given(st.ip_addresses(v=4))
def test_the_table_forbids_all_that_python_calls_private(address: ipaddress.IPv4Address) -> None:
    if not address.is_global or address.is_multicast:
        assert public_address(str(address))[1]
    assert public_address(f"::ffff:{address}") == public_address(str(address))
    assert bool(public_address(f"64:ff9b::{address}")[1]) == bool(public_address(str(address))[1])


@given(st.ip_addresses(v=6))
def test_the_table_forbids_all_that_python_calls_private_in_ipv6(address: ipaddress.IPv6Address) -> None:
    holds_ipv4 = address.ipv4_mapped is not None or address in ipaddress.ip_network("64:ff9b::/96")
    if not holds_ipv4 and (not address.is_global or address.is_multicast or address.is_reserved):
        assert public_address(str(address))[1]


@pytest.mark.parametrize(
    ("url", "rule"),
    [
        ("http://2130706433/", "private-address"),
        ("http://0x7f000001/", "private-address"),
        ("http://0x7f.1/", "private-address"),
        ("http://0177.0.0.1/", "private-address"),
        ("http://017700000001/", "private-address"),
        ("http://127.1/", "private-address"),
        ("http://0/", "private-address"),
        ("http://127.0.0.1./", "private-address"),
        ("http://１２７.０.０.１/", "private-address"),
        ("http://127。0。0。1/", "private-address"),
        ("http://①②⑦.0.0.1/", "private-address"),
        ("http://[::ffff:7f00:1]:80/", "private-address"),
        ("HTTP://[0:0:0:0:0:0:0:1]/", "private-address"),
        ("http://0x01010101/", "bad-url"),  # public, but in disguise
        ("http://[fe80::1%25eth0]/", "bad-url"),
        ("http://256.256.256.256/", "bad-url"),
        ("http://1.2.3.4.5/", "bad-url"),
        ("http://user@journal.example/", "credentials"),
        ("http://user:password@127.0.0.1/", "credentials"),
        ("http://journal.example@127.0.0.1/", "credentials"),
        ("http://127.0.0.1%2f@journal.example/", "credentials"),
        ("http://journal.example\\@127.0.0.1/", "bad-url"),
        ("http://journal.example:22/", "port"),
        ("http://journal.example:25/", "port"),
        ("http://journal.example:6379/", "port"),
        ("http://journal.example:0/", "port"),
        ("http://journal.example:70000/", "port"),
        ("file:///etc/passwd", "scheme"),
        ("ftp://journal.example/", "scheme"),
        ("gopher://127.0.0.1:6379/_x", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("data:text/html,<p>hi", "scheme"),
        ("http:///etc/passwd", "bad-url"),
        ("http:/127.0.0.1/", "bad-url"),
        ("//127.0.0.1/", "bad-url"),
        ("http://journal\r\n.example/", "bad-url"),
        ("http://journal.example\t/", "bad-url"),
        ("http://-x.example/", "bad-url"),
        ("http://a..b/", "bad-url"),
        ("http://" + "a" * 64 + ".example/", "bad-url"),
        ("http://journal.example/" + "a" * 9_000, "bad-url"),
        ("", "bad-url"),
    ],
)
async def test_what_a_url_says_by_itself(web: Web, url: str, rule: str) -> None:
    with pytest.raises(Rejected) as refusal:
        check_url(url)
    assert refusal.value.rule == rule

    page = await web.fetch(url)

    assert page.reason == rule
    assert page.status == ("unreachable" if rule == "bad-url" else "refused")
    assert (web.opened, web.looked_up) == ([], {})


@each_row(
    "url, requested",
    [
        ("http://journal.example./a#part", "http://journal.example/a"),
        ("HTTPS://Journal.EXAMPLE:443/A b", "https://journal.example/A%20b"),
        ("http://bücher.example/ü?q=ä", "http://xn--bcher-kva.example/%C3%BC?q=%C3%A4"),
        ("http://ⓙournal.example/", "http://journal.example/"),
        ("http://journal.example:8080/", "http://journal.example:8080/"),
        (f"http://[{PUBLIC_V6}]:8080/a", f"http://[{PUBLIC_V6}]:8080/a"),
        ("https://doi.org/10.1175/1520-0469(1963)020<0130:dnf>2.0.co;2",
         "https://doi.org/10.1175/1520-0469(1963)020%3C0130:dnf%3E2.0.co;2"),
        ("https://journal.example/?a=1&b=http://127.0.0.1/@x", "https://journal.example/?a=1&b=http://127.0.0.1/@x"),
    ],
)  # fmt: skip
def test_what_is_requested(url: str, requested: str) -> None:
    assert str(check_url(url)) == requested
    assert str(check_url(requested)) == requested


@given(st.text(max_size=40), st.sampled_from(["", "http://", "https://", "http://127.0.0.1", "http://[", "HTTP:\\\\"]))
def test_any_string_is_refused_or_becomes_a_plain_web_address(text: str, start: str) -> None:
    try:
        url = check_url(start + text)
    except Rejected:
        return
    assert url.scheme in {"http", "https"}
    assert url.userinfo == b""
    assert url.raw_host.isascii()
    assert url.raw_host != b"127.0.0.1"


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1/secret", "http://127.0.0.1:8080/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/",
        "http://[::ffff:169.254.169.254]/", "//127.0.0.1/secret", "http://0x7f.1/", "http://2130706433/", "http://0177.0.0.1/",
        "http://inside.example/", "http://localhost/", "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:6379/_",
        "http://user:pw@127.0.0.1/", "http://journal.example:22/",
    ],
)  # fmt: skip
async def test_a_redirect_leads_nowhere_that_an_address_would_not(web: Web, target: str) -> None:
    web.names |= {"inside.example": ["10.0.0.5"], "localhost": ["127.0.0.1", "::1"]}

    page = await web.fetch(f"http://{SITE}/redirect?to={quote(target, safe='')}")

    assert page.status == "refused"
    assert {address for address, _ in web.opened} == {PUBLIC}
    assert len(web.asked) == 1


async def test_a_page_that_sends_its_reader_inside_by_itself(web: Web) -> None:
    page = await web.fetch(f"http://{SITE}/refresh-inside")

    assert (page.status, page.reason) == ("refused", "private-address")
    assert {address for address, _ in web.opened} == {PUBLIC}


async def test_a_name_that_resolves_differently_the_second_time(web: Web) -> None:
    """Rebinding: the address that was judged is the one that is opened, and a second connection is judged anew."""
    web.names["rebind.example"] = [[PUBLIC], ["127.0.0.1"]]
    target = quote("http://rebind.example:8080/article", safe="")

    first = await web.fetch("http://rebind.example/article", QUICK_WITHOUT_ROBOTS)
    second = await web.fetch(f"http://{SITE}/redirect?to={target}", QUICK_WITHOUT_ROBOTS)

    assert first.status == "ok"
    assert (second.status, second.reason) == ("refused", "private-address")
    assert web.looked_up["rebind.example"] == 2
    assert web.opened == [(PUBLIC, 80), (PUBLIC, 80)]


async def test_each_connection_rests_on_one_look_up(web: Web) -> None:
    web.names["rebind.example"] = [[PUBLIC], ["169.254.169.254"]]

    page = await web.fetch("http://rebind.example/article", QUICK_WITHOUT_ROBOTS)

    assert page.status == "ok"
    assert web.looked_up["rebind.example"] == 1
    assert web.opened == [(PUBLIC, 80)]


async def test_a_name_with_a_public_and_a_private_address_is_a_trap(web: Web) -> None:
    web.names["mixed.example"] = [PUBLIC, "127.0.0.1"]

    page = await web.fetch("http://mixed.example/article")

    assert (page.status, page.reason) == ("refused", "private-address")
    assert web.opened == []


async def test_what_is_no_address_is_not_opened(web: Web) -> None:
    web.names["odd.example"] = ["fe80::1%eth0"]

    page = await web.fetch("http://odd.example/article")

    assert page.status == "refused"
    assert web.opened == []


async def test_a_mapped_address_is_opened_as_what_it_is(web: Web) -> None:
    web.names["mapped.example"] = [f"::ffff:{PUBLIC}"]

    page = await web.fetch("http://mapped.example/article", QUICK_WITHOUT_ROBOTS)

    assert page.status == "ok"
    assert web.opened == [(PUBLIC, 80)]


async def test_the_next_address_is_tried_where_one_does_not_answer(web: Web) -> None:
    tried = []

    async def connect(address: str, port: int, timeout_s: float | None) -> httpcore.AsyncNetworkStream:
        tried.append(address)
        if address == PUBLIC_V6:
            raise httpcore.ConnectError("no route")
        return await web.connect(address, port, timeout_s)

    web.names[SITE] = [PUBLIC_V6, PUBLIC]
    async with GuardedTransport(web.resolve, connect) as transport:
        answer = await transport.handle_async_request(httpx.Request("GET", f"http://{SITE}/article"))
        await answer.aclose()

    assert answer.status_code == 200
    assert tried == [PUBLIC_V6, PUBLIC]


async def test_the_transport_guards_by_itself(web: Web) -> None:
    async with web.transport() as transport:
        with pytest.raises(Rejected):
            await transport.handle_async_request(httpx.Request("GET", "http://127.0.0.1/"))

    assert web.opened == []


async def test_proxies_of_the_environment_are_not_used(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy would look up the name again, and somewhere else."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")

    page = await web.fetch(f"http://{SITE}/article")

    assert page.status == "ok"


async def test_the_real_resolver_and_connector_do_not_reach_this_machine(web: Web) -> None:
    """Nothing is injected here: `localhost` is looked up by the system."""
    async with GuardedTransport() as transport:
        for host in ("127.0.0.1", "localhost"):
            with pytest.raises(Rejected) as refusal:
                await transport.handle_async_request(httpx.Request("GET", f"http://{host}:{web.port}/article"))
            assert refusal.value.rule == "private-address"

    assert web.asked == []


async def test_no_socket_of_this_machine_is_opened(tmp_path: Path) -> None:
    with pytest.raises(NotImplementedError):
        await GuardedBackend().connect_unix_socket(str(tmp_path / "docker.sock"))


async def test_an_unknown_name(web: Web) -> None:
    page = await web.fetch("http://nowhere.example/")

    assert (page.status, page.reason) == ("unreachable", "dns")


async def test_a_resolver_that_is_down_is_our_fault(web: Web) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    web.resolve = resolve  # type: ignore[method-assign]
    page = await web.fetch(f"http://{SITE}/article")

    assert (page.status, page.reason) == ("failed", "dns-busy")


class TestTls:
    """The connection goes to a number, the certificate is that of the name."""

    @pytest.fixture
    def secure(self, tmp_path: Path) -> Iterator[Web]:
        key, certificate = _certificate(SITE, tmp_path)
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(certificate, key)
        with Web(tls=server, trust=ssl.create_default_context(cafile=str(certificate))) as web:
            yield web

    async def test_the_name_is_asked_for_and_checked(self, secure: Web) -> None:
        page = await secure.fetch(f"https://{SITE}/article", QUICK_WITHOUT_ROBOTS)

        assert page.status == "ok"
        assert secure.opened == [(PUBLIC, 443)]
        assert secure.server_names == [SITE]
        assert secure.hosts == [SITE]

    async def test_a_certificate_of_another_name(self, secure: Web) -> None:
        secure.names["other.example"] = [PUBLIC]

        page = await secure.fetch("https://other.example/article", QUICK_WITHOUT_ROBOTS)

        assert (page.status, page.reason) == ("failed", "tls")
        assert secure.asked == []
        assert len(secure.opened) == 1  # a certificate does not get better by asking again

    async def test_a_certificate_of_nobody(self, secure: Web) -> None:
        secure.trust = ssl.create_default_context()

        page = await secure.fetch(f"https://{SITE}/article", QUICK_WITHOUT_ROBOTS)

        assert (page.status, page.reason) == ("failed", "tls")


def _certificate(name: str, folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    key_file, certificate_file = folder / "key.pem", folder / "certificate.pem"
    key_file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return key_file, certificate_file
