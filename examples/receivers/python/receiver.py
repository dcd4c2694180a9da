"""A webhook receiver that verifies signatures (Standard Webhooks 1.0), with the standard library only:

    WEBHOOK_SECRET=whsec_... python3 receiver.py 9000
"""

import base64
import hashlib
import hmac
import os
import queue
import sys
import threading
import time
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGEST_BODY = 2 * 1024 * 1024
TOLERANCE_SECONDS = 5 * 60  # the allowed clock difference
REMEMBERED_IDS = 100_000


class ProcessedIds:
    """Processed ids. In production, use a unique column in the transaction that does the work."""

    def __init__(self):
        self._lock = threading.Lock()
        self._ids = OrderedDict()

    def add(self, message_id):
        """Returns whether it is new."""
        with self._lock:
            if message_id in self._ids:
                return False
            self._ids[message_id] = None
            if len(self._ids) > REMEMBERED_IDS:
                self._ids.popitem(last=False)  # the oldest
            return True

    def remove(self, message_id):
        with self._lock:
            self._ids.pop(message_id, None)


def is_number(text):
    # isdecimal alone would accept the digits of every script.
    return text.isascii() and text.isdecimal() and len(text) <= 12


def is_recent(timestamp):
    return is_number(timestamp) and abs(time.time() - int(timestamp)) <= TOLERANCE_SECONDS


def is_signed(key, message_id, timestamp, body, signatures):
    """During a rotation there are two signatures; one match is enough."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    return any(hmac.compare_digest(expected, text.encode()) for text in signatures.split(" "))


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # so that the sender can reuse its connection
    timeout = 30  # seconds of silence before a connection is closed
    key = b""
    processed = ProcessedIds()
    work = queue.Queue(maxsize=10_000)

    def do_POST(self):
        status = self.take()
        self.send_response(status)
        if status == 503:
            self.send_header("Retry-After", "5")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def take(self):
        """Decides the response; nothing here is slow, so that the response is sent at once."""
        length = self.headers.get("Content-Length", "")
        if not is_number(length):
            self.close_connection = True  # the end of the body is unknown
            return 411
        if int(length) > LARGEST_BODY:
            self.close_connection = True  # the body is not read
            return 413
        # The raw bytes: the signature covers these, not re-serialised JSON.
        body = self.rfile.read(int(length))
        message_id = self.headers.get("webhook-id", "")
        timestamp = self.headers.get("webhook-timestamp", "")
        signatures = self.headers.get("webhook-signature", "")
        if not is_recent(timestamp):
            return 401
        if not is_signed(self.key, message_id, timestamp, body, signatures):
            return 401
        if not self.processed.add(message_id):
            return 200  # a duplicate: the sender missed the response
        try:
            self.work.put_nowait((message_id, body))
        except queue.Full:
            self.processed.remove(message_id)
            return 503  # Posthorn retries
        return 202

    def log_message(self, *_):
        pass  # the worker prints what matters


def work():
    """Processes a message; your code goes here."""
    while True:
        message_id, body = Receiver.work.get()
        print(f"Working on {message_id}, {len(body)} bytes", flush=True)


def main():
    secret = os.environ.get("WEBHOOK_SECRET", "")
    if not secret.startswith("whsec_"):
        sys.exit("Set WEBHOOK_SECRET to the endpoint's signing secret, whsec_...")
    Receiver.key = base64.b64decode(secret[len("whsec_"):])
    threading.Thread(target=work, daemon=True).start()
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
    server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    print(f"Listening at http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
