"""Subscribes, sends events, receives the matching messages, and looks up their status:

POSTHORN_URL=http://127.0.0.1:8080 POSTHORN_KEY=phk_... python3 example/first_event.py
"""

import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from posthorn import ApiError, Posthorn, Webhook, WebhookVerificationError
from posthorn.types import EventInput

received: queue.Queue[str] = queue.Queue()
webhooks: list[Webhook] = []  # has its entry once the subscription exists


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            message = webhooks[0].verify(body, self.headers)
        except (WebhookVerificationError, IndexError):
            self.send_response(401)
        else:
            self.send_response(202)
            received.put(message.id)
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def order(name: str, status: str, total: int) -> EventInput:
    return {
        "id": f"python-{name}-{time.time_ns()}",
        "objCode": "PYTHON_ORDER",
        "eventType": "UPDATE",
        "objId": name,
        "newState": {"status": status, "total": total},
        "oldState": {"status": "open"},
    }


def main() -> None:
    receiver = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()

    # POSTHORN_URL and POSTHORN_KEY; 429, 503 and lost connections are retried.
    with Posthorn() as posthorn:
        # Paid orders of at least 100 go to the receiver.
        subscription = posthorn.subscriptions.create(
            {
                "objCode": "PYTHON_ORDER",
                "eventType": "UPDATE",
                "url": f"http://127.0.0.1:{receiver.server_port}/hooks",
                "filters": [
                    {"fieldName": "status", "fieldValue": "paid"},
                    {"fieldName": "total", "fieldValue": 100, "comparison": "gte"},
                ],
            }
        )
        webhooks.append(Webhook(subscription["signingSecret"]))
        print("Subscribed.")

        # One event, or many. An id of your own makes sending idempotent over restarts of your program, too.
        posthorn.events.send(order("small", "paid", 20))
        accepted = posthorn.events.send_all([order("open", "open", 120), order("large", "paid", 120)])
        print(f"Accepted {1 + len(accepted)} events.")

        try:
            posthorn.events.send({"objCode": "not a code", "eventType": "UPDATE"})
        except ApiError as e:
            print(f"Refused with {e.status} {e.code}, because of {e.errors[0].pointer}.")

        print(f"Received {received.get(timeout=60)}, and its signature is right.")

        for message in posthorn.messages.list(subscription=subscription["id"]):
            print(f"Message {message['id']} is about order {message['objId']}.")

        posthorn.subscriptions.delete(subscription["id"])
    print("Done.")


if __name__ == "__main__":
    main()
