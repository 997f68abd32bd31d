"""Words of English that reading a report needs to know."""

from __future__ import annotations

_ABBREVIATIONS = """
al approx assn assoc ca cf conf dept dr e.g ed eds eg esp et etc excl gov hon i.e ibid ie incl lt ltd messrs mr mrs
ms mt nat op.cit ph.d phd pl prof rep resp rev sen sgt sp spp st subsp supp suppl univ var viz vs w.r.t inc corp co
jr sr bros natl gen
"""
_BEFORE_NUMBERS = """
app appx apr art aug ch chap chs cit cor dec def eq eqn eqs ex feb fig figs jan jul jun lem lit max min no nos nov
oct op p par pp prop pt ref refs sec sect secs sep sept sub tab tech thm vol vols v ver alg
"""
_MAY_END = """
inc corp co ltd jr sr etc al ph.d phd dept st
"""
_OPENERS = """
the this these those that it its in on at as an a we our they their he she his her however moreover
furthermore additionally for from with while when where although though since because if by to after before
despite among several some many most both all overall finally thus therefore hence also another other one two
three there here such similarly conversely meanwhile recent recently others under unlike like between during
no not but and yet what why how
"""
_NO_NAMES = """
january february march april may june july august september october november december jan feb mar apr jun jul
aug sep sept oct nov dec q1 q2 q3 q4 h1 h2 fy figure fig table section updated accessed retrieved published
since until before after early late mid about circa version edition est copyright as of the in from between by
spring summer autumn fall winter last checked revised effective
"""

ABBREVIATIONS = frozenset(_ABBREVIATIONS.split())
"""A full stop behind these ends no sentence."""

BEFORE_NUMBERS = frozenset(_BEFORE_NUMBERS.split())
"""A full stop between these and a number ends no sentence; elsewhere they may be words ("state of the art.")."""

MAY_END = frozenset(_MAY_END.split())
"""Abbreviations that a sentence may end with: they do where a word follows that likes to begin one."""

OPENERS = frozenset(_OPENERS.split())
"""Words that like to begin a sentence."""

NO_NAMES = frozenset(_NO_NAMES.split())
"""Words with a capital before a year that are nobody's name."""
