"""One field of a record as text, a number or a truth, read faithfully or refused by name.

A faithful reading keeps what was meant (`"620"` as 620, `"true"` as true) and is remarked;
a value that would have to be guessed raises WrongField.
"""

import math
from collections.abc import Mapping

from workbench.formats.json_values import NeedsCare, json_text
from workbench.formats.problems import Findings

LONGEST_ID = 500
LARGEST_INTEGER = 2**63 - 1
TRUTHS: dict[object, bool] = {
    "true": True, "yes": True, "1": True, 1: True,
    "false": False, "no": False, "0": False, 0: False,
}  # fmt: skip
KINDS = {bool: "a truth value", dict: "an object", list: "a list", str: "text"}


class WrongField(Exception):
    """A field holds something that no faithful reading fits."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


def kind_of(value: object) -> str:
    """Name the kind of a JSON value for a message."""
    if value is None:
        return "null"
    return KINDS.get(type(value), "a number")


def usable(text: str) -> str:
    """Give the text back, or raise NeedsCare where no store can hold it."""
    if "\x00" in text:
        raise NeedsCare
    return text


def read_id(record: Mapping[str, object], name: str) -> str | None:
    """Give an id as text, character by character; None where it is absent, null or empty."""
    value = record.get(name)
    if type(value) is str:
        return short_enough(usable(value), name) or None
    if value is None:
        return None
    if type(value) is float:
        raise NeedsCare
    if isinstance(value, bool) or not isinstance(value, int):
        raise WrongField(name, f"must be text or a number, not {kind_of(value)}.")
    return str(value)


def short_enough(identity: str, name: str) -> str:
    """Give an id back, or refuse one that no index holds."""
    if len(identity) > LONGEST_ID:
        raise WrongField(name, f"is longer than {LONGEST_ID} characters.")
    return identity


def read_text(record: Mapping[str, object], name: str, line: int, findings: Findings) -> str | None:
    """Give a text; a number keeps its spelling, a list of texts becomes its lines."""
    value = record.get(name)
    if value is None:
        return None
    if type(value) is str:
        return usable(value)
    if isinstance(value, list) and value and all(type(item) is str for item in value):
        findings.remark("lists_joined", f"{name} given as a list: its texts were joined", line)
        return usable("\n".join(value))
    if isinstance(value, dict | list):
        raise WrongField(name, f"must be text, not {kind_of(value)}.")
    findings.remark("texts_from_values", "values that are not text were kept as text", line)
    return json_text(value)


def read_integer(
    record: Mapping[str, object], name: str, line: int, findings: Findings
) -> int | None:
    """Give a whole number; one written as text is read and remarked."""
    value = record.get(name)
    if type(value) is int:
        return in_range(name, value)
    number = read_number(record, name, line, findings)
    if number is None:
        return None
    if not number.is_integer():
        raise WrongField(name, "must be a whole number.")
    return in_range(name, int(number))


def in_range(name: str, value: int) -> int:
    """Give the value back, or refuse one that no store holds."""
    if not -LARGEST_INTEGER <= value <= LARGEST_INTEGER:
        raise WrongField(name, "is too large a number.")
    return value


def read_number(
    record: Mapping[str, object], name: str, line: int, findings: Findings
) -> float | None:
    """Give a finite number, None where it is missing; a spelled one is read and remarked."""
    value = record.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise WrongField(name, f"must be a number, not {kind_of(value)}.")
    try:
        number = float(value)
    except (ValueError, OverflowError):
        if isinstance(value, str) and not value.strip():
            return None
        raise WrongField(name, f"must be a number, not {kind_of(value)}.") from None
    if not math.isfinite(number):
        remark_non_finite(findings, line)
        return None
    if isinstance(value, str):
        findings.remark("numbers_from_text", "numbers written as text were read", line)
    return number


def remark_non_finite(findings: Findings, line: int, n: int = 1) -> None:
    """Count numbers that are NaN or infinite and were therefore taken as missing."""
    findings.remark(
        "non_finite",
        "{n} {non-finite number was|non-finite numbers were} taken as missing",
        line,
        n,
    )


def read_truth(
    record: Mapping[str, object], name: str, line: int, findings: Findings
) -> bool | None:
    """Give a truth value; one written as text or as 1 and 0 is read and remarked."""
    value = record.get(name)
    if value is None or isinstance(value, bool):
        return value
    key = value.strip().casefold() if isinstance(value, str) else value
    if key == "":
        return None
    if isinstance(key, str | int) and key in TRUTHS:
        findings.remark("truths_from_text", "true and false written otherwise were read", line)
        return TRUTHS[key]
    raise WrongField(name, f"must be true or false, not {kind_of(value)}.")


def read_object(record: Mapping[str, object], name: str) -> dict[str, object] | None:
    """Give an object; None where it is absent or null."""
    value = record.get(name)
    if value is None or isinstance(value, dict):
        return value
    raise WrongField(name, f"must be an object, not {kind_of(value)}.")
