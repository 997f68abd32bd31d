"""What heads a list of references, in many languages."""

from __future__ import annotations

import re

_NAMES = (
    r"references?(?: list)?|sources?(?: (?:cited|used|consulted|list))?|bibliography|works cited|literature(?: cited)?"
    r"|citations?|cited works|list of (?:references|sources)|endnotes?|footnotes?|notes|further reading"
    r"|reference links|links|literaturverzeichnis|quellen|literatur|références|bibliographie|referencias|bibliografía"
    r"|参考文献|参考资料|參考文獻|参考来源|引用文献|引用来源|引用|资料来源|数据来源|信息来源|来源|文献|注释|引文|参考書目|引用元|出典|출처|참고문헌"
    r"|список (?:использованной )?литературы|литература|(?:использованные )?источники"
    r"|referências(?: bibliográficas)?|fontes"
    r"|riferimenti(?: bibliografici)?|fonti|bibliografia|bronnen|bronvermelding|literatuur(?:lijst)?|źródła|literatura"
    r"|kaynakça|kaynaklar|källor|kilder|المراجع|المصادر|tài liệu tham khảo"
)
LIST_NAME = re.compile(
    r"\\begin\{thebibliography\}(?:\{[^{}\n]{0,40}\})?|[\W_]*+(?:\d+(?:\.\d+)*[.)]?\s+|[IVX]+\.\s+)?"
    rf"(?:(?:key|selected|full|primary|main|cited|numbered|all|additional|other)\s+){{0,2}}(?:{_NAMES})"
    rf"(?:\s*(?:and|&|/|\|)\s*(?:{_NAMES}|notes|bibliography|further reading|links|resources)){{0,3}}"
    r"\s*+(?:[(（][^()（）]{0,60}[)）])?[\W_]*+",
    re.IGNORECASE,
)
