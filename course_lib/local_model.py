"""The course's own server: it speaks OpenAI's protocol, and no language model is behind it.

An extractive reader picks the one sentence, or table row, of the sources in the prompt that shares
most with the question, and cites it. It understands nothing. `start` runs the server inside this
process, for this machine only. Lesson 11 shows it.
"""

import json
import re
import threading
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from course_lib.prompt import REFUSAL, read_sources

NAME = "extractive-reader (no language model)"
MAX_BYTES = 4_000_000


def read(prompt: str) -> str:
    """Answer a prompt of `build_prompt` with one sentence of its sources, or refuse."""
    sources = read_sources(prompt)
    return f"{sources[0].text} [Source 1]" if sources else REFUSAL


class Handler(BaseHTTPRequestHandler):
    """Answers one request: POST /v1/chat/completions, GET /v1/models. Helper of start."""

    timeout = 10  # seconds that a request may stop in the middle

    def do_GET(self):
        if self.path.split("?")[0] != "/v1/models":
            return self.send_error(404, f"no such address: {self.path}")
        self._send(200, {"object": "list", "data": [{"id": NAME, "object": "model"}]})

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        size = int(length) if length.isdecimal() else 0
        body = self.rfile.read(min(size, MAX_BYTES))
        for left in range(size - len(body), 0, -65536):  # a client reads no answer before its end
            if not self.rfile.read(min(left, 65536)):
                break
        if self.path.split("?")[0] != "/v1/chat/completions":
            return self.send_error(404, f"no such address: {self.path}")
        if size > MAX_BYTES:
            return self.send_error(413, f"a request may have {MAX_BYTES} bytes, this has {size}")
        try:
            asked = json.loads(body)
            prompt = "\n\n".join([message["content"] for message in asked["messages"]])
            limit = int(asked.get("max_tokens") or asked.get("max_completion_tokens") or 10**6)
            stream = asked.get("stream", False)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            return self.send_error(400, f"no chat request in JSON: {type(error).__name__} {error}")
        words = re.findall(r"\s*\S+", read(prompt))
        self._answer(words[:limit], "length" if limit < len(words) else "stop", prompt, stream)

    def _answer(self, words, reason, prompt, stream):
        counts = [len(prompt.split()), len(words)]
        usage = dict(zip(("prompt_tokens", "completion_tokens"), counts, strict=True))
        reply = {"id": "chatcmpl-0", "created": 0, "model": NAME, "object": "chat.completion"}
        reply["usage"] = usage | {"total_tokens": sum(counts)}
        if not stream:
            message = {"role": "assistant", "content": "".join(words)}
            choice = {"index": 0, "message": message, "finish_reason": reason}
            return self._send(200, reply | {"choices": [choice]})
        pieces = [({"content": word}, None) for word in words] + [({}, reason)]
        events = [
            reply | {"choices": [{"index": 0, "delta": delta, "finish_reason": end}]}
            for delta, end in pieces
        ]
        lines = [f"data: {json.dumps(event)}\n\n" for event in events] + ["data: [DONE]\n\n"]
        self._send(200, "".join(lines), "text/event-stream")

    def _send(self, status, content, kind="application/json"):
        body = (content if isinstance(content, str) else json.dumps(content)).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_error(self, code, message=None, explain=None):
        code = 405 if code == 501 else code
        self._send(
            code, {"error": {"message": message, "type": "invalid_request_error", "code": None}}
        )

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    """Answers each request in a thread of its own; a request that breaks is dropped. Helper."""

    def handle_error(self, *_):
        pass


@cache
def start() -> str:
    """Start the server, once in this process, and give its address."""
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/v1"
