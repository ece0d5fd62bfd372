"""Checks of the names of options, with the one that may be meant."""

from __future__ import annotations

import argparse
import difflib
import functools
import inspect
import sys
from typing import Any, Callable, Iterable, NoReturn, Sequence, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., Any])


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
