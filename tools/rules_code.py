"""Rules for the code in a notebook and the shape of a lesson; see `check_notebooks.py`."""

import ast
import re
from itertools import zip_longest

from rules_cells import ALL, calls, has_image, is_compared, is_optional, rule, tree

# a title starts with a verb; a new lesson adds its own here
FIRST_WORDS = re.compile(
    "Ask|Build|Combine|Cross|Cut|Diagnose|Find|Ground|Is|Judge|Measure|Open|Outgrow|Rank|Read"
    "|Refuse|Score|Search|Start|Turn"
)

# ---- code -------------------------------------------------------------------------------------

NOISY_CALLS = re.compile(
    r"(time\.)?(time|perf_counter|process_time|monotonic)(_ns)?|(datetime\.)*(now|today|utcnow)"
    r"|np\.random\.(?!default_rng|Generator|SeedSequence|PCG64).*|random\.(?!Random\b|seed\b).*"
    r"|uuid\..*|os\.(urandom|getpid)|secrets\..*"
)
OUTSIDE = re.compile(
    r"sys\.path|site\.addsitedir|os\.(chdir|system|popen)|urlopen|urlretrieve"
    r"|(urllib\.request|requests|httpx|subprocess|pip)\.\w+"
)
SEEDED = re.compile(r"((np\.)?random\.)?(default_rng|Random)")


@rule(*ALL)
def steady_code(book):
    for cell in filter(is_compared, book.code):
        seeded = re.search(r"\brandom\.seed\(\w", cell.source)
        for name, call in calls(cell):
            name = name.replace("numpy.", "np.")
            if NOISY_CALLS.fullmatch(name) and not (seeded and name.startswith("random.")):
                yield cell.id, f"{name}() gives another value each time"
            if SEEDED.fullmatch(name) and not call.args and not call.keywords:
                yield cell.id, f"{name}() without a seed"
            if name.split(".")[-1] in {"tqdm", "trange"} and "disable=True" not in ast.unparse(
                call
            ):
                yield cell.id, "a progress bar"


@rule(*ALL)
def set_order(book):
    known = set()  # names that hold a set

    def is_set(node):
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.Sub)):
            return is_set(node.left) or is_set(node.right)
        called = isinstance(node, ast.Call) and ast.unparse(node.func) in {"set", "frozenset"}
        named = isinstance(node, ast.Name) and node.id in known
        return called or named or isinstance(node, (ast.Set, ast.SetComp))

    for cell in filter(is_compared, book.code):
        for node in ast.walk(tree(cell)):
            if isinstance(node, ast.Assign):
                names = {target.id for target in node.targets if isinstance(target, ast.Name)}
                known = known | names if is_set(node.value) else known - names
        for name, call in calls(cell):
            shown = [*call.args] if name in {"print", "list", "tuple"} or ".join" in name else []
            texts = (
                [arg for arg in shown if isinstance(arg, ast.JoinedStr)] if name == "print" else []
            )
            shown += [part.value for f in texts for part in f.values if hasattr(part, "value")]
            starred = [arg.value for arg in shown if isinstance(arg, ast.Starred)]
            if any(map(is_set, shown + starred)):
                yield cell.id, f"the order of a set in {name}(): use sorted()"
        for node in ast.walk(tree(cell)):
            loops = getattr(node, "generators", []) if isinstance(node, ast.ListComp) else [node]
            if any(is_set(loop.iter) for loop in loops if hasattr(loop, "iter")):
                yield cell.id, "a loop over a set: use sorted()"


@rule(*ALL)
def surroundings(book):
    for cell in book.code:
        for node in ast.walk(tree(cell)):
            name = ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""
            if OUTSIDE.fullmatch(name):
                yield cell.id, f"{name} reaches outside the notebook"
        for name, call in calls(cell):
            local = "local=True" in [ast.unparse(keyword) for keyword in call.keywords]
            if name.split(".")[-1] == "connect" and not local and not is_optional(cell):
                yield cell.id, "connect() without local=True may spend someone's key"


# ---- the shape of a lesson --------------------------------------------------------------------


@rule(*ALL)
def title(book):
    number = book.path.stem[:2]
    first = book.cells[0] if book.cells else None
    line = first.source.split("\n")[0] if first and first.cell_type == "markdown" else ""
    found = re.fullmatch(r"# (\d\d) · (\w+)\b.*", line)
    if number.isdigit() and not (found and found.group(1) == number):
        yield "", f"the first line is not '# {number} · …' but {line!r}"
    elif found and not FIRST_WORDS.fullmatch(found.group(2)):
        yield "", f"the title does not start with a verb known to FIRST_WORDS: {found.group(2)}"


@rule("lesson")
def lesson_size(book):
    words = sum(len(re.findall(r"\S*\w\S*", cell.source)) for cell in book.markdown)
    figures = sum(map(has_image, book.code))
    if not 30 <= len(book.cells) <= 65:
        yield "", f"{len(book.cells)} cells instead of 30 to 65"
    if not 1200 <= words <= 2600:
        yield "", f"{words:,} words of text instead of 1,200 to 2,600"
    if figures < 2:
        yield "", f"{figures} figures instead of two or more"


def guesses(cell):
    """Names like guess that a cell sets to None."""
    for node in tree(cell).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == "None":
            yield from (t for t in map(ast.unparse, node.targets) if t.startswith("guess"))


@rule("lesson")
def predictions(book):
    pairs = zip_longest(book.code, book.code[1:])
    guessed = [(cell, after) for cell, after in pairs if list(guesses(cell))]
    if not guessed:
        yield "", "no prediction (a cell with guess = None)"
    for cell, after in guessed:
        if not after or not any(name.split(".")[-1] == "reveal" for name, _ in calls(after)):
            yield cell.id, "the next code cell does not reveal() this guess"


@rule("lesson")
def something_to_see(book):
    definitions = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    for cell in book.code:
        body = tree(cell).body
        setup = any(isinstance(node, (ast.Import, ast.ImportFrom)) for node in body)
        defines = all(isinstance(node, definitions) for node in body)
        if not (cell.outputs or setup or defines or is_optional(cell) or list(guesses(cell))):
            yield cell.id, "shows nothing"


@rule("lesson")
def figures_are_read(book):
    for cell, after in zip_longest(book.cells, book.cells[1:]):
        if has_image(cell) and not (after and after.cell_type == "markdown"):
            yield cell.id, "no text after the figure says what to see"
