"""Checks of the names of options, with the one that may be meant."""

from __future__ import annotations

import argparse
import difflib
import functools
import inspect
import sys
from typing import Any, Callable, Iterable, List, NoReturn, Sequence, Tuple, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Item = TypeVar("_Item")

SHARD_HELP = "a share of the work of several machines, such as 1/4; the shares write to one folder, or to folders that are merged"


def suggest(name: str, known: Iterable[str]) -> str:
    """Return the name that may be meant instead of an unknown one, as the end of a sentence; empty if none is near."""
    names = {each.lower(): each for each in known}
    near = difflib.get_close_matches(name.lower(), names, 1)
    return f"; did you mean {names[near[0]]}?" if near else ""


def refuse_name(owner: str, name: object, known: Sequence[str]) -> str:
    """Return the message about an unknown option."""
    return f"{owner}: {name!r} is not an option; the options are {', '.join(known)}{suggest(str(name), known)}"


def checks_options(owner: str, options: Iterable[str] = (), others: Iterable[str] = ()) -> Callable[[_Function], _Function]:
    """Decorate a function: an unknown keyword argument is a TypeError, as usual, that names the options and the one that may be meant.

    Args:
        owner: Name of the function in messages.
        options: Names that its `**options` takes.
        others: Names that it refuses itself.
    """

    def decorate(function: _Function) -> _Function:
        own = [p.name for p in inspect.signature(function).parameters.values() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and p.name != "self"]
        known = [*own, *(name for name in options if name not in own)]
        accepted = {*known, *others}

        @functools.wraps(function)
        def run(*args: Any, **given: Any) -> Any:
            for name in given:
                if name not in accepted:
                    raise TypeError(refuse_name(owner, name, known))
            return function(*args, **given)

        return cast(_Function, run)

    return decorate


Shard = Tuple[int, int]
"""A share of the work of several machines: its number from 0, and the number of shares."""

WHOLE: Shard = (0, 1)
"""All of the work."""


def parse_shard(text: str) -> Shard:
    """Return the share that `1/4` names: the first one of four."""
    number, slash, count = text.partition("/")
    if not (slash and number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a share such as 1/4: its number from 1, and the number of shares")
    return int(number) - 1, int(count)


def take_shard(items: Sequence[_Item], shard: Shard) -> List[_Item]:
    """Return the items of a share: every n-th one. The shares of all numbers have each item once."""
    number, count = shard
    return list(items[number::count])


class Parser(argparse.ArgumentParser):
    """A parser of a command line that names the option that may be meant instead of an unknown one."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments; an unknown option ends the program with a message."""
        given = list(sys.argv[1:] if args is None else args)
        known = self._option_string_actions
        groups = [action.choices for action in self._actions if isinstance(action, argparse._SubParsersAction)]
        for argument in given:
            if argument == "--" or any(argument in group for group in groups):
                break
            name = argument.split("=")[0]
            # A space makes a value of it, and the beginning of a name is enough.
            if name.startswith("--") and " " not in name and not any(each.startswith(name) for each in known):
                self._refuse(name, [each for each in known if each.startswith("--")])
        return super().parse_known_args(given, namespace)

    def _refuse(self, name: str, known: Sequence[str]) -> NoReturn:
        self.error(f"{name} is not an option; the options are {', '.join(known)}{suggest(name, known)}")
