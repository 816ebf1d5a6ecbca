"""Talk to a language model: any OpenAI-compatible server, or the course's own without a key.

The client is the field's, ``openai.OpenAI``. What is ours: where it points, how long it waits, and
that each fault ends in one clear sentence. Lesson 11 builds on it.
"""

import os
import re
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from course_lib import local_model
from course_lib.ranking import check_k

OPENAI_URL = "https://api.openai.com/v1"
NO_KEY = "no-key-needed"  # for servers on this machine; the client wants one that is not empty
SECONDS, RETRIES = 60, 2
ASK_URL = "does the base URL (OPENAI_BASE_URL) end in /v1?"
STATUS = {
    401: "the server refuses the key: check OPENAI_API_KEY",
    402: "no credit is left: see billing at your provider; asking again does not help",
    404: f"nothing is there: {ASK_URL} If it does: is OPENAI_MODEL a name that this server knows?",
    429: "too many requests, {tries} in a row were refused: wait{wait}, then ask again",
    500: "the server failed, {tries} times in a row: ask again later",
}
CUT = {
    "length": ": all of max_tokens was spent before the first word; raise max_tokens",
    "content_filter": ": the server's filter held it back; put the question in other words",
}


class LLMError(RuntimeError):
    """The model gave no usable answer; the message says why. It never holds the key."""


class Reply(NamedTuple):
    """What the model answered.

    Attributes
    ----------
    text : str              never empty
    finish_reason : str     "stop": it had finished; "length": max_tokens cut it off
    model : str             what the server says that it is
    prompt_tokens, completion_tokens : int or None      as counted by the server, if it says so
    cut : bool              True: the end is missing, perhaps the word that turns the meaning round
    Used in: lesson 11 on
    """

    text: str
    finish_reason: str
    model: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cut: bool = False


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
    LLMError        a variable is missing or cannot be right; the message names it
    Used in: lesson 11 on
    """
    url, key, model = (
        "" if local else os.environ.get(f"OPENAI_{name}", "").strip()
        for name in ("BASE_URL", "API_KEY", "MODEL")
    )
    if not (url or key):
        return _client(local_model.start(), NO_KEY), local_model.NAME
    parts = urlsplit(url or OPENAI_URL)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise LLMError("OPENAI_BASE_URL must look like http://127.0.0.1:8000/v1")
    if not model:
        raise LLMError("OPENAI_MODEL is not set: it names the model, see your server's list")
    if not key and not _is_loopback(parts.hostname):
        raise LLMError("OPENAI_API_KEY is not set, and this server is not on your machine")
    if not (key.isascii() and key.isprintable()):
        raise LLMError("OPENAI_API_KEY holds characters that no key has: copy it again")
    if parts.path in ("", "/"):
        parts = parts._replace(path="/v1")
    return _client(parts.geturl(), key or NO_KEY), model


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
    Reply; see its ``cut``
    Raises
    ------
    LLMError                        no answer: no key, a wrong address, too many requests, no credit
                                    left, a fault of the server, nothing for a minute, an empty or
                                    broken answer
    TypeError, ValueError           prompt is no string or cannot be sent, max_tokens is no count
    Used in: lesson 11 on
    """
    from openai import OpenAIError

    _check_prompt(prompt, max_tokens)
    limit = "max_completion_tokens" if client.base_url.host == "api.openai.com" else "max_tokens"
    options = {limit: max_tokens, "temperature": temperature, "stream": stream}
    if temperature is None:
        del options["temperature"]
    messages, came = [{"role": "user", "content": prompt}], []
    try:
        reply = client.chat.completions.create(model=model, messages=messages, **options)
        last, reason = _collect(reply if stream else [reply], came)
    except (OpenAIError, ValueError, AttributeError, TypeError) as error:
        said = _explain(error, client)
        if text := "".join(came):
            said += f"; {len(text)} characters had come, up to {text[-40:]!r}"
        raise LLMError(_hide(said, client.api_key)) from None
    text = re.sub(r"\A\s*<think>.*?(</think>|\Z)", "", "".join(came), flags=re.DOTALL).strip()
    if not text:
        raise LLMError(f"the answer is empty (finish reason {reason!r})" + CUT.get(reason, ""))
    usage = getattr(last, "usage", None)
    counts = [getattr(usage, f"{part}_tokens", None) for part in ("prompt", "completion")]
    return Reply(text, reason, getattr(last, "model", None) or model, *counts, reason in CUT)


def _client(url, key):
    import openai

    here = _is_loopback(urlsplit(url).hostname)
    return openai.OpenAI(
        base_url=url,
        api_key=key,
        timeout=openai.Timeout(SECONDS, connect=5),
        max_retries=RETRIES,
        http_client=openai.DefaultHttpxClient(trust_env=False) if here else None,  # no proxy
    )


def _is_loopback(host):
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _collect(parts, came):
    """Put the text of a reply, or of the pieces of a stream, into `came`."""
    part = reason = None
    for part in parts:
        if not isinstance(getattr(part, "choices", None), list):
            raise ValueError(f"{getattr(part, 'error', None) or part!r:.200}")
        for choice in part.choices[:1]:
            streamed = hasattr(choice, "delta")
            came.append((choice.delta if streamed else choice.message).content or "")
            reason = choice.finish_reason or reason or (None if streamed else "unknown")
    if reason is None:
        raise ValueError("it breaks off before its end" if came else "it holds no choices")
    return part, reason


def _explain(error, client):
    """Say in one sentence what went wrong, and what to do."""
    import openai

    url, cause = f"{client.base_url}chat/completions", type(error.__cause__).__name__
    if isinstance(error, openai.APIConnectionError):
        if isinstance(error, openai.APITimeoutError) and "Connect" not in cause:
            return (
                f"no answer from {url} within {getattr(client.timeout, 'read', client.timeout)} s"
            )
        return f"no connection to {url}: is the server running? ({cause})"
    if not isinstance(error, openai.APIStatusError):
        return f"the reply of {url} cannot be used: {error}; {ASK_URL}"
    body = error.body if isinstance(error.body, dict) else {}
    quota = "insufficient_quota" in (body.get("code"), body.get("type"))
    status = 402 if quota else min(error.status_code, 500)
    seconds = error.response.headers.get("retry-after")
    why = STATUS.get(status, "the server refuses the request").format(
        tries=1 + client.max_retries, wait=f" {seconds} s" if seconds else " a minute"
    )
    return (
        f"{why} ({error.status_code} from {error.request.url}) {body.get('message') or ''}".strip()
    )


def _hide(text, key):
    """Take out what looks like a key, and a name and password in an address."""
    text = text.replace(key, "<key>") if key != NO_KEY and len(key) > 3 else text
    return re.sub("//[^/ ]*@", "//", re.sub(r"\b(sk|key)-[\w*.-]{6,}", "<key>", text))


def _check_prompt(prompt, max_tokens):
    if not isinstance(prompt, str):
        raise TypeError(f"prompt must be a string, got {prompt!r:.60}")
    try:
        prompt.encode()
    except UnicodeEncodeError as error:
        raise ValueError(
            f"prompt must be text that can be sent, got {prompt[error.start]!r} at {error.start}"
        ) from None
    if check_k(max_tokens, "max_tokens") == 0:
        raise ValueError("max_tokens must be at least 1, got 0")
