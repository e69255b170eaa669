"""A small Hugging Face hub on this machine: listings, files behind a redirect, ranges, and faults on demand."""

from __future__ import annotations

import hashlib
import json
import threading
import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGE = 1_000  # Bytes from which on a file is kept apart from git, with SHA-256 as its checksum.


@dataclass
class Hub:
    """Repositories by name, each a list of commits (the last is main); `asked` are requests as (path, Range).

    `cuts` are the numbers of bytes after which the next answers break off; with `broken` all do, at once.
    """

    repos: dict[str, list[dict[str, bytes]]] = field(default_factory=dict)
    asked: list[tuple[str, str | None]] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    broken: bool = False
    ranges: bool = True
    damage: bytes = b""
    status: int = 200
    listed: dict[str, object] = field(default_factory=dict)
    address: str = ""

    def commit(self, repo: str, number: int = -1) -> str:
        """The name of a commit."""
        number %= len(self.repos[repo])
        return hashlib.sha1(f"{repo} {number}".encode(), usedforsecurity=False).hexdigest()

    def files(self, repo: str, revision: str) -> Mapping[str, bytes] | None:
        """The files of a commit or of main, None where there is none."""
        commits = self.repos.get(repo, [])
        names = [self.commit(repo, number) for number in range(len(commits))]
        if revision == "main" and commits:
            return commits[-1]
        return commits[names.index(revision)] if revision in names else None

    def fetched(self) -> list[str]:
        """The files whose bytes were asked for, by name."""
        return [path.rpartition("?")[2] for path, _ in self.asked if path.startswith("/cdn/")]


def checksum(data: bytes) -> str:
    """As the hub tells it: SHA-256 of a large file, git's name of a small one."""
    if len(data) >= LARGE:
        return hashlib.sha256(data).hexdigest()
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _told(commit: str, data: bytes) -> dict[str, str]:
    return {"X-Repo-Commit": commit, "X-Linked-Size": str(len(data)), "X-Linked-Etag": f'"{checksum(data)}"'}


class _Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        self.hub.asked.append((self.path, self.headers.get("Range")))
        url = urllib.parse.urlsplit(self.path)
        parts = [urllib.parse.unquote(part) for part in url.path.strip("/").split("/")]
        if self.hub.status != 200:
            self._answer(b"no", status=self.hub.status)
        elif parts[:2] == ["api", "models"]:
            self._api("/".join(parts[2:4]), parts[4], parts[5], urllib.parse.parse_qs(url.query))
        elif parts[0] == "cdn":
            self._bytes("/".join(parts[1:3]), parts[3], "/".join(parts[4:]))
        else:
            self._resolve("/".join(parts[:2]), parts[3], "/".join(parts[4:]))

    def _api(self, repo: str, what: str, revision: str, query: Mapping[str, list[str]]) -> None:
        files = self.hub.files(repo, revision)
        if files is None:
            self._answer(b'{"error": "Invalid username or password."}', status=401)
        elif what == "revision":
            name = revision if revision != "main" else self.hub.commit(repo)
            self._answer(json.dumps({"id": repo, "sha": name}).encode())
        else:
            entries = [{"type": "directory", "path": "onnx", "oid": "0" * 40, "size": 0}]
            entries += [self._entry(path, data) | self.hub.listed for path, data in files.items()]
            start = int(query.get("cursor", ["0"])[0])
            more = f'<{self.hub.address}{self.path.partition("&")[0]}&cursor={start + 4}>; rel="next"'
            headers = {"Link": more} if len(entries) > start + 4 else {}
            self._answer(json.dumps(entries[start : start + 4]).encode(), headers=headers)

    def _entry(self, path: str, data: bytes) -> dict[str, object]:
        plain = {"type": "file", "path": path, "size": len(data), "oid": checksum(data)[:40]}
        large = {"lfs": {"oid": checksum(data), "size": len(data), "pointerSize": 130}}
        return plain | (large if len(data) >= LARGE else {})

    def _resolve(self, repo: str, revision: str, path: str) -> None:
        data = (self.hub.files(repo, revision) or {}).get(path)
        if data is None:
            self._answer(b"Entry not found", status=404)
            return
        commit = revision if revision != "main" else self.hub.commit(repo)
        headers = _told(commit, data)
        place = f"{self.hub.address}/cdn/{repo}/{commit}/{urllib.parse.quote(path)}?{path}"
        self._answer(b"", status=302, headers=headers | {"Location": place})

    def _bytes(self, repo: str, revision: str, path: str) -> None:
        data = (self.hub.files(repo, revision) or {})[path]
        data = self.hub.damage + data[len(self.hub.damage) :]
        asked = self.headers.get("Range")
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked and self.hub.ranges else 0
        cut = self.hub.cuts.pop(0) if self.hub.cuts else 0 if self.hub.broken else None
        headers = {"Content-Range": f"bytes {start}-{len(data) - 1}/{len(data)}"} if start else {}
        headers |= _told(revision, data)  # the hub's library asks here, because it is the same host
        self._answer(data[start:], status=206 if start else 200, headers=headers, cut=cut)

    def _answer(
        self, body: bytes, *, status: int = 200, headers: Mapping[str, str] | None = None, cut: int | None = None
    ) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body if cut is None else body[:cut])
        self.close_connection = self.close_connection or cut is not None


@contextmanager
def running(hub: Hub) -> Iterator[Hub]:
    """The hub, answering on loopback."""
    handler = type("Handler", (_Handler,), {"hub": hub})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        hub.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield hub
        finally:
            server.shutdown()
            thread.join()
