"""Cells that hold a structure as text: JSON, or the way Python prints lists and dictionaries.

Chosen: the syntax tree walked by hand, since printed values hold nan, arrays and times that
the standard library's literal reader refuses; nothing is ever called.
"""

import ast
import json
import warnings

LONGEST_CELL = 1 << 24
DEPTH_LIMIT = 100
WRAPPERS = frozenset({"array", "ndarray", "list", "tuple", "Timestamp", "datetime64", "float64"})


def structured(value: object) -> object:
    """Give the list or object that a text spells; anything else comes back as it is."""
    if not isinstance(value, str):
        return value
    text = value.strip()
    if text[:1] not in ("[", "{") or len(text) > LONGEST_CELL:
        return value
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        pass
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _given(ast.parse(text, mode="eval").body, 0)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return value


def _given(node: ast.expr, depth: int) -> object:
    if depth > DEPTH_LIMIT:
        raise ValueError
    match node:
        case ast.Constant(value=str() | int() | float() | bool() | None as value):
            return value
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_given(item, depth + 1) for item in items]
        case ast.Dict(keys=keys, values=values):
            names = [_given(key, depth + 1) if key is not None else None for key in keys]
            held = [_given(value, depth + 1) for value in values]
            return {str(name): value for name, value in zip(names, held, strict=True)}
        case ast.Name(id="nan" | "inf" | "null" | "NaT"):
            return None
        case ast.Name(id="true" | "false" as word):
            return word == "true"
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            number = _given(operand, depth + 1)
            return -number if isinstance(number, int | float) else None
        case ast.Call(func=function, args=[first, *_]) if _name(function) in WRAPPERS:
            return _given(first, depth + 1)
    raise ValueError


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
