"""Replies of research products, in the shapes that their documentation publishes."""

from __future__ import annotations

from typing import Any

PAGES = ("https://arxiv.org/abs/1706.03762", "https://arxiv.org/abs/1512.03385")
TEXT = "Attention alone translates well. Residual nets are deep."
NUMBERED = "<think>Look it up.</think>Attention alone translates well.[1] Residual nets are deep.[2]"
FIRST = len("Attention alone translates well.")


def openai(status: str = "completed") -> dict[str, Any]:
    """POST /v1/responses of o3-deep-research, and xAI's: reasoning, searches, and a message with annotations."""
    citations = [
        {"type": "url_citation", "start_index": 0, "end_index": FIRST, "url": PAGES[0], "title": "Attention"},
        {"type": "url_citation", "start_index": FIRST + 1, "end_index": len(TEXT), "url": PAGES[1], "title": "ResNet"},
    ]
    search = {"id": "ws_1", "type": "web_search_call", "status": "completed",
              "action": {"type": "search", "query": "attention"}}  # fmt: skip
    message = {
        "id": "msg_1", "type": "message", "status": "completed", "role": "assistant",
        "content": [{"type": "output_text", "text": TEXT, "annotations": citations}],
    }  # fmt: skip
    done = status == "completed"
    usage = {"input_tokens": 60_000, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 20_000,
             "output_tokens_details": {"reasoning_tokens": 16_000}, "total_tokens": 80_000}  # fmt: skip
    return {
        "id": "resp_1", "object": "response", "status": status, "background": True, "error": None,
        "incomplete_details": None, "model": "o3-deep-research-2025-06-26",
        "output": [{"id": "rs_1", "type": "reasoning", "summary": []}, search, search, message] if done else [],
        "usage": usage if done else None,
    }  # fmt: skip


def perplexity() -> dict[str, Any]:
    """POST /chat/completions of sonar: numbers in the text, `citations` and `search_results` beside it."""
    return {
        "id": "1", "model": "sonar-deep-research", "created": 1, "object": "chat.completion",
        "usage": {"prompt_tokens": 500, "completion_tokens": 2_000, "total_tokens": 2_500, "citation_tokens": 8_000,
                  "num_search_queries": 18, "reasoning_tokens": 90_000, "search_context_size": "low",
                  "cost": {"input_tokens_cost": 0.001, "output_tokens_cost": 0.016, "total_cost": 0.4521}},
        "citations": list(PAGES),
        "search_results": [{"title": "Attention", "url": PAGES[0], "date": "2017-06-12"},
                           {"title": "ResNet", "url": PAGES[1], "date": "2015-12-10"}],
        "choices": [{"index": 0, "finish_reason": "stop", "delta": {"role": "assistant", "content": ""},
                     "message": {"role": "assistant", "content": NUMBERED}}],
    }  # fmt: skip


def gemini() -> dict[str, Any]:
    """POST …:generateContent with google_search: supports in UTF-8 bytes, chunks with addresses."""
    return {
        "candidates": [{
            "content": {"parts": [{"text": TEXT}], "role": "model"}, "finishReason": "STOP", "index": 0,
            "groundingMetadata": {
                "webSearchQueries": ["attention", "resnet"],
                "searchEntryPoint": {"renderedContent": "<div></div>"},
                "groundingChunks": [{"web": {"uri": page, "title": "arxiv.org"}} for page in PAGES],
                "groundingSupports": [
                    {"segment": {"startIndex": 0, "endIndex": FIRST, "text": TEXT[:FIRST]},
                     "groundingChunkIndices": [0]},
                    {"segment": {"startIndex": FIRST + 1, "endIndex": len(TEXT), "text": TEXT[FIRST + 1 :]},
                     "groundingChunkIndices": [1]},
                ],
            },
        }],
        "usageMetadata": {"promptTokenCount": 300, "candidatesTokenCount": 400, "thoughtsTokenCount": 1_000,
                          "toolUsePromptTokenCount": 5_000, "totalTokenCount": 6_700},
        "modelVersion": "gemini-3.8-flash",
    }  # fmt: skip


def anthropic() -> dict[str, Any]:
    """POST /v1/messages with web_search_20250305: blocks with citations, searches in the usage."""
    found = [{"type": "web_search_result", "url": page, "title": "A paper", "encrypted_content": "x"} for page in PAGES]
    cited = [
        {"type": "text", "text": text, "citations": [
            {"type": "web_search_result_location", "url": page, "title": "A paper", "encrypted_index": "x",
             "cited_text": "…"}]}
        for text, page in zip((TEXT[:FIRST], TEXT[FIRST:]), PAGES, strict=True)
    ]  # fmt: skip
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet", "stop_reason": "end_turn",
        "content": [
            {"type": "text", "text": "I'll search.", "citations": None},
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "attention"}},
            {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": found},
            *cited,
        ],
        "usage": {"input_tokens": 6_000, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 10,
                  "output_tokens": 900, "server_tool_use": {"web_search_requests": 1}},
    }  # fmt: skip
