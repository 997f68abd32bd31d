"""What image searches answer, in the forms that their documentation prints, with what does go wrong in them."""

from __future__ import annotations

from tests.agents.search_answers import MANNERS, Manner

_PICTURE, _PAGE = "https://cdn.example.org/logo/kite.png?sig=a%2Fb&w=800", "https://example.org/kites"
_NOT = ({"title": "no address"}, None, "text")

IMAGE_MANNERS: dict[str, Manner] = {
    "serper": Manner(
        path="/images",
        method="POST",
        query="q",
        key_at="x-api-key",
        key_prefix="",
        good={
            "searchParameters": {"q": "x", "type": "images"},
            "images": [
                {
                    "title": "A <b>Kite</b>", "imageUrl": _PICTURE, "imageWidth": 800, "imageHeight": 600,
                    "thumbnailUrl": "https://t.example.org/1.jpg", "source": "Example", "domain": "example.org",
                    "link": _PAGE, "position": 1,
                },
                {"imageUrl": "https://example.org/b.svg", "imageWidth": "x", "imageHeight": None, "link": "js:1"},
                {"imageUrl": "data:image/png;base64,AAAA", "link": _PAGE}, *_NOT,
            ],
        },
        empty=({"searchParameters": {}, "images": []}, {"searchParameters": {}, "images": None}),
        wrong=({"searchParameters": {}, "images": {"0": {}}}, {"organic": []}),
        no_credit=MANNERS["serper"].no_credit,
        bad_key=MANNERS["serper"].bad_key,
        bad_query=MANNERS["serper"].bad_query,
    ),
    "serpapi": Manner(
        path="/search",
        method="GET",
        query="q",
        key_at="?api_key",
        key_prefix="",
        more={"engine": "google_images", "ijn": "0"},
        good={
            "search_metadata": {"status": "Success"},
            "images_results": [
                {
                    "position": 1, "title": "A Kite", "original": _PICTURE, "original_width": 800,
                    "original_height": 600,
                    "thumbnail": "https://t.example.org/1.jpg", "source": "Example", "link": _PAGE, "is_product": False,
                },
                {"original": "https://example.org/b.gif", "original_width": -4, "link": None, "title": None}, *_NOT,
            ],
        },
        empty=(
            {"search_metadata": {"status": "Success"}, "error": "Google hasn't returned any results for this query."},
            {"search_metadata": {"status": "Success"}, "images_results": []},
        ),
        wrong=(*MANNERS["serpapi"].wrong[:1], {"search_metadata": {"status": "Success"}, "images_results": 3}),
        no_credit=MANNERS["serpapi"].no_credit,
        bad_key=MANNERS["serpapi"].bad_key,
        bad_query=MANNERS["serpapi"].bad_query,
    ),
    "brave": Manner(
        path="/res/v1/images/search",
        method="GET",
        query="q",
        key_at="x-subscription-token",
        key_prefix="",
        more={"safesearch": "strict", "count": "10"},
        good={
            "type": "images",
            "query": {"original": "x"},
            "results": [
                {
                    "type": "image_result", "title": "A Kite", "url": _PAGE, "source": "Example",
                    "page_fetched": "2025-02-01T00:00:00Z", "thumbnail": {"src": "https://t.example.org/1.jpg"},
                    "properties": {"url": _PICTURE, "width": 800, "height": 600}, "confidence": "high",
                },
                {"url": None, "properties": {"url": "//example.org/b.webp"}, "thumbnail": "none"},
                {"url": _PAGE, "properties": []}, *_NOT,
            ],
        },
        empty=({"type": "images", "results": []}, {"type": "images", "query": {}}),
        wrong=({"type": "images", "results": "none"}, {"mixed": {}}),
        no_credit=MANNERS["brave"].no_credit,
        bad_key=MANNERS["brave"].bad_key,
        bad_query=MANNERS["brave"].bad_query,
    ),
    "searxng": Manner(
        path="/search",
        method="GET",
        query="q",
        key_at="authorization",
        key_prefix="Bearer ",
        more={"format": "json", "categories": "images"},
        good={
            "query": "x",
            "results": [
                {
                    "title": "A Kite", "url": _PAGE, "img_src": _PICTURE, "thumbnail_src": "https://t.example.org/1.jpg",
                    "resolution": "800 x 600", "img_format": "png", "source": "Example", "publishedDate": None,
                },
                {"img_src": "//example.org/b.png", "resolution": "large", "url": 5}, *_NOT,
            ],
            "unresponsive_engines": [],
        },
        empty=MANNERS["searxng"].empty,
        wrong=MANNERS["searxng"].wrong,
        no_credit=MANNERS["searxng"].no_credit,
        bad_key=MANNERS["searxng"].bad_key,
        bad_query=MANNERS["searxng"].bad_query,
    ),
    "google": Manner(
        path="/customsearch/v1",
        method="GET",
        query="q",
        key_at="?key",
        key_prefix="",
        more={"searchType": "image", "cx": "engine-7", "num": "10"},
        good={
            "kind": "customsearch#search",
            "items": [
                {
                    "title": "A Kite", "link": _PICTURE, "displayLink": "Example", "mime": "image/png",
                    "image": {
                        "contextLink": _PAGE, "height": 600, "width": 800, "byteSize": 9,
                        "thumbnailLink": "https://t.example.org/1.jpg",
                    },
                },
                {"link": "https://example.org/b.png", "image": None}, *_NOT,
            ],
        },
        empty=({"queries": {}, "searchInformation": {"totalResults": "0"}}, {"searchInformation": {}, "items": None}),
        wrong=({"items": "none"}, {"a": 1}),
        no_credit=(
            429,
            {"error": {"code": 429, "message": "Quota exceeded for quota metric 'Queries' and limit 'per day'"}},
        ),
        bad_key=(400, {"error": {"code": 400, "message": "API key not valid. Please pass a valid API key."}}),
        bad_query=(400, {"error": {"code": 400, "message": "Request contains an invalid argument."}}),
    ),
}  # fmt: skip
