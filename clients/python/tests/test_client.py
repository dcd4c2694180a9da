from __future__ import annotations

import email.utils
import json
import socket
import time
import unittest
from datetime import datetime, timezone
from typing import Any
from unittest import mock

from posthorn import ApiError, FieldError, NoResponseError, Posthorn, PosthornError, __version__
from posthorn.types import EventInput

from .scripted_server import ScriptedServer

BUSY = {"title": "Busy", "status": 503, "code": "overloaded", "detail": "Full."}
ENDPOINT = {"id": "ep_1", "status": "enabled"}
EVENT: EventInput = {"objCode": "ORDER", "eventType": "UPDATE"}


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ScriptedServer()
        self.addCleanup(self.server.close)

    def lines(self) -> list[str]:
        return [call.line for call in self.server.calls]


class Calls(ClientTest):
    def test_a_call_carries_key_customer_and_version(self) -> None:
        self.server.responds(ENDPOINT).responds(ENDPOINT)

        self.server.client(customer="acme").endpoints.get("ep_1")
        self.server.client().for_customer("other").endpoints.get("../keys?x=1 y")

        first, second = self.server.calls
        self.assertEqual(first.line, "GET /api/v1/endpoints/ep_1")
        self.assertEqual(first.headers["authorization"], "Bearer phk_1")
        self.assertEqual(first.headers["x-customer-id"], "acme")
        self.assertEqual(first.headers["user-agent"], f"posthorn-client-python/{__version__}")
        self.assertEqual(second.line, "GET /api/v1/endpoints/..%2Fkeys%3Fx%3D1%20y")
        self.assertEqual(second.headers["x-customer-id"], "other")

    def test_a_refused_call_raises_the_problem(self) -> None:
        errors = [
            {"pointer": "/url", "detail": "The field is required."},
            {"pointer": "/objCode", "detail": "Too long."},
        ]
        problem = {
            "title": "Bad request",
            "status": 400,
            "code": "invalid_request",
            "detail": "/url: The field is required.",
            "errors": errors,
        }
        self.server.responds(problem, 400, X_Request_Id="r1")

        with self.assertRaises(ApiError) as raised:
            self.server.client().subscriptions.create({"objCode": "A", "eventType": "B", "url": ""})

        error = raised.exception
        self.assertIsInstance(error, PosthornError)
        self.assertEqual((error.status, error.code, error.request_id), (400, "invalid_request", "r1"))
        self.assertEqual(error.errors[1], FieldError("/objCode", "Too long."))
        self.assertEqual(
            str(error),
            "POST /api/v1/subscriptions failed with 400 Bad request:"
            " /url: The field is required. [/objCode: Too long.]",
        )

    def test_an_error_of_a_proxy_keeps_its_body(self) -> None:
        self.server.responds(b"<h1>teapot</h1>", 418)

        with self.assertRaises(ApiError) as raised:
            self.server.client().endpoints.get("ep_1")

        self.assertEqual((raised.exception.code, raised.exception.body), ("", b"<h1>teapot</h1>"))

    def test_a_response_that_is_not_json_is_an_error(self) -> None:
        self.server.responds(b"<html>")

        with self.assertRaises(NoResponseError) as raised:
            self.server.client().endpoints.get("ep_1")

        self.assertEqual(raised.exception.reason, "invalid")

    def test_connections_are_reused_but_not_for_calls_that_must_not_be_repeated(self) -> None:
        for _ in range(4):
            self.server.responds(ENDPOINT)

        with self.server.client() as client:
            client.endpoints.get("ep_1")
            client.endpoints.get("ep_1")
            client.messages.replay("msg_1")

        first, second, third = (call.connection for call in self.server.calls)
        self.assertEqual(first, second)
        self.assertNotEqual(first, third)

    def test_a_reused_connection_that_was_closed_is_replaced_at_once(self) -> None:
        self.server.responds(ENDPOINT).closes_connection().responds(ENDPOINT)

        with self.server.client() as client:
            client.endpoints.get("ep_1")
            client.endpoints.get("ep_1")

        self.assertEqual(len(self.server.calls), 3)
        self.assertEqual(self.server.slept, [])

    def test_other_calls_can_be_sent(self) -> None:
        self.server.responds({"needingAttention": 0})

        overview = self.server.client().request("GET", "overview")

        self.assertEqual(overview, {"needingAttention": 0})
        self.assertEqual(self.lines(), ["GET /api/v1/overview"])

    def test_invalid_options_are_refused(self) -> None:
        for url in ("ftp://example.org", "", "127.0.0.1", "http://", "http://a b"):
            with self.subTest(url), self.assertRaises(ValueError):
                Posthorn(url)
        with self.assertRaises(ValueError) as raised:
            Posthorn(api_key="se\ncret")
        self.assertEqual(str(raised.exception), "The key contains characters that are not allowed in a header.")


class Retries(ClientTest):
    def test_temporary_errors_are_retried_with_growing_delays(self) -> None:
        for status in (429, 502, 503, 504):
            with self.subTest(status):
                self.server.slept.clear()
                self.server.responds(BUSY, status).responds(BUSY, status).responds(ENDPOINT)

                self.assertEqual(self.server.client().endpoints.get("ep_1")["id"], "ep_1")

                first, second = self.server.slept
                self.assertTrue(0.1 <= first <= 0.2, first)
                self.assertTrue(0.2 <= second <= 0.4, second)

    def test_retry_after_is_honoured_as_seconds_and_as_a_date(self) -> None:
        in_ten_seconds = email.utils.formatdate(time.time() + 10, usegmt=True)
        self.server.responds(BUSY, 503, Retry_After="7")
        self.server.responds(BUSY, 503, Retry_After=in_ten_seconds)
        self.server.responds(BUSY, 503, Retry_After="soon")
        self.server.responds(ENDPOINT)

        self.server.client().endpoints.get("ep_1")

        seconds, date, ignored = self.server.slept
        self.assertTrue(7 <= seconds <= 7.7, seconds)
        self.assertTrue(7 < date <= 11, date)
        self.assertTrue(0.4 <= ignored <= 0.8, ignored)

    def test_a_longer_wait_than_allowed_is_an_error(self) -> None:
        self.server.responds(BUSY, 503, Retry_After="3600")

        with self.assertRaises(ApiError) as raised:
            self.server.client().endpoints.get("ep_1")

        self.assertEqual(raised.exception.retry_after, 3600)
        self.assertEqual(len(self.server.calls), 1)

    def test_tries_are_limited(self) -> None:
        for _ in range(6):
            self.server.responds(BUSY, 503)

        with self.assertRaises(ApiError):
            self.server.client().endpoints.get("ep_1")

        self.assertEqual(len(self.server.calls), 5)

    def test_other_errors_are_not_retried(self) -> None:
        for count, status in enumerate((400, 401, 404, 409, 500, 507), start=1):
            with self.subTest(status):
                self.server.responds(BUSY, status)
                with self.assertRaises(ApiError):
                    self.server.client().endpoints.get("ep_1")
                self.assertEqual(len(self.server.calls), count)

    def test_a_call_that_must_not_be_repeated_is_retried_only_if_it_had_no_effect(self) -> None:
        self.server.responds(BUSY, 429).responds(BUSY, 503).closes_connection()
        client = self.server.client()

        with self.assertRaises(ApiError):
            client.messages.replay("msg_1")
        with self.assertRaises(NoResponseError) as raised:
            client.messages.replay("msg_1")

        self.assertEqual(raised.exception.reason, "connection_lost")
        self.assertEqual(len(self.server.calls), 3)

    def test_a_lost_connection_is_retried(self) -> None:
        self.server.closes_connection().responds(ENDPOINT)

        self.assertEqual(self.server.client().endpoints.enable("ep_1")["id"], "ep_1")

    def test_a_timeout_is_retried(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with self.assertRaises(NoResponseError) as raised:
                self.server.client(url=url, timeout=0.02).endpoints.get("ep_1")

        self.assertEqual(raised.exception.reason, "timeout")
        self.assertEqual(len(self.server.slept), 4)

    def test_a_404_after_a_lost_deletion_counts_as_deleted(self) -> None:
        self.server.closes_connection().responds({}, 404).responds({}, 404)
        client = self.server.client()

        client.subscriptions.delete("sub_1")

        with self.assertRaises(ApiError):
            client.subscriptions.delete("sub_2")

    def test_a_refused_connection_is_retried_for_every_call(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            url = f"http://127.0.0.1:{free.getsockname()[1]}"

        with self.assertRaises(NoResponseError) as raised:
            self.server.client(url=url).messages.replay("msg_1")

        self.assertEqual(raised.exception.reason, "not_reached")
        self.assertEqual(len(self.server.slept), 4)


class SendingEvents(ClientTest):
    def test_the_id_is_made_once_before_the_first_try(self) -> None:
        self.server.closes_connection().responds(BUSY, 503).responds({"events": [{"id": "a", "messages": 1}]}, 202)
        event: EventInput = {**EVENT, "newState": {"status": "paid"}}

        self.server.client().events.send(event)

        ids = [json.loads(call.body)["id"] for call in self.server.calls]
        self.assertEqual(len(ids), 3)
        self.assertEqual(len(set(ids)), 1)
        self.assertEqual(len(ids[0]), 36)
        self.assertNotIn("id", event)

    def test_ids_of_the_caller_and_times_are_sent(self) -> None:
        self.server.responds({"events": [{"id": "order-17"}]}, 202)
        noon = datetime(2026, 11, 15, 12, tzinfo=timezone.utc)

        accepted = self.server.client().events.send({**EVENT, "id": "order-17", "eventTime": noon})

        self.assertEqual(accepted, {"id": "order-17"})
        self.assertEqual(
            json.loads(self.server.calls[0].body),
            {**EVENT, "id": "order-17", "eventTime": "2026-11-15T12:00:00Z"},
        )

    def test_a_time_without_a_zone_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "has no time zone"):
            self.server.client().events.send({**EVENT, "eventTime": datetime(2026, 11, 15)})

    def test_events_are_sent_in_batches(self) -> None:
        batches: list[int] = []

        def accept(method: str, *path: str, body: bytes, **more: Any) -> dict[str, object]:
            self.assertLessEqual(len(body), 16 * 1024 * 1024)
            events = json.loads(body)
            batches.append(len(events))
            return {"events": [{"id": "x"}] * len(events)}

        client = self.server.client()
        large: EventInput = {**EVENT, "newState": {"text": "x" * 800_000}}
        with mock.patch.object(client.events._transport, "call", accept):
            self.assertEqual(len(client.events.send_all([EVENT] * 2_001)), 2_001)
            client.events.send_all([large] * 25)
            self.assertEqual(client.events.send_all([]), [])

        self.assertEqual(batches, [1_000, 1_000, 1, 20, 5])

    def test_each_batch_is_yielded_once_it_is_accepted(self) -> None:
        self.server.responds({"events": [{"id": "a"}]}, 202).responds(BUSY, 507)
        batches = self.server.client().events.send_batches({**EVENT, "id": f"e-{i}"} for i in range(1_001))

        self.assertEqual(next(batches), [{"id": "a"}])
        with self.assertRaises(ApiError):
            next(batches)


class Lists(ClientTest):
    def test_a_list_is_read_through_empty_pages(self) -> None:
        self.server.responds({"data": [{"id": "a"}], "nextCursor": "c1"})
        self.server.responds({"data": [], "nextCursor": "c2"})
        self.server.responds({"data": [{"id": "b"}], "nextCursor": None})
        noon = datetime(2026, 11, 15, 12, tzinfo=timezone.utc)

        events = self.server.client().events.list(obj_code="A B", matched=True, accepted_from=noon)

        self.assertEqual([event["id"] for event in events], ["a", "b"])
        criteria = "objCode=A+B&matched=true&from=2026-11-15T12%3A00%3A00Z"
        self.assertEqual(self.lines(), [f"GET /api/v1/events?{criteria}{c}" for c in ("", "&cursor=c1", "&cursor=c2")])

    def test_a_list_reads_no_page_that_is_not_needed(self) -> None:
        page = {"data": [{"id": "a"}, {"id": "b"}], "nextCursor": "c", "incomplete": ["n:1"]}
        self.server.responds(page).responds(page)
        messages = self.server.client().messages.list()

        self.assertEqual(next(iter(messages))["id"], "a")
        self.assertEqual(len(self.server.calls), 1)
        self.assertEqual(next(messages.pages()).incomplete, ["n:1"])


if __name__ == "__main__":
    unittest.main()
