"""Lists of the API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list."""

    data: list[T]
    next_cursor: str | None
    """The cursor of the next page; None on the last one."""
    incomplete: list[str]
    """Nodes of a cluster that could not be reached, as host:port."""


class PagedList(Generic[T]):
    """A list that reads page by page while it is iterated. Each iteration starts with the first page.

    for message in posthorn.messages.list(status="dropped"):
        ...
    """

    def __init__(self, read: Callable[[str | None], Any]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data

    def pages(self) -> Iterator[Page[T]]:
        """The pages. A page may be empty and still be followed by others."""
        cursor: str | None = None
        while True:
            page = self._read(cursor)
            cursor = page["nextCursor"]
            yield Page(page["data"], cursor, page.get("incomplete", []))
            if cursor is None:
                return
