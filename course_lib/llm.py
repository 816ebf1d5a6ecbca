"""Talk to a language model: any OpenAI-compatible server, or the course's own without a key.

The client is the field's, ``openai.OpenAI``. What is ours: where it points, how long it waits, and
that each fault ends in one clear sentence. Lesson 11 builds on it.
"""

import os
import re
import threading
from collections import namedtuple
from itertools import islice
from multiprocessing.pool import ThreadPool

from course_lib.data import DATASETS, load_code
from course_lib.inputs import _check_number, _check_text, _check_whole

ADDRESS = re.compile(r"(?i)https?://(\[[\da-f:]+\]|[^][/:@?#\s]+)(:\d{1,5})?(?P<path>/[^?#\s]*)?")
HERE = re.compile(r"(?i)https?://(localhost|127(\.\d+){3}|\[::1\])([:/]|$)")
NO_KEY = "no-key-needed"  # for servers on this machine: the client wants one that is not empty
ASK_URL = "does the base URL (OPENAI_BASE_URL) end in /v1?"
SECONDS, PIECES = 120, 100_000  # that a call may take, and a streamed reply may have
STARTING = threading.Lock()
ADVICE = {
    401: "the server refuses the key: check OPENAI_API_KEY",
    402: "no credit is left: see billing at your provider; asking again does not help",
    404: f"nothing is there: {ASK_URL} If it does, OPENAI_MODEL may be no model of this server",
    429: "too many requests: wait, then ask again",
    500: "the server failed: ask again later",
    "length": "all of max_tokens was spent before the first word: raise max_tokens",
    "content_filter": "the server's filter held it back: put the question in other words",
}


class LLMError(RuntimeError):
    """The model gave no usable answer; the message says why. It never holds the key."""


class Reply(namedtuple("Reply", "text finish_reason model prompt_tokens completion_tokens cut")):
    """What the model answered.

    Attributes
    ----------
    text : str              never empty
    finish_reason : str     "stop": it had finished; "length": max_tokens cut it off
    model : str             what the server says that it is
    prompt_tokens, completion_tokens : int or None      as counted by the server, if it says so
    cut : bool              True unless it had finished: then the end may be missing, perhaps the
                            word that turns the meaning round
    Used in: lesson 11 on
    """


def connect(local: bool = False):
    """Make a client, and name the model to ask.

    Parameters
    ----------
    local : bool    True: the course's own server, whatever the environment says
    Returns
    -------
    (openai.OpenAI, str). OPENAI_BASE_URL names the server, without it OPENAI_API_KEY means OpenAI
    itself; OPENAI_MODEL names the model. With neither of the first two, the course's own server
    starts on this machine, once, and ends with this process: no language model is behind it
    Raises
    ------
    LLMError        a variable is missing or cannot be right, among them those for a proxy and for
                    certificates; the message names it
    Used in: lesson 11 on
    """
    names = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL")
    url, key, model = ("" if local else os.environ.get(name, "").strip() for name in names)
    if not url and not key:
        with STARTING:
            own = load_code(DATASETS.parent / "tools/local_model.py")
            return _client(own.start(), NO_KEY), own.NAME
    if not (address := ADDRESS.fullmatch(url := url or "https://api.openai.com/v1")):
        raise LLMError("OPENAI_BASE_URL must look like http://127.0.0.1:8000/v1")
    if not model:
        raise LLMError("OPENAI_MODEL is not set: it names the model, see your server's list")
    if not key and not HERE.match(url):
        raise LLMError("OPENAI_API_KEY is not set, and this server is not on your machine")
    if not re.fullmatch("[!-~]*", key):
        raise LLMError("OPENAI_API_KEY holds characters that no key has: copy it again")
    bare = address["path"] in (None, "/")
    return _client(url.rstrip("/") + "/v1" if bare else url, key or NO_KEY), model


def ask(client, model: str, prompt: str, *, max_tokens=400, temperature=0, stream=False) -> Reply:
    """Send one prompt and give the answer.

    Parameters
    ----------
    client, model : as `connect` gives them
    prompt : str
    max_tokens : int, >= 1          where the answer is cut off
    temperature : number or None    0: the likeliest word each time; None: leave it to the server
    stream : bool                   True: the answer comes word by word, and is put together here
    Returns
    -------
    Reply; see its ``cut``. What stands in <think> is no part of it
    Raises
    ------
    LLMError                        no answer: no key, a wrong address, too many requests, no credit
                                    left, a fault of the server, nothing for a minute, no end within
                                    two, an empty or broken answer
    TypeError, ValueError           model or prompt is no string or cannot be sent, max_tokens is no
                                    count, temperature no number
    Used in: lesson 11 on
    """
    for name, text in (("model", model), ("prompt", prompt)):
        _check_text(name, text)
        if half := re.search("[\ud800-\udfff]", text):
            raise ValueError(f"{name} holds half a character: {half[0]!r} at {half.start()}")
    _check_whole("max_tokens", max_tokens, 1)
    _check_number("temperature", 0 if temperature is None else temperature, 0)
    limit = "max_completion_tokens" if client.base_url.host == "api.openai.com" else "max_tokens"
    options = {"model": model, limit: max_tokens, "stream": stream, "temperature": temperature}
    options["messages"], came = [{"role": "user", "content": prompt}], []
    try:
        with ThreadPool(1) as pool:  # a call without an end is left to itself
            text, reason, last = pool.apply_async(_call, (client, options, came)).get(SECONDS)
    except Exception as error:
        said = _explain(error, client, "".join(map(str, came)))
        raise LLMError(_hide(said, client.api_key)[:800]) from None
    text = re.sub(r"(?is)\A.*</think(ing)?>|\A\s*<think(ing)?>.*", "", text).strip()
    if not text:
        why = ADVICE.get(reason, "ask again, or another model")
        raise LLMError(f"the answer is empty (finish reason {reason!r}); {why}")
    counts = [getattr(getattr(last, "usage", None), name, None) for name in Reply._fields[3:5]]
    return Reply(text, reason, getattr(last, "model", None) or model, *counts, reason != "stop")


def _client(url, key):
    import openai

    limits = {"timeout": openai.Timeout(60, connect=5), "max_retries": 2}
    try:  # no proxy in front of this machine; no other host is handed the prompt
        http = openai.DefaultHttpxClient(trust_env=not HERE.match(url), follow_redirects=False)
        return openai.OpenAI(base_url=url, api_key=key, http_client=http, **limits)
    except Exception as error:
        raise LLMError(_hide(f"{error}; see HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE", key)) from None


def _call(client, options, came):
    """Give the text of a reply, its finish reason and last piece; `came` grows on the way."""
    part = reason = None
    reply = client.chat.completions.create(**{k: v for k, v in options.items() if v is not None})
    for part in islice(reply, PIECES) if options["stream"] else [reply]:
        if not isinstance(getattr(part, "choices", None), list) and not reason:
            raise ValueError(getattr(part, "error", None) or f"it is {part!r:.200}")
        for choice in (part.choices or [])[:1]:
            said = choice.delta if hasattr(choice, "delta") else choice.message
            came.append(said.content or getattr(said, "refusal", None) or "")
            reason = reason or choice.finish_reason
    if not came or (options["stream"] and not reason):
        raise ValueError("it breaks off before its end" if came else "it holds no choices")
    return "".join(came), str(reason or "unknown").lower(), part


def _explain(error, client, came):
    """Say in one sentence what went wrong, what to do, and what had come."""
    url, status = f"{client.base_url}chat/completions", getattr(error, "status_code", None)
    kind, cause = type(error).__name__, error.__cause__
    tail = f"; {len(came)} characters had come, up to {came[-40:]!r}" if came else ""
    if type(cause).__name__ in ("ConnectError", "ConnectTimeout"):
        return f"no connection to {url}: is the server running? ({type(cause).__name__})"
    if kind in ("TimeoutError", "APITimeoutError"):  # of the whole call, of a part of it
        seconds = SECONDS if kind[0] == "T" else getattr(client.timeout, "read", client.timeout)
        return f"no answer from {url} within {seconds} seconds{tail}"
    if status is None:
        odd = kind in ("AttributeError", "TypeError", "RecursionError")
        what = "it is no chat completion" if odd else cause or error
        return f"the reply of {url} cannot be used: {what}{tail or '; ' + ASK_URL}"
    body = error.body if isinstance(error.body, dict) else {"message": error.body}
    quota = re.search("quota|billing", f"{body.get('code')} {body.get('type')}")
    why = ADVICE.get(402 if quota else min(status, 500), "the server refuses the request")
    said = f"{body.get('message') or body.get('detail') or 'no message'}"
    for name in ("Retry-After", "Location"):
        said += f", {name}: {value}" if (value := error.response.headers.get(name)) else ""
    return f"{why} ({status} from {url}: {said})"


def _hide(text, key):
    """Take out the key, what looks like one, a name and password in an address; signs unseen."""
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    text = text.replace(key, "<key>") if key != NO_KEY and len(key) > 3 else text
    return re.sub(r"//[^/\s]*@", "//", re.sub(r"\b(sk|key)-[\w*.-]{6,}", "<key>", text))
