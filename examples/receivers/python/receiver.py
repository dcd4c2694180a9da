"""A receiver of webhooks that checks what it gets (Standard Webhooks 1.0), on Python alone:

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
TOLERANCE_SECONDS = 5 * 60  # how far the sender's clock and ours may be apart
REMEMBERED_IDS = 100_000


class TakenIds:
    """Ids that were taken. In earnest: a unique column, written together with the work."""

    def __init__(self):
        self._lock = threading.Lock()
        self._ids = OrderedDict()

    def add(self, message_id):
        """Whether it is new."""
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
    # isdecimal alone would let the digits of every script through.
    return text.isascii() and text.isdecimal() and len(text) <= 12


def is_recent(timestamp):
    return is_number(timestamp) and abs(time.time() - int(timestamp)) <= TOLERANCE_SECONDS


def is_signed(key, message_id, timestamp, body, signatures):
    """While a secret is rotated there are two signatures; one that fits is enough."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    return any(hmac.compare_digest(expected, text.encode()) for text in signatures.split(" "))


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # so that the sender can use its connection again
    timeout = 30  # seconds for a sender that says nothing
    key = b""
    taken = TakenIds()
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
        """Decides on a request; nothing here takes long, so that the answer comes at once."""
        length = self.headers.get("Content-Length", "")
        if not is_number(length):
            self.close_connection = True  # where the body ends cannot be told
            return 411
        if int(length) > LARGEST_BODY:
            self.close_connection = True  # the body is not read
            return 413
        # The bytes as they came: the signature is over these, not over what JSON makes of them.
        body = self.rfile.read(int(length))
        message_id = self.headers.get("webhook-id", "")
        timestamp = self.headers.get("webhook-timestamp", "")
        signatures = self.headers.get("webhook-signature", "")
        if not is_recent(timestamp):
            return 401
        if not is_signed(self.key, message_id, timestamp, body, signatures):
            return 401
        if not self.taken.add(message_id):
            return 200  # delivered before; the sender missed our answer
        try:
            self.work.put_nowait((message_id, body))
        except queue.Full:
            self.taken.remove(message_id)
            return 503  # it will come again
        return 202

    def log_message(self, *_):
        pass  # what matters is printed by those who do the work


def work():
    """What should happen with a message: your code goes here."""
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
