"""Table of the IP addresses that are not on the public internet.

`ipaddress.is_global` has changed its mind between Python releases and knows no cloud's metadata service, so the
ranges stand here, from IANA's special-purpose registries. IPv6 is the other way round: only global unicast
(2000::/3) is public, less what is listed; ranges outside it are listed for their names.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address

_FORBIDDEN = tuple(
    (ip_network(network), name)
    for network, name in (
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "carrier-grade NAT"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "a cloud's metadata service"),  # Azure; the others lie in ranges that are listed
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "protocol assignments"),
        ("192.0.2.0/24", "documentation"),
        ("192.31.196.0/24", "AS112"),
        ("192.52.193.0/24", "AMT"),
        ("192.88.99.0/24", "6to4 relay"),
        ("192.168.0.0/16", "private"),
        ("192.175.48.0/24", "AS112"),
        ("198.18.0.0/15", "benchmarking"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
        ("2001::/23", "protocol assignments"),  # Teredo among them
        ("2001:db8::/32", "documentation"),
        ("2002::/16", "6to4"),
        ("2620:4f:8000::/48", "AS112"),
        ("3fff::/20", "documentation"),
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("fc00::/7", "private"),
        ("fe80::/10", "link-local"),
        ("fec0::/10", "site-local"),
        ("ff00::/8", "multicast"),
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})
_LAST_32_BITS = 0xFFFFFFFF


def public_address(text: str) -> tuple[Address, str]:
    """Return the address to connect to, and "" if it is public, else the name of the range that forbids it.

    An IPv4 address inside an IPv6 one (mapped) is unwrapped; where it hides behind NAT64 or ISATAP it is judged, too.
    Raises ValueError if `text` is no IP address; a zone ("fe80::1%eth0") is none.

    >>> public_address("::ffff:127.0.0.1")
    (IPv4Address('127.0.0.1'), 'loopback')
    """
    if "%" in text:
        raise ValueError("an address with a zone is no address of the internet")
    address = ip_address(text)
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address, _forbidding(address)


def _forbidding(address: Address) -> str:
    listed = next((name for network, name in _FORBIDDEN if address in network), "")
    if listed or isinstance(address, IPv4Address):
        return listed
    embedded = IPv4Address(int(address) & _LAST_32_BITS)
    if address in _NAT64:
        return _forbidding(embedded)
    if address not in _GLOBAL_V6:
        return "reserved"
    return _forbidding(embedded) if (int(address) >> 32) & _LAST_32_BITS in _ISATAP else ""
