"""The client against a real server on this machine that plays every fault, and without a key."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import openai
import pytest

from course_lib import llm
from course_lib.llm import LLMError, Reply, ask, connect

ROOT = Path(__file__).resolve().parents[1]
KEY = "sk-" + "test-0123456789abcdef"  # no key of anybody; in two parts, for `check` looks for keys
VARIABLES = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL")
NO_WAIT = {"Retry-After": "0.1"}


@pytest.fixture(autouse=True)
def no_variables(monkeypatch):
    for name in [name for name in os.environ if name.startswith("OPENAI_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def server():
    """server.replies: (status, content, headers) for each request in turn, the last for the rest.

    Content is JSON, or bytes as they are; None hangs up in the middle, "slow" waits.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            size = int(self.headers.get("Content-Length", 0))
            body = json.loads(self.rfile.read(size) or "null")
            server.asked.append((self.path, body, self.headers, time.monotonic()))
            index = min(len(server.asked), len(server.replies)) - 1
            status, content, headers = (*server.replies[index], {})[:3]
            if content == "slow":
                server.stopped.wait(5)
                return
            raw = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            headers = {
                "Content-Type": "application/json",
                "Content-Length": str(len(raw)),
            } | headers
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw)

        do_GET = do_POST

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.stopped = [], threading.Event()
    server.root = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.stopped.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def connected(server, monkeypatch):
    """connected(key, path) -> what `connect` gives for this server."""

    def make(key=KEY, path="/v1"):
        for name, value in zip(VARIABLES, (server.root + path, key, "m"), strict=True):
            monkeypatch.setenv(name, value)
        return connect()

    return make


def completion(content="Yes.", reason="stop", **more):
    message = {"role": "assistant", "content": content} | more
    choice = {"index": 0, "message": message, "finish_reason": reason}
    usage = {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}
    return 200, {"id": "1", "model": "m-2026", "choices": [choice], "usage": usage}


def error(status, message="told", code=None, headers=None):
    return status, {"error": {"message": message, "code": code, "type": code}}, headers or NO_WAIT


# --- what is sent, what comes back ---------------------------------------------------------------


def test_a_prompt_goes_out_and_a_reply_comes_back(server, connected):
    server.replies = [completion()]
    client, model = connected()
    assert ask(client, model, "Why?") == Reply("Yes.", "stop", "m-2026", 7, 2, False)
    ((path, body, headers, _),) = server.asked
    assert path == "/v1/chat/completions"
    assert body["messages"] == [{"role": "user", "content": "Why?"}]
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("m", 400, 0)
    assert not body["stream"] and headers["Authorization"] == f"Bearer {KEY}"


def test_options_are_sent(server, connected):
    server.replies = [completion()]
    client, model = connected()
    ask(client, model, "Why?", max_tokens=3, temperature=0.7)
    ask(client, model, "Why?", temperature=None)
    first, second = (body for _, body, *_ in server.asked)
    assert (first["max_tokens"], first["temperature"]) == (3, 0.7)
    assert "temperature" not in second


@pytest.mark.parametrize("prompt", ["{0} {x} %s", "größe 启动 \u200b \x00", 'a "b" \\ \r\n\t', ""])
def test_the_prompt_arrives_as_it_is(server, connected, prompt):
    server.replies = [completion()]
    ask(*connected(), prompt)
    assert server.asked[0][1]["messages"][0]["content"] == prompt


def test_openai_itself_wants_the_limit_under_its_new_name(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_MODEL", "m")
    client, model = connect()
    client, sent = stub(client, [completion()])
    assert str(client.base_url) == "https://api.openai.com/v1/"
    ask(client, model, "Why?", max_tokens=5)
    body = json.loads(sent[0].content)
    assert body["max_completion_tokens"] == 5 and "max_tokens" not in body


def stub(client, replies):
    """The same client over a transport that never touches a network; and what it was asked."""
    sent = []

    def handle(request):
        sent.append(request)
        status, content, headers = (*replies[min(len(sent), len(replies)) - 1], {})[:3]
        return httpx.Response(status, json=content, headers=headers)

    http = httpx.Client(transport=httpx.MockTransport(handle))
    return client.with_options(http_client=http), sent


@pytest.mark.parametrize(
    "wrong, kind, match",
    [
        ({"prompt": None}, TypeError, "prompt must be a string, got None"),
        ({"prompt": ["x"]}, TypeError, "prompt"),
        ({"prompt": "ab\ud800"}, ValueError, r"prompt holds half a character: '\\ud800' at 2"),
        ({"max_tokens": 0}, ValueError, "max_tokens must be 1 or more, got 0"),
        ({"max_tokens": -1}, ValueError, "max_tokens"),
        ({"max_tokens": 2.5}, TypeError, "max_tokens must be a whole number, got 2.5"),
        ({"max_tokens": None}, TypeError, "max_tokens"),
        ({"model": None}, TypeError, "model must be a string, got None"),
        ({"model": "\udcffm"}, ValueError, r"model holds half a character: '\\udcff' at 0"),
        ({"temperature": float("nan")}, ValueError, "temperature must be finite, got nan"),
        ({"temperature": "hot"}, TypeError, "temperature must be a number, got 'hot'"),
        ({"temperature": -1}, ValueError, "temperature must be 0 or more"),
    ],
)
def test_bad_input_is_named_before_anything_is_sent(server, connected, wrong, kind, match):
    client, model = connected()
    with pytest.raises(kind, match=match):
        ask(client, **{"model": model, "prompt": "Why?"} | wrong)
    assert server.asked == []


# --- keys and time-outs (LL-01) ------------------------------------------------------------------


def test_importing_needs_no_key_and_does_not_load_the_client():  # LL-01
    code = (
        "import sys, course_lib, course_lib.llm, course_lib.prompt; print('openai' in sys.modules)"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert run.stdout == "False\n", run.stderr


def test_time_out_and_retries_are_set_by_the_course(connected):  # LL-01
    for client, _ in (connected(), connect(local=True)):
        assert (client.timeout.read, client.timeout.write, client.timeout.connect) == (60, 60, 5)
        assert client.max_retries == 2


def set_variables(monkeypatch, url, key, model):
    for name, value in zip(VARIABLES, (url, key, model), strict=True):
        monkeypatch.delenv(name, raising=False) if value is None else monkeypatch.setenv(
            name, value
        )


HOST = "https://models.example.org/v1"
LOCAL = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize("empty", [None, "", "  "])  # LL-01: "" counts as missing
@pytest.mark.parametrize(
    "url, key, model, missing",
    [
        (HOST, None, "m", "OPENAI_API_KEY is not set"),
        (HOST, KEY, None, "OPENAI_MODEL is not set"),
        (None, KEY, None, "OPENAI_MODEL is not set"),
        (LOCAL, None, None, "OPENAI_MODEL is not set"),
    ],
)
def test_a_missing_variable_is_named(monkeypatch, empty, url, key, model, missing):
    set_variables(monkeypatch, *(empty if value is None else value for value in (url, key, model)))
    with pytest.raises(LLMError, match=missing) as caught:
        connect()
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("empty", [None, "", " "])
def test_without_key_and_address_the_courses_own_server_answers(monkeypatch, empty):  # LL-01
    for model in (empty, "gpt-x"):
        set_variables(monkeypatch, empty, empty, model)
        client, model = connect()
        assert model == "extractive-reader (no language model)"
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/v1/", str(client.base_url))


def test_local_means_local_whatever_is_set(monkeypatch):
    set_variables(monkeypatch, HOST, KEY, "m")
    client, model = connect(local=True)
    assert client.base_url.host == "127.0.0.1" and "no language model" in model
    assert KEY not in client.api_key
    assert ask(client, model, "Why?").text == "I don't know based on the provided context."


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "127.1.2.3", "[::1]"])
@pytest.mark.parametrize("key", ["", "ollama", "x"])
def test_a_server_on_this_machine_works_with_any_key(monkeypatch, host, key):  # LL-01
    set_variables(monkeypatch, f"http://{host}:11434/v1", key, "m")
    client, _ = connect()
    assert client.api_key == (key or "no-key-needed")


@pytest.mark.parametrize("host", ["localhost.example.org", "127.0.0.1.example.org", "10.0.0.5"])
def test_another_machine_wants_a_key(monkeypatch, host):
    set_variables(monkeypatch, f"http://{host}/v1", "", "m")
    with pytest.raises(LLMError, match="OPENAI_API_KEY"):
        connect()


@pytest.mark.parametrize(
    "url",
    [
        *(
            "localhost:8000/v1",
            "ftp://x/v1",
            "http://",
            "http://[::1",
            "http:///v1",
            "x",
            "http://a b",
        ),
        *(
            "http://x:port/v1",
            "http://user:secret-word@x/v1",
            "https://x/v1?key=secret-word",
            "http://127.0.0.1:80@x/v1",
        ),
    ],
)
def test_an_address_that_cannot_be_one_is_refused_and_not_shown(monkeypatch, url):
    set_variables(monkeypatch, url, KEY, "m")
    with pytest.raises(LLMError, match="OPENAI_BASE_URL must look like http") as caught:
        connect()
    assert "secret-word" not in str(caught.value)


@pytest.mark.parametrize("key", ["schlüssel-123", "two words", "a\nb", "\u200bsk-test"])
def test_a_key_that_cannot_be_one_is_refused_and_not_shown(monkeypatch, key):
    set_variables(monkeypatch, HOST, key, "m")
    with pytest.raises(LLMError, match="OPENAI_API_KEY holds characters") as caught:
        connect()
    assert key not in str(caught.value)


def test_blanks_and_line_ends_around_the_variables_do_no_harm(server, monkeypatch):
    server.replies = [completion()]
    set_variables(monkeypatch, f" {server.root}/v1\n", f"{KEY}\n", " m ")
    assert ask(*connect(), "Why?").text == "Yes."
    assert server.asked[0][2]["Authorization"] == f"Bearer {KEY}"


def test_no_proxy_stands_between_us_and_this_machine(server, connected, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # where nobody listens
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    server.replies = [completion()]
    assert ask(*connected(), "Why?").text == "Yes."
    assert ask(*connect(local=True), "Why?").finish_reason == "stop"


def test_the_own_server_starts_once_and_ends_with_the_process():
    code = (
        "from course_lib.llm import connect\n"
        "urls = {str(connect(local=True)[0].base_url) for _ in range(3)}\n"
        "print(*urls)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    (url,) = run.stdout.split()
    assert run.returncode == 0 and not run.stderr
    with pytest.raises(httpx.ConnectError):
        httpx.get(url + "models", trust_env=False)


def test_many_threads_start_one_server():
    code = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from course_lib.llm import connect\n"
        "with ThreadPoolExecutor(20) as pool:\n"
        "    clients = [pool.submit(connect, True) for _ in range(20)]\n"
        "print(len({str(each.result()[0].base_url) for each in clients}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.stdout == "1\n", run.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_starts_its_own_server():
    code = (
        "import os\nfrom course_lib.llm import ask, connect\n"
        "url = connect(True)[0].base_url\n"
        "if os.fork():\n    os.wait()\nelse:\n"
        "    client, model = connect(True)\n"
        "    print(client.base_url != url, ask(client, model, 'Why?').text[:12], flush=True)\n"
        "    os._exit(0)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.stdout == "True I don't know\n", run.stderr


@pytest.mark.parametrize(
    "name, value",
    [
        ("ALL_PROXY", "socks9://127.0.0.1:1"),
        ("HTTPS_PROXY", "http://:::"),
        ("SSL_CERT_FILE", "no.pem"),
    ],
)
def test_a_proxy_or_certificate_that_cannot_be_used_is_named(monkeypatch, name, value):
    set_variables(monkeypatch, HOST, KEY, "m")
    monkeypatch.setenv(name, value)
    with pytest.raises(LLMError, match=f"see .*{name}"):
        connect()


# --- base_url (LL-04) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path, requested",
    [
        ("", "/v1/chat/completions"),
        ("/", "/v1/chat/completions"),
        ("/v1", "/v1/chat/completions"),
        ("/v1/", "/v1/chat/completions"),
        ("/v1beta/openai/", "/v1beta/openai/chat/completions"),
        ("/api", "/api/chat/completions"),
        ("/v1/chat/completions", "/v1/chat/completions/chat/completions"),
    ],
)
def test_v1_is_added_to_an_address_without_a_path_and_to_no_other(
    server, connected, path, requested
):  # LL-04
    server.replies = [completion(), error(404)]
    client, model = connected(path=path)
    ask(client, model, "Why?")
    assert server.asked[0][0] == requested
    with pytest.raises(LLMError) as caught:
        ask(client, model, "Why?")
    assert f"404 from {server.root}{requested}" in str(caught.value)
    assert "does the base URL (OPENAI_BASE_URL) end in /v1?" in str(caught.value)
    assert len(server.asked) == 2  # it is not tried again


HTML = b"<!doctype html><html><body>Welcome</body></html>"


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("kind", ["text/html", "application/json", "text/plain", ""])
@pytest.mark.parametrize(
    "body", [HTML, b"", b"null", b"[]", b"{}", b'"x"', b"7", b"{", b"\xff\xfe"]
)
def test_what_is_no_answer_of_a_model_is_recognised(server, connected, body, kind, stream):  # LL-04
    server.replies = [(200, body, {"Content-Type": kind})]
    with pytest.raises(LLMError, match=r"cannot be used: .*does the base URL .* end in /v1\?"):
        ask(*connected(), "Why?", stream=stream)


# --- faults (LL-02 and others) -------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply, requests, parts",
    [
        (error(400, "bad field"), 1, ["refuses the request", "400", "bad field"]),  # LL-02 e
        (error(401), 1, ["refuses the key", "OPENAI_API_KEY", "401"]),  # LL-02 d
        (error(403, "not for you"), 1, ["refuses the request", "403", "not for you"]),
        (error(402), 1, ["no credit", "billing", "402"]),
        (error(404, "no model m"), 1, ["OPENAI_MODEL", "no model m"]),
        (error(422), 1, ["refuses the request", "422"]),
        (error(429), 3, ["too many requests", "wait", "Retry-After: 0.1"]),  # LL-02 c
        (error(500), 3, ["the server failed", "500"]),
        (error(503), 3, ["the server failed", "503"]),
        ((502, HTML, NO_WAIT | {"Content-Type": "text/html"}), 3, ["the server failed", "502"]),
        ((500, [], NO_WAIT), 3, ["the server failed", "no message"]),
        ((401, {"error": "plain words"}, {}), 1, ["refuses the key", "plain words"]),
        ((404, {"error": "model 'x' not found"}, {}), 1, ["OPENAI_MODEL", "model 'x' not found"]),
        ((400, {"detail": "context: 9000 > 8192"}, {}), 1, ["refuses", "context: 9000 > 8192"]),
        ((400, "only a text", {}), 1, ["refuses", "only a text"]),
        (
            (307, {}, {"Location": "http://127.0.0.1:9/v1"}),
            1,
            ["307", "Location: http://127.0.0.1:9"],
        ),
        ((302, {}, {"Location": "/v1/chat/completions"}), 1, ["302", "Location: /v1/chat"]),
        ((400, b"no gzip", {"Content-Encoding": "gzip"}), None, ["chat/completions"]),
        ((400, {"error": {"message": "\x1b[2J\ud800\x07!"}}, {}), 1, ["refuses", ": \x20[2J  !)"]),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_each_fault_is_one_sentence(server, connected, reply, requests, parts, stream):
    server.replies = [reply]
    client, model = connected()
    with pytest.raises(LLMError) as caught:
        ask(client, model, "Why?", stream=stream)
    message = str(caught.value)
    assert all(part in message for part in parts), message
    assert "\n" not in message and f"{server.root}/v1/chat/completions" in message
    assert message.isprintable()
    assert requests is None or len(server.asked) == requests
    assert caught.value.__suppress_context__  # the client's own words are not shown with it


def test_after_429_with_retry_after_the_answer_comes(server, connected):  # LL-02 a
    server.replies = [error(429), completion()]
    assert ask(*connected(), "Why?").text == "Yes."
    first, second = (when for *_, when in server.asked)
    assert second - first >= 0.1


def test_the_wait_that_the_server_asks_for_is_kept(connected, monkeypatch):  # LL-02 a, in full
    waits = []
    monkeypatch.setattr(time, "sleep", waits.append)
    client, sent = stub(connected()[0], [error(429, headers={"Retry-After": "2"}), completion()])
    assert ask(client, "m", "Why?").text == "Yes."
    assert waits == [2] and len(sent) == 2


def test_429_without_a_wait_is_tried_three_times_and_no_more(connected, monkeypatch):  # LL-02 c
    waits = []
    monkeypatch.setattr(time, "sleep", waits.append)
    client, sent = stub(connected()[0], [(429, {"error": {"message": "slow down"}})])
    with pytest.raises(LLMError, match=r"too many requests: wait, then ask again .*slow down"):
        ask(client, "m", "Why?")
    assert len(sent) == 3 and len(waits) == 2 and max(waits) < 10


@pytest.mark.parametrize("field", ["code", "type"])
@pytest.mark.parametrize("said", ["insufficient_quota", "billing_hard_limit_reached"])
def test_no_credit_is_not_called_too_many_requests(server, connected, field, said):  # LL-02 b
    server.replies = [(429, {"error": {"message": "x", field: said}}, NO_WAIT)]
    with pytest.raises(
        LLMError, match=r"no credit is left: see billing .* does not help"
    ) as caught:
        ask(*connected(), "Why?")
    assert "wait" not in str(caught.value) and len(server.asked) <= 3


def test_a_server_that_does_not_answer(server, connected):
    server.replies = [(200, "slow")]
    client, model = connected()
    client = client.with_options(timeout=openai.Timeout(0.2), max_retries=0)
    with pytest.raises(LLMError, match=r"no answer from http://127.* within 0.2 seconds"):
        ask(client, model, "Why?")


DELTA = b'data: {"choices": [{"index": 0, "delta": {"content": "bla "}}]}\n\n'
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: "


@pytest.mark.parametrize(
    "stream, head, drop, pause",
    [
        (True, HEAD + b"text/event-stream\r\n\r\n", DELTA, 0.05),
        (True, HEAD + b"text/event-stream\r\n\r\n", DELTA, 0),
        (True, HEAD + b"text/event-stream\r\n\r\n", b": ping\n\n", 0.05),
        (True, HEAD + b"text/event-stream\r\n\r\n", b"data: bla", 0.05),
        (False, HEAD + b"application/json\r\n\r\n", b" ", 0.05),
        (False, b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", 0.05),
    ],
)
def test_a_reply_without_an_end_is_given_up(monkeypatch, stream, head, drop, pause):  # LL-01
    monkeypatch.setattr(llm, "SECONDS", 0.5)
    monkeypatch.setattr(llm, "PIECES", 5_000)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        with suppress(OSError), listener.accept()[0] as connection:
            connection.recv(65536)
            connection.sendall(head)
            while not over.wait(pause):
                connection.sendall(drop)

    over = threading.Event()
    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    set_variables(monkeypatch, f"http://127.0.0.1:{listener.getsockname()[1]}/v1", "", "m")
    start = time.monotonic()
    with pytest.raises(LLMError, match=r"within 0.5 seconds|breaks off") as caught:
        ask(*connect(), "Why?", stream=stream)
    assert time.monotonic() - start < 3
    assert ("characters had come" in str(caught.value)) is (drop == DELTA)
    over.set()
    listener.close()


def test_nobody_listens(monkeypatch):
    set_variables(monkeypatch, LOCAL, "", "m")
    client, model = connect()
    with pytest.raises(LLMError, match=r"no connection to http://127.* is the server running"):
        ask(client.with_options(max_retries=0), model, "Why?")


def test_a_reply_that_ends_too_early(server, connected):
    server.replies = [(200, b'{"choices": [', {"Content-Length": "500"})]
    client, model = connected()
    with pytest.raises(LLMError, match=r"no connection|cannot be used"):
        ask(client.with_options(max_retries=0), model, "Why?")


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "reply",
    [error(401, f"Incorrect API key provided: {KEY}."), error(400, f"'{KEY}' {KEY[:14]}***")],
)
def test_a_key_is_never_in_a_message(server, connected, reply, stream):
    server.replies = [reply]
    with pytest.raises(LLMError) as caught:
        ask(*connected(), "Why?", stream=stream)
    assert KEY[:12] not in str(caught.value) and "<key>" in str(caught.value)


@pytest.mark.parametrize(
    "key, said, shown",
    [
        ("abcd", "key abcd!", "key <key>!"),
        ("abc", "key abc!", "key abc!"),
        ("", "no key", "no key"),
    ],
)
def test_a_key_of_three_letters_is_no_secret(server, connected, key, said, shown):
    server.replies = [error(400, said)]
    with pytest.raises(LLMError, match=shown):
        ask(*connected(key=key), "Why?")


def test_messages_have_a_limit(server, connected):
    server.replies = [error(400, "x" * 900)]
    with pytest.raises(LLMError) as caught:
        ask(*connected(), "Why?")
    assert len(str(caught.value)) == 800


def test_a_key_of_another_form_is_hidden_too(server, connected):
    server.replies = [error(400, "got AIzaSyA-123_x in the header"), (200, b'"AIzaSyA-123_x"')]
    client, model = connected(key="AIzaSyA-123_x")
    for _ in range(2):
        with pytest.raises(LLMError, match="<key>") as caught:
            ask(client, model, "Why?")
        assert "AIzaSyA" not in str(caught.value)


# --- empty and cut answers (LL-03) ---------------------------------------------------------------


@pytest.mark.parametrize("content", [None, "", " \n"])
@pytest.mark.parametrize(
    "reason, advice",
    [
        ("length", "raise max_tokens"),
        ("content_filter", "filter"),
        ("stop", "ask again"),
        ("tool_calls", "ask again"),
    ],
)
def test_an_empty_answer_is_an_error_that_names_the_reason(
    server, connected, content, reason, advice
):  # LL-03
    server.replies = [completion(content, reason, reasoning_content="I think", refusal=None)]
    with pytest.raises(LLMError, match=rf"empty \(finish reason '{reason}'\).*{advice}"):
        ask(*connected(), "Why?")


@pytest.mark.parametrize("reason", ["length", "content_filter", "max_tokens", "LENGTH", "new"])
def test_half_a_sentence_is_returned_and_marked(server, connected, reason):  # LL-03
    server.replies = [completion("Half a sen", reason)]
    reply = ask(*connected(), "Why?")
    assert (reply.text, reply.finish_reason, reply.cut) == ("Half a sen", reason.lower(), True)


@pytest.mark.parametrize(
    "content",
    [
        {"choices": []},
        {"choices": None},
        {"error": {"message": "upstream is gone"}},
        {"choices": [None]},
        {"choices": [{}]},
        {"choices": [{"message": None, "finish_reason": "stop"}]},
        {"choices": [{"message": {"content": ["x"]}, "finish_reason": "stop"}]},
        {"choices": [{"message": {"content": 7}, "finish_reason": "stop"}]},
        {"choices": "text"},
        {"choices": {"message": 1}},
    ],
)
def test_replies_of_another_form_are_errors(server, connected, content):  # LL-03
    server.replies = [(200, content)]
    with pytest.raises(LLMError, match="cannot be used") as caught:
        ask(*connected(), "Why?")
    assert "NoneType" not in str(caught.value)


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"a":' * 2_000 + b"1" + b"}" * 2_000])
def test_a_reply_that_is_nested_too_deeply_is_an_error(server, connected, body):
    server.replies = [(200, body)]
    with pytest.raises(LLMError, match="cannot be used"):
        ask(*connected(), "Why?")


def test_what_the_server_says_in_a_reply_of_another_form_is_shown(server, connected):
    server.replies = [(200, {"error": {"message": "upstream is gone"}})]
    with pytest.raises(LLMError, match="upstream is gone"):
        ask(*connected(), "Why?")


@pytest.mark.parametrize("stream", [False, True])
def test_hidden_thoughts_are_no_answer(server, connected, stream):  # LL-03
    send = streamed if stream else completion
    server.replies = [send("<think>It is\n5.</think>\nIt is 4."), send("<think>It is", "length")]
    client, model = connected()
    assert ask(client, model, "2 + 2?", stream=stream).text == "It is 4."
    with pytest.raises(LLMError, match="raise max_tokens"):
        ask(client, model, "2 + 2?", stream=stream)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "content",
    [
        "let me think\n</think>\nIt is 4.",
        "<think>a</think><think>b</think> It is 4.",
        "<think>a<think>b</think>c</think>It is 4.",
        "<thinking>5?</thinking>It is 4.",
        "<THINK>5?</Think>It is 4.",
    ],
)
def test_thoughts_in_other_clothes_are_no_answer(server, connected, content, stream):  # LL-03
    server.replies = [(streamed if stream else completion)(content)]
    assert ask(*connected(), "2 + 2?", stream=stream).text == "It is 4."


def test_a_refusal_in_its_own_field_is_the_answer(server, connected):
    server.replies = [completion(None, refusal="I cannot help with that.")]
    assert ask(*connected(), "Why?").text == "I cannot help with that."


def test_the_first_of_two_choices_is_the_answer(server, connected):
    status, reply = completion("First.")
    reply["choices"].append(
        {"index": 1, "message": {"content": "Second."}, "finish_reason": "stop"}
    )
    server.replies = [(status, reply)]
    assert ask(*connected(), "Why?").text == "First."


def test_a_reply_without_a_reason_or_usage_is_taken(server, connected):
    choice = {"message": {"content": "Yes."}, "finish_reason": None}
    server.replies = [(200, {"choices": [choice]})]
    assert ask(*connected(), "Why?") == Reply("Yes.", "unknown", "m", None, None, True)


# --- streams -------------------------------------------------------------------------------------


def events(*contents, reason=None, done=True):
    lines = [{"choices": [{"index": 0, "delta": {"content": text}}]} for text in contents]
    if reason:
        lines.append({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
    raw = "".join(f"data: {json.dumps(line | {'model': 'm-2026'})}\n\n" for line in lines)
    return (raw + "data: [DONE]\n\n" * done).encode()


SSE = {"Content-Type": "text/event-stream"}


def streamed(text, reason="stop"):
    return 200, events(*re.findall(r"\s*\S+", text), reason=reason), SSE


@pytest.mark.parametrize("reason", ["stop", "length"])
def test_a_stream_is_put_together(server, connected, reason):
    server.replies = [streamed("It is 4, or größer.", reason)]
    reply = ask(*connected(), "Why?", stream=True)
    assert reply == Reply(
        *("It is 4, or größer.", reason, "m-2026", None, None, reason == "length")
    )
    assert server.asked[0][1]["stream"] is True


USAGE = {"choices": None, "usage": {"prompt_tokens": 5, "completion_tokens": 1}, "model": "m"}


def test_pieces_without_content_or_choices_are_passed_over(server, connected):
    usage = {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 1}, "model": "m"}
    raw = events(None, "Yes", "", ".", reason="stop", done=False)
    raw += f": comment\n\ndata: {json.dumps(usage)}\n\ndata: [DONE]\n\n".encode()
    server.replies = [(200, raw, SSE)]
    assert ask(*connected(), "Why?", stream=True) == Reply("Yes.", "stop", "m", 5, 1, False)


def test_after_the_end_only_the_usage_is_read(server, connected):
    raw = events("Half", reason="length", done=False)
    for more in ({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}, USAGE):
        raw += f"data: {json.dumps(more)}\n\n".encode()
    server.replies = [(200, raw, SSE)]
    assert ask(*connected(), "Why?", stream=True) == Reply("Half", "length", "m", 5, 1, True)


@pytest.mark.parametrize(
    "raw, headers",
    [
        (events("Ha", "lf", done=False), {}),  # closed early, as if it were the end
        (events("Ha", "lf"), {}),  # says that it is done, but never why
        (events("Ha", "lf", done=False), {"Content-Length": "5000"}),  # less than announced
        (events("Ha", "lf", done=False) + b'data: {"cho', {}),
        (events("Ha", "lf", done=False) + b"data: {broken\n\n", {}),
        (events("Ha", "lf", done=False) + b'data: {"error": {"message": "overload"}}\n\n', {}),
        (events("Ha", "lf", done=False) + b'data: {"choices": null}\n\n', {}),
        (events("Ha", "lf", done=False) + b"data: []\n\n", {}),
    ],
)
def test_a_broken_stream_says_how_much_had_come(server, connected, raw, headers):
    server.replies = [(200, raw, SSE | headers)]
    with pytest.raises(LLMError, match="; 4 characters had come, up to 'Half'"):
        ask(*connected(), "Why?", stream=True)


def test_of_what_had_come_the_last_40_characters_are_shown(server, connected):
    server.replies = [(200, events("a" + "b" * 40, done=False), SSE)]
    with pytest.raises(LLMError, match=f"; 41 characters had come, up to '{'b' * 40}'"):
        ask(*connected(), "Why?", stream=True)


def test_a_stream_that_stops_in_the_middle(server, connected):
    server.replies = [(200, events("Ha", "lf", done=False), SSE | {"Content-Length": "5000"})]
    client, model = connected()
    with pytest.raises(LLMError, match="4 characters had come"):
        ask(client.with_options(timeout=0.3), model, "Why?", stream=True)


@pytest.mark.parametrize("raw", [b"", b"data: [DONE]\n\n", events(reason="stop"), events("")])
def test_an_empty_stream_is_an_error(server, connected, raw):
    server.replies = [(200, raw, SSE)]
    with pytest.raises(LLMError, match=r"empty|no choices|breaks off"):
        ask(*connected(), "Why?", stream=True)


# --- no key in the repository --------------------------------------------------------------------

KEYS = re.compile(
    rb"(?<![A-Za-z0-9_-])(?:sk-(?:proj-|ant-|or-v1-|svcacct-)?[A-Za-z0-9_]{20}"  # OpenAI and others
    rb"|AIza[0-9A-Za-z_-]{35}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{50}"
    rb"|hf_[A-Za-z0-9]{30}|gsk_[A-Za-z0-9]{40}|xox[abp]-[A-Za-z0-9-]{20}|AKIA[0-9A-Z]{16}"
    rb"|-----BEGIN [A-Z ]*PRIVATE KEY)"
)


def keys_in(content):
    return KEYS.findall(content)


def test_the_scan_finds_keys_and_nothing_else():
    tail = b"A1b2" * 13
    begins = (b"sk-", b"sk-proj-", b"sk-ant-", b"AIza", b"ghp_", b"hf_", b"gsk_", b"github_pat_")
    for begin in begins:
        assert keys_in(b'api_key = "' + begin + tail + b'"')
    assert keys_in(b"-----BEGIN " + b"RSA PRIVATE KEY-----") and keys_in(b"AKIA" + b"ABCD" * 4)
    for harmless in (b"task-specific_and_long_name_of_it", b"sk-learn", KEY.encode(), b"hf_hub"):
        assert not keys_in(harmless)


def test_no_committed_file_holds_a_key():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    if listed.returncode:
        pytest.skip("no git repository here")
    names = listed.stdout.decode().split("\0")[:-1]
    assert len(names) > 50
    found = [
        name for name in names if (ROOT / name).is_file() and keys_in((ROOT / name).read_bytes())
    ]
    assert not found
