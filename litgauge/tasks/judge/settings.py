"""Settings of judges: configs/judges/*.yaml."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator, model_validator

from litgauge.tasks.base.secrets import without_credentials
from litgauge.tasks.llm.settings import ModelSettings, WebSearchSettings
from litgauge.tasks.offline.verifier import NAME

_WEB_SEARCH = {"context_size", "max_searches", "required"}
_SEARCH = {"url", "method", "body", "results", "link", "title", "text", "count"}

Web = Literal["none", "responses", "search"]
OwnQuestion = Literal[
    "report_statements", "scholarly_page", "supporting_passage", "statement_verdict", "joint_verdict", "uncited_facts"
]
"""The questions of a score run that may have a model of their own; votes have their voters'."""


class PairSettings(BaseModel):
    """How a cited statement is compared with its page."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passages: int = Field(
        6, ge=1, le=50, title="Passages", description="Number of best passages of a page shown to the judge."
    )
    passage_characters: int = Field(
        4_000, ge=200, le=200_000, title="Characters of passages", description="All passages together."
    )
    attempts: int = Field(
        2,
        ge=1,
        le=5,
        title="Tries for a passage",
        description="Attempts per pair when the judge's quote is not in the page.",
    )
    local_verifier: Annotated[float, Field(ge=0.5, le=1)] | None = Field(
        None,
        title="Local verifier",
        description="Certainty from which the small local verifier decides a pair; the judge is asked about the others "
        "only. 0.5: it decides all. Empty: it is not used.",
    )


class FactSettings(BaseModel):
    """How statements without citation are chosen and voted on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    batch_characters: int = Field(
        12_000, ge=500, title="Characters a batch", description="Of statements shown at once when facts are chosen."
    )
    attempts: int = Field(
        2,
        ge=1,
        le=5,
        title="Tries for a list",
        description="Attempts when the judge names statements that do not exist.",
    )
    findings_characters: int = Field(
        12_000,
        ge=500,
        title="Characters of findings",
        description="Characters of the search results shown to the judge.",
    )
    least_votes: int | None = Field(
        None,
        ge=1,
        title="Fewest votes for true or false",
        description="With fewer for the leading one, a statement is undecided. Empty: half of the votes, rounded up.",
    )
    sample: Annotated[int, Field(ge=1)] | Literal["all"] = Field(
        20,
        title="Facts voted on per report",
        description="Drawn at random from the factual claims of each report, or `all`, as in the paper.",
    )
    seed: int = Field(0, title="Seed of the draw", description="A larger sample keeps what a smaller one drew.")
    shared_search: bool = Field(
        False,
        title="One search per statement",
        description="The first voter that looks things up does so once for all votes; cheaper, and less independent.",
    )
    stop_when_decided: bool = Field(
        False,
        title="Stop when decided",
        description="Cast no vote that could not change the outcome. Cheaper; the confidence is then a lower bound.",
    )


class SearchSettings(BaseModel):
    """How a search endpoint is asked, and where in its JSON answer results are; of the key only its variable's name."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    url: str = Field(
        title="URL", description="{query} is replaced by the percent-encoded query, {count} by the number of results."
    )
    method: Literal["GET", "POST"] = Field("GET", title="Method", description="POST sends the body below.")
    body: dict[str, JsonValue] = Field(
        {}, title="JSON body (POST)", description="Strings may hold {query} and {count}."
    )
    api_key_env: str = Field(
        "", pattern=r"^([A-Z_][A-Z0-9_]*)?$", title="Variable with the key", description="Empty: no key is needed."
    )
    key_header: str = Field(
        "Authorization", title="Header with the key", description="Name of the header at the endpoint."
    )
    key_prefix: str = Field("Bearer ", title="Text before the key", description="In that header; may be empty.")
    results: str = Field("results", title="Path of the results", description="Names parted by dots: web.results")
    link: str = Field("url", title="Path of a result's address", description="Within one result.")
    title: str = Field("title", title="Path of a result's title", description="Within one result.")
    text: str = Field("snippet", title="Path of a result's text", description="Within one result.")
    count: int = Field(8, ge=1, le=50, title="Results", description="Results requested per search.")
    usd_per_search: float = Field(0.0, ge=0, title="Price of a search (USD)", description="Counts against the budget.")
    max_concurrency: int = Field(4, ge=1, le=200, title="Most searches at once", description="Of one run.")
    timeout_s: float = Field(30, gt=0, title="Time-out (s)", description="For one search.")
    retries: int = Field(4, ge=0, le=20, title="Retries", description="After 429, 5xx and time-outs.")
    backoff_s: float = Field(1, ge=0, title="First pause (s)", description="Before a retry; it doubles.")
    backoff_max_s: float = Field(60, ge=0, title="Longest pause (s)", description="Before a retry.")

    @field_validator("url")
    @classmethod
    def _whole(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("give a full http(s) URL, such as https://search.example/?q={query}")
        return without_credentials(value)

    @property
    def endpoint_name(self) -> str:
        """Return what stands for the endpoint in the cache of replies."""
        return urlsplit(self.url).hostname or ""


class VoterSettings(BaseModel):
    """One model that votes on statements without citation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: ModelSettings = Field(ModelSettings(), title="Model", description="Which model votes.")
    web: Web = Field(
        "none",
        title="Web",
        description="none: the model's own knowledge, or the pages that were fetched. responses: the Responses API's "
        "own web search. search: a search endpoint finds pages, and the model judges by them.",
    )
    votes: int = Field(3, ge=1, le=25, title="Votes", description="Votes on each statement.")
    web_search: WebSearchSettings = Field(
        WebSearchSettings(), title="Web search of the Responses API", description="Used where web is `responses`."
    )
    search: SearchSettings | None = Field(None, title="Search endpoint", description="Needed where web is `search`.")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.web == "search" and self.search is None:
            raise ValueError("search: web is `search`, so the search endpoint is needed")
        if self.web == "responses" and self.model.provider == "offline":
            raise ValueError("web: the offline rules have no web search; use web: none")
        return self


class JudgeSettings(BaseModel):
    """A whole judge: one model for the questions with one answer, and the voters."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: ModelSettings = Field(
        ModelSettings(), title="Model", description="Finds passages, gives verdicts, and chooses factual statements."
    )
    models: dict[OwnQuestion, ModelSettings] = Field(
        {},
        title="Models of single questions",
        description="Models for single questions, by the question's name; others go to the model above.",
    )
    voters: tuple[VoterSettings, ...] = Field(
        (VoterSettings(votes=1),),
        min_length=1,
        title="Voters",
        description="Models that vote on statements without citation.",
    )
    pairs: PairSettings = Field(
        PairSettings(), title="Cited statements", description="Comparison of statements with their cited pages."
    )
    facts: FactSettings = Field(
        FactSettings(), title="Statements without citation", description="Which are voted on, and how."
    )
    budget_usd: float | None = Field(None, ge=0, title="Budget (USD)", description="For the whole score run.")

    @property
    def votes(self) -> int:
        """Votes on one statement."""
        return sum(voter.votes for voter in self.voters)

    @property
    def least_votes(self) -> int:
        """Votes that the leading one of true and false needs."""
        return self.facts.least_votes or (self.votes + 1) // 2

    @property
    def deciding_pairs(self) -> dict[str, Any]:
        """Return the settings that decide verdicts on cited statements: no key, price, limit or time-out."""
        models = self._deciding_of("supporting_passage", "statement_verdict", "joint_verdict")
        pairs = self.pairs.model_dump(exclude={"local_verifier"})
        local = {} if self.pairs.local_verifier is None else {"local_verifier": [NAME, self.pairs.local_verifier]}
        return {"models": models, "pairs": pairs | local}

    @property
    def deciding_facts(self) -> dict[str, Any]:
        """Return the same for statements without citation."""
        voters = [
            {
                "model": _deciding_of(voter.model),
                "web": voter.web,
                "votes": voter.votes,
                "web_search": voter.web_search.model_dump(include=_WEB_SEARCH) if voter.web == "responses" else None,
                "search": voter.search.model_dump(include=_SEARCH) if voter.search else None,
            }
            for voter in self.voters
        ]
        return {"models": self._deciding_of("uncited_facts"), "voters": voters, "facts": self.facts.model_dump()}

    def _deciding_of(self, *questions: OwnQuestion) -> dict[str, Any]:
        return {name: _deciding_of(self.models.get(name, self.model)) for name in questions}

    @model_validator(mode="after")
    def _reachable(self) -> Self:
        if self.least_votes > self.votes:
            raise ValueError(f"facts.least_votes ({self.least_votes}) is more than all votes ({self.votes})")
        if self.facts.shared_search and all(voter.web == "none" for voter in self.voters):
            raise ValueError("facts.shared_search: no voter looks anything up (web: responses or search)")
        return self


def _deciding_of(model: ModelSettings) -> dict[str, Any]:
    return model.answering | model.model_dump(mode="json", include={"structured", "max_replies"})
