"""Dates as people write them in tables, as seconds."""

from __future__ import annotations

_YEAR = r"^[0-9]{4}(\.0+)?$"  # 2010.0 is what a year becomes in a table where another one is missing
_MONTH = r"^[0-9]{4}[-/][0-9]{1,2}$"
_COMPACT = r"^[0-9]{8}$"
_DAY = r"^[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}([T ].*)?$"


def date_number(text: str) -> str:
    """SQL for the seconds since 1970 of what the SQL expression `text` holds; NULL where that is no date.

    Dates are years, months (2010-05), days (2010-05-03, 2010/5/3, 20100503) or days with a time, whose zone is not
    heeded. A year stands for its first day, a month too. Years are 1 to 9999.
    """
    written = f"trim({text})"
    day = f"""CASE
        WHEN regexp_matches({written}, '{_YEAR}') THEN left({written}, 4) || '-01-01'
        WHEN regexp_matches({written}, '{_MONTH}') THEN replace({written}, '/', '-') || '-01'
        WHEN regexp_matches({written}, '{_COMPACT}')
            THEN left({written}, 4) || '-' || substr({written}, 5, 2) || '-' || right({written}, 2)
        WHEN regexp_matches({written}, '{_DAY}') THEN replace({written}, '/', '-') END"""
    return f"""(SELECT CASE WHEN year(moment) >= 1 THEN floor(epoch(moment))::BIGINT END
        FROM (SELECT try_cast({day} AS TIMESTAMP) AS moment))"""
