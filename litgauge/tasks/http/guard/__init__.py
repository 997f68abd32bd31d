"""Guard: no address that is not on the public internet is ever opened, and there is no way to turn it off.

Two lines of defence. `check_url` refuses what an address says by itself: scheme, user and password, port, IP
literals. `GuardedTransport` is the only way to the network, and it opens no connection but to an IP address that it has
just looked up and judged: between check and connection there is no second look-up that could give another answer, and
every redirect passes both lines again.
"""

from litgauge.tasks.http.guard.connections import Connector, GuardedBackend, GuardedTransport, Resolver
from litgauge.tasks.http.guard.ranges import public_address
from litgauge.tasks.http.guard.urls import check_url

__all__ = ["Connector", "GuardedBackend", "GuardedTransport", "Resolver", "check_url", "public_address"]
