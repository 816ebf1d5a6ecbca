"""What lessons define: for tests, and for what a lesson builds and the library does not hold."""

import ast
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[1]


def code_cells(path):
    return [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]


def definitions_of(cells):
    """Run the imports and definitions of these cells, and nothing else of them."""
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    space = {}
    for cell in cells:
        tree = ast.parse(cell.source)
        tree.body = [node for node in tree.body if isinstance(node, kinds)]
        exec(compile(tree, "lesson", "exec"), space)
    return space


def lesson(number):
    """Give what a lesson imports and defines, by name: lesson("03")["angle"]."""
    (path,) = (ROOT / "notebooks").glob(f"{number}_*.ipynb")
    return definitions_of(code_cells(path))
