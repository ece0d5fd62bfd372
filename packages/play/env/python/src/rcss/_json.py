"""Values of options and requests as JSON."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np


def encode(value: Any) -> bytes:
    """Return a value as JSON; numbers and arrays of numpy become numbers and lists.

    Raises:
        ValueError: if a number is not finite; the message has its place.
        TypeError: if a value has no form in JSON.
    """
    try:
        return json.dumps(value, default=_plain, allow_nan=False).encode()
    except ValueError:
        place = _find_not_finite(value, "")
        if place is None:
            raise
        raise ValueError(f"{place} is not a finite number") from None


def _plain(value: Any) -> Any:
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"{' '.join(repr(value).split())[:80]} of the type {type(value).__name__} has no form in JSON")


def _find_not_finite(value: Any, path: str) -> str | None:
    """Return the place and value of a number that is not finite, for example `reward.goal: nan`."""
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, float):
        return None if math.isfinite(value) else f"{path}: {value}"
    places: list[tuple[str, Any]] = []
    if isinstance(value, dict):
        places = [(f"{path}.{name}" if path else str(name), each) for name, each in value.items()]
    elif isinstance(value, (list, tuple)):
        places = [(f"{path}[{i}]", each) for i, each in enumerate(value)]
    for place, each in places:
        found = _find_not_finite(each, place)
        if found is not None:
            return found
    return None
