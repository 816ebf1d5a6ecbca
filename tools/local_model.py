"""The course's own server: it speaks OpenAI's protocol, and no language model is behind it.

An extractive reader picks the one sentence, or table row, of the sources in the prompt that shares
the rarest words with the question, and cites it. It understands nothing: it cannot count, compare
or join, and knows no synonym. Of the 140 answerable test questions of the house corpus, with the
first three chunks of MiniLM (which hold the evidence for 57), it answers 63, 13 of them by rule
with a right sentence (by reading 6: lesson 13); of the 40 unanswerable ones it refuses 28.

`connect` of course_lib.llm starts it inside its own process; by hand it runs with
`.venv/bin/python tools/local_model.py`. It listens on 127.0.0.1 only.
"""

import json
import math
import os
import re
import sys
import threading
from collections import Counter
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from course_lib.judging import without_citations
from course_lib.prompt import REFUSAL, read_sources
from course_lib.text import sentence_spans
from course_lib.words import content_words, figures

NAME = "extractive-reader (no language model)"
THRESHOLD = 1.5  # chosen on the tune questions of the house corpus, three chunks in the prompt
MAX_BYTES = 4_000_000

# ---------------------------------------------------------------- the reader


def read(prompt: str) -> str:
    """Answer a prompt of `build_prompt` with one sentence of its sources, or refuse.

    A word or number of the question that stands in one sentence of the sources only counts 1, one
    that stands in several counts less, and half of that if the sentence has it only in its headings
    or in the header of its table. The first of the best sentences is the answer if it reaches
    THRESHOLD.
    """
    question = sorted(terms(prompt.rpartition("\nQuestion: ")[2]))
    sentences = [each for source in read_sources(prompt) for each in sentences_of(source)]
    df = Counter(term for _, own, _ in sentences for term in own)
    n = len(sentences)
    weights = {t: math.log(1 + n / max(df[t], 1)) / math.log(1 + n) for t in question if n}
    best, answer = 0.0, REFUSAL
    for text, own, above in sentences:
        parts = [w if term in own else w / 2 for term, w in weights.items() if term in own | above]
        score = round(sum(parts), 9)
        if score > best and score >= THRESHOLD:
            best, answer = score, text
    return answer


def terms(text):
    """The content words, numbers and codes of a text, each in one form."""
    return content_words(text) | figures(text)


def sentences_of(source):
    """Yield (sentence with its citation, its terms, the terms above it); rows with their header.

    Marks like [1] are taken out of what is quoted.
    """
    header = ""
    for start, end in sentence_spans(source.text):
        sentence = source.text[start:end]
        if not sentence.startswith("|"):
            header = ""
        elif not header:
            header = sentence + "\n"
            continue
        if own := terms(sentence):
            told = without_citations(header + sentence)  # a source cites nothing in our name
            yield f"{told} [Source {source.number}]", own, terms(source.label + header)


# ---------------------------------------------------------------- the server


class Handler(BaseHTTPRequestHandler):
    """POST /v1/chat/completions, with and without "stream"; GET /v1/models."""

    timeout = 10  # seconds that a request may stand still

    def do_GET(self):
        if self.path.split("?")[0] == "/v1/models":
            self.send(200, {"object": "list", "data": [{"id": NAME, "object": "model"}]})
        elif self.path.split("?")[0] == "/v1/chat/completions":
            self.send_error(405, "this address wants POST")
        else:
            self.send_error(404, f"there is nothing at {self.path}")

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        size = int(length) if re.fullmatch("[0-9]{1,12}", length) else 0
        body = self.rfile.read(min(size, MAX_BYTES))
        for left in range(size - len(body), 0, -65536):  # who still sends reads no answer
            if not self.rfile.read(min(left, 65536)):
                break
        if len(body) < min(size, MAX_BYTES):
            return self.send_error(400, f"{size} bytes were announced, {len(body)} came")
        if self.path.split("?")[0] != "/v1/chat/completions":
            return self.send_error(404, f"there is nothing at {self.path}")
        if size > MAX_BYTES:
            return self.send_error(413, f"a request may have {MAX_BYTES} bytes, not {size}")
        try:
            prompt, limit, stream = parse(body)
        except RecursionError:
            return self.send_error(400, "no chat request: it is nested too deeply")
        except ValueError as error:
            return self.send_error(400, f"no chat request: {error}")
        self.answer(prompt, limit, stream)

    def answer(self, prompt, limit, stream):
        """Send what the reader says, cut after `limit` words."""
        words = re.findall(r"\s*\S+", read(prompt))
        reason = "length" if len(words) > limit else "stop"
        counts = {"prompt_tokens": len(prompt.split()), "completion_tokens": len(words[:limit])}
        usage = counts | {"total_tokens": sum(counts.values())}  # the reader's tokens are words
        about = {"id": "chatcmpl-local", "created": 0, "model": NAME, "usage": usage}
        if not stream:
            message = {"role": "assistant", "content": "".join(words[:limit])}
            choice = {"index": 0, "message": message, "finish_reason": reason}
            return self.send(200, about | {"object": "chat.completion", "choices": [choice]})
        about["object"] = "chat.completion.chunk"
        lines = [
            json.dumps(about | {"choices": [{"index": 0, "delta": delta, "finish_reason": end}]})
            for delta, end in [*(({"content": w}, None) for w in words[:limit]), ({}, reason)]
        ]
        events = "".join(f"data: {line}\n\n" for line in [*lines, "[DONE]"])
        return self.send(200, events, "text/event-stream")

    def send(self, status, content, kind="application/json"):
        body = (content if isinstance(content, str) else json.dumps(content)).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_error(self, code, message=None, explain=None):
        """Send an error as OpenAI does; http.server itself calls this for a broken request."""
        code = 405 if code == 501 else code  # a method that nothing here has
        self.send(code, {"error": {"message": message, "type": "invalid_request_error"}})

    def log_message(self, *_):
        pass


def parse(body):
    """(prompt, most words of the answer, whether to stream) of a request."""
    asked = json.loads(body)
    if not isinstance(asked, dict) or not isinstance(asked.get("messages"), list):
        raise ValueError(f"it must be an object with a list of messages, got {asked!r:.60}")
    contents = [each.get("content") for each in asked["messages"] if isinstance(each, dict)]
    if not contents or not all(isinstance(content, str) for content in contents):
        raise ValueError(f"each message must have a text as content, got {asked['messages']!r:.60}")
    limits = (asked.get("max_tokens"), asked.get("max_completion_tokens"), sys.maxsize)
    limit = next(limit for limit in limits if limit is not None)
    if type(limit) is not int or limit < 1:
        raise ValueError(f"max_tokens must be a whole number from 1, got {limit!r:.60}")
    return "\n\n".join(contents), limit, asked.get("stream") is True


class Server(ThreadingHTTPServer):
    """A thread for each request. One that breaks off is dropped without a word."""

    daemon_threads, request_queue_size = True, 128

    def handle_error(self, *_):
        pass


def start() -> str:
    """Start a server on a free port of this machine, once; give its address. It ends with us."""
    return _start(os.getpid())


@cache
def _start(process):
    """A process that was forked off needs its own: it has the port, but not the thread."""
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/v1"


def main():
    print(f"OPENAI_BASE_URL={start()} OPENAI_MODEL='{NAME}'", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    from messages import told

    raise SystemExit(told(main)())
