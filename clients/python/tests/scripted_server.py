"""A server with a fixed sequence of responses, which records the calls."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from posthorn import Posthorn


@dataclass
class Call:
    line: str
    headers: dict[str, str]
    body: bytes
    connection: tuple[str, int]


@dataclass
class ScriptedServer:
    responses: list[tuple[int, bytes, dict[str, str]] | None] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)
    """The delays that the client would have waited."""
    clients: list[Posthorn] = field(default_factory=list)

    def __post_init__(self) -> None:
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def respond(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                headers = {name.lower(): value for name, value in self.headers.items()}
                scripted.calls.append(Call(f"{self.command} {self.path}", headers, body, self.client_address))
                response = scripted.responses.pop(0) if scripted.responses else None
                if response is None:
                    self.close_connection = True
                    return
                status, content, more = response
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = respond

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def responds(self, body: object, status: int = 200, **headers: str) -> ScriptedServer:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.responses.append((status, content, named))
        return self

    def closes_connection(self) -> ScriptedServer:
        self.responses.append(None)
        return self

    def client(self, **options: Any) -> Posthorn:
        defaults: dict[str, Any] = {"url": self.url, "api_key": "phk_1", "sleep": self.slept.append}
        client = Posthorn(**(defaults | options))
        self.clients.append(client)
        return client

    def close(self) -> None:
        for client in self.clients:
            client.close()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
