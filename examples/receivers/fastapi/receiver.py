"""A webhook receiver with FastAPI and the client library for Python:

    WEBHOOK_SECRET=whsec_... python3 receiver.py 9000
"""

import os
import socket
import sys

import uvicorn
from fastapi import BackgroundTasks, FastAPI, Request, Response
from posthorn import VerifiedMessage, Webhook, WebhookVerificationError

LARGEST_BODY = 2 * 1024 * 1024

webhook = Webhook(os.environ.get("WEBHOOK_SECRET", ""))
processed: set[str] = set()  # in production, a unique column in the transaction that does the work
app = FastAPI()


@app.post("/")
async def receive(request: Request, background: BackgroundTasks) -> Response:
    body = b""
    async for chunk in request.stream():  # the raw body: the signature covers its bytes
        body += chunk
        if len(body) > LARGEST_BODY:
            return Response(status_code=413)
    try:
        message = webhook.verify(body, request.headers)
    except WebhookVerificationError:
        return Response(status_code=401)
    if message.id in processed:
        return Response(status_code=200)  # a duplicate: the sender missed the response
    processed.add(message.id)
    background.add_task(work, message)  # respond first, work later
    return Response(status_code=202, background=background)


def work(message: VerifiedMessage) -> None:
    """Processes a message; your code goes here."""
    print(f"Working on {message.id}, {len(message.body)} bytes", flush=True)


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 9000))
    print(f"Listening at http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
