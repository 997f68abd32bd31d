"""Settings of fetching cited pages; the defaults suit a laptop and are polite."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.http import USER_AGENT


class EvidenceSettings(BaseModel):
    """Limits and manners. What the guard refuses is not among them: it cannot be switched off."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    user_agent: str = Field(
        USER_AGENT,
        title="User agent",
        min_length=1,
        pattern=r"^[\x20-\x7e]+$",
        description="User agent of requests; add an address where you can be reached.",
    )
    robots: bool = Field(True, title="Honour robots.txt", description="A page that robots.txt closes is not fetched.")
    robots_token: str = Field(
        "litgauge",
        title="Name in robots.txt",
        pattern=r"^[A-Za-z_-]+$",
        description="Name of our group of rules in robots.txt.",
    )
    max_bytes: int = Field(
        25_000_000,
        title="Largest page (bytes)",
        gt=0,
        description="On the wire and unpacked; a larger page is cut off.",
    )
    max_chars: int = Field(
        2_000_000, title="Most characters of a text", gt=0, description="Text after these is not kept."
    )
    reading_time_s: float = Field(
        120.0,
        title="Reading a page (s)",
        gt=0,
        description="Reading is stopped after this time, and the page is unscored.",
    )
    reading_memory_mb: int = Field(
        2_000, title="Memory for a page (MB)", ge=100, description="A page that needs more memory is unscored."
    )
    connect_timeout_s: float = Field(
        10.0, title="Connection (s)", gt=0, description="For one connection, TLS included."
    )
    read_timeout_s: float = Field(
        20.0, title="Silence (s)", gt=0, description="Longest time without data from a server."
    )
    total_timeout_s: float = Field(
        60.0, title="Page (s)", gt=0, description="For one attempt at a page, redirects included, queueing excluded."
    )
    max_redirects: int = Field(
        10, title="Most redirects", ge=0, le=30, description="A page with more redirects is given up."
    )
    attempts: int = Field(
        3, title="Tries", ge=1, le=10, description="Attempts after 429, 5xx, time-outs and broken answers."
    )
    backoff_s: float = Field(
        2.0, title="First pause (s)", ge=0, description="Before the second attempt; then it doubles."
    )
    max_retry_after_s: float = Field(
        60.0,
        title="Longest pause (s)",
        ge=0,
        description="If a server requests a longer pause, the next run tries again.",
    )
    concurrency: int = Field(16, title="Pages at once", ge=1, le=256, description="Over all hosts.")
    host_concurrency: int = Field(2, title="Pages at once per host", ge=1, le=16, description="From one host.")
    interval_s: float = Field(
        1.0,
        title="Pause per host (s)",
        ge=0,
        description="Between two requests to one host; robots.txt may ask for more.",
    )
    max_crawl_delay_s: float = Field(
        15.0, title="Longest crawl delay (s)", ge=0, description="Longer delays in robots.txt are cut to this."
    )
    host_intervals_s: dict[str, float] = Field(
        {"export.arxiv.org": 3.0, "arxiv.org": 3.0},
        title="Pause for some hosts (s)",
        description="Replaces the pause above and robots.txt's delay for hosts with rules for programs.",
    )
    arxiv_host: str = Field(
        "export.arxiv.org",
        title="Host for arXiv",
        pattern=r"^[a-z0-9.-]+$",
        description="arXiv pages are read here; arXiv sets export.arxiv.org aside for programs.",
    )
    arxiv_pdf: bool = Field(
        True, title="arXiv's PDFs", description="Read the PDF of an arXiv paper besides its abstract."
    )
