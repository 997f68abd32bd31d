"""Encodings of sources: declared, guessed and mixed."""

from __future__ import annotations

import codecs

from litgauge.tasks.latex import extract
from litgauge.tasks.latex.sources.encoding import declared_encoding, decode_bytes
from tests.latex.sources import codes, document, of
from tests.tables import each_row

TITLES = {
    "gb18030": ("深度学习在医学图像分析中的研究进展", "张三"),
    "gbk": ("基于卷积神经网络的目标检测综述", "李小明"),
    "big5": ("深度學習於自然語言處理之應用與展望", "陳大文"),
    "euc_jp": ("深層学習による画像認識の研究動向", "佐藤太郎"),
    "cp932": ("グラフニューラルネットワークの概要と展望", "鈴木一郎"),
    "euc_kr": ("딥러닝 기반 자연어 처리 연구 동향", "김철수"),
    "koi8-r": ("Обзор методов машинного обучения", "Иванов"),
    "cp1251": ("Обзор методов обработки изображений", "Петров"),
    "cp866": ("Нейронные сети и их применение", "Сидоров"),
    "iso8859-7": ("Μέθοδοι μηχανικής μάθησης", "Παπαδόπουλος"),
    "cp1252": ("Über die Krümmung der Räume", "Müller"),
    "mac-roman": ("Théorie générale des systèmes à événements répétés et évalués", "Bézout"),
}
INPUTENC = {"koi8-r": "koi8-r", "cp1251": "cp1251", "cp866": "cp866", "cp1252": "latin1", "mac-roman": "applemac"}
CJK = {"gb18030": "GBK", "gbk": "GB", "big5": "Bg5", "euc_jp": "JIS", "cp932": "SJIS", "euc_kr": "KS"}


def bib(title: str, author: str) -> str:
    english = "".join(
        f"@article{{e{n}, title={{A study of things, part {n}}}, author={{Ann Ames}}, year=2001}}\n" for n in range(9)
    )
    return f"{english}@article{{k,\n title = {{{title}}},\n author = {{{author}}},\n year = 2019\n}}\n"


@each_row("codec", TITLES)
def test_a_title_among_ascii_whose_encoding_nobody_declares(codec: str) -> None:
    title, author = TITLES[codec]
    found = extract(of({"main.tex": document("\\cite{k}"), "refs.bib": bib(title, author).encode(codec)}), "x")
    assert [(item.title, item.authors[0].family) for item in found.references] == [(title, author)]
    notes = [note for note in found.diagnostics if note.code == "encoding-guessed"]
    assert [(note.severity, note.file) for note in notes] == [("warning", "refs.bib")]


@each_row("codec", [*INPUTENC, *CJK])
def test_what_the_paper_declares_holds_for_its_database_and_is_no_guess(codec: str) -> None:
    title, author = TITLES[codec]
    if codec in CJK:
        preamble, body = "\\usepackage{CJK}", f"\\begin{{CJK*}}{{{CJK[codec]}}}{{song}}{title} \\cite{{k}}\\end{{CJK*}}"
    else:
        preamble, body = f"%\\usepackage[utf8]{{inputenc}}\n\\usepackage[{INPUTENC[codec]}]{{inputenc}}", "\\cite{k}"
    files: dict[str, str | bytes] = {
        "main.tex": document(body, preamble).encode(codec),
        "refs.bib": bib(title, author).encode(codec),
    }
    found = extract(of(files), "x")
    assert [item.title for item in found.references] == [title]
    assert "encoding-guessed" not in codes(found)


@each_row(
    "text, codec",
    [
        ("\\usepackage[T1,latin2]{inputenc}", "iso8859-2"),
        ("\\RequirePackage[cp1250]{inputenc}", "cp1250"),
        ("% \\usepackage[latin2]{inputenc}", None),
        ("\\inputencoding{koi8-r}", "koi8-r"),
        ("\\documentclass[11pt,GBK]{ctexart}", "gb18030"),
        ("\\usepackage[UTF8]{ctex}", "utf-8"),
        ("\\begin{CJK}{Bg5}{bsmi}", "big5hkscs"),
        ("\\usepackage[utf8]{inputenc}\\begin{CJK*}{SJIS}{min}", "cp932"),
        ("% !TEX encoding = MacOSRoman", "mac-roman"),
        ("% -*- coding: euc-jp -*-", "euc_jp"),
        ("% Encoding: Cp1252", "cp1252"),
        ("%% Saved with string encoding Western (ISO Latin 1)", "cp1252"),
        ("% Encoding: rot13", None),
        ("\\usepackage[english]{babel}", None),
    ],
)
def test_how_encodings_are_declared(text: str, codec: str | None) -> None:
    assert declared_encoding(text.encode()) == codec


@each_row("name", ["Müller", "Gödel and Poincaré", "Søren", "García, José", "François", "it’s “so”"])
def test_a_few_western_letters_are_windows_1252(name: str) -> None:
    assert decode_bytes(f"plain text\n{name}, 10–20\n".encode("cp1252")).text == f"plain text\n{name}, 10–20\n"


def test_a_declaration_that_cannot_be_true_is_not_believed() -> None:
    title = TITLES["gbk"][0]
    data = f"title = {{{title}}}".encode("gbk")
    assert decode_bytes(data, "utf-8") == (f"title = {{{title}}}", "gb18030")
    assert decode_bytes(data, "cp949").text.count("\ufffd") == 0


def test_utf_8_lines_among_others_stay_utf_8() -> None:
    assert decode_bytes("Zoë\n".encode() + "Müller\n".encode("latin-1")).text == "Zoë\nMüller\n"


@each_row(
    "data",
    [
        "Žižek a Čapek".encode("utf-8-sig"),
        "Žižek a Čapek".encode("utf-16"),
        codecs.BOM_UTF16_BE + "Žižek a Čapek".encode("utf-16-be"),
        "Žižek a Čapek".encode("utf-32"),
        "Žižek a Čapek".encode("utf-16-le"),
        "Žižek a Čapek".encode(),
    ],
)
def test_unicode_with_and_without_marks_is_no_guess(data: bytes) -> None:
    assert decode_bytes(data) == ("Žižek a Čapek", None)


def test_japanese_in_escape_sequences() -> None:
    assert decode_bytes("\\title{深層学習の展望}".encode("iso2022_jp")) == ("\\title{深層学習の展望}", None)
