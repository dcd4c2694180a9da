package io.posthorn.app.boot;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.server.ApiContract.Operation;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Valid requests with random mutations; a seed always gives the same ones. */
final class FuzzedRequests {
  private static final String LAST_CUSTOMER = "DELETE /api/v1/customers/{id}";

  private static final Pattern SCALAR =
      Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"|-?\\d[\\d.eE+-]*+|true|false|null");

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "-1",
          "0",
          "1e999",
          "-1E-400",
          "99999999999999999999999999",
          "1".repeat(2_000),
          "0.1e2147483648",
          "\"\"",
          "\"*\"",
          "\"\\u0000\"",
          "\"a\\r\\nb\"",
          "\"\\ud800\"",
          "\"x\\udc00\\ud83d\"",
          "\"\uD83D\uDE00\"",
          "\"\u202Eevil\"",
          "\"" + "x".repeat(3_000) + "\"",
          "\"+999999999-12-31T23:59:59Z\"",
          "\"2026-02-30T25:61:00Z\"",
          "\"-292275055-05-16T16:47:04.192Z\"",
          "\"9223372036854775807ms\"",
          "\"../../etc/passwd\"",
          "{}",
          "[]",
          "{\"a\":1,\"a\":2}",
          "[[[[[[]]]]]]",
          "[".repeat(70) + "]".repeat(70),
          "{\"\\ud800\":1}",
          "NaN",
          "0x10",
          "'a'");

  private static final List<String> PARAMETERS =
      List.of(
          "limit",
          "cursor",
          "status",
          "from",
          "to",
          "step",
          "endpoint",
          "subscription",
          "objId",
          "page",
          "dryRun",
          "by",
          "paused",
          "%00",
          "unknown");

  private static final List<String> QUERIES =
      List.of(
          "",
          "0",
          "1",
          "-1",
          "1001",
          "99999999999999999999",
          "%00",
          "%0d%0aX:1",
          "%ff%fe",
          "%ed%a0%80",
          "true",
          "delivered",
          "1m",
          "0s",
          "999999999h",
          "2026-01-01T00:00:00Z",
          "%2B999999999-01-01T00:00:00Z",
          "-999999999-01-01T00:00:00Z",
          "a".repeat(1_500),
          "%25",
          "a&limit=2&limit=3",
          "=&&=",
          "%F0%9F%98%80",
          "..%2f..");

  private static final List<String> IDS =
      List.of(
          "unknown",
          "%00",
          "..",
          "%2e%2e",
          "%2f",
          "a%2fb",
          ";a=b",
          "%ff",
          "%ed%a0%80",
          "*",
          "-",
          "%0d%0a",
          "a".repeat(1_000),
          "%F0%9F%98%80",
          "evt_",
          "msg_0000",
          "enable",
          "list",
          "version",
          "0",
          "~1",
          "%25",
          "+",
          "'--");

  private static final List<String> HEADERS =
      List.of(
          "X-Customer-Id: unknown",
          "X-Customer-Id: ",
          "X-Customer-Id: default",
          "X-Customer-Id: \u00FF\u00FE",
          "X-Customer-Id: " + "a".repeat(500),
          "Content-Type: application/x-ndjson",
          "Content-Type: text/plain; charset=utf-16",
          "Content-Type: ;;;",
          "Content-Type: application/json; charset=nonsense",
          "Content-Encoding: gzip",
          "Content-Encoding: nonsense",
          "Accept: */*;q=x",
          "Accept-Encoding: gzip",
          "traceparent: 00-zz-zz-01",
          "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          "Expect: 100-continue",
          "Expect: nonsense",
          "X-Flood: " + "a".repeat(9_000),
          "Cookie: a=b; ;;=",
          "Range: bytes=0-",
          "If-None-Match: *",
          "Upgrade: h2c",
          "Upgrade: websocket",
          "apiKey: x",
          "sessionID: ",
          "X-HTTP-Method-Override: DELETE",
          "Forwarded: for=\"[::1]\"",
          "Host: b",
          "Authorization: Basic eDp5",
          "Connection: close",
          "Connection: upgrade, te",
          "TE: trailers",
          "Date: yesterday",
          "X\u00FF: y");

  private final Random random;
  private final List<Operation> operations;
  private final Map<String, String> bodies;
  private final List<String> ids;

  /** One request; raw ones are not correctly framed. */
  record Request(Operation operation, byte[] bytes, boolean nonsense) {}

  FuzzedRequests(
      long seed, List<Operation> operations, Map<String, String> bodies, List<String> ids) {
    this.random = new Random(seed);
    this.operations = operations;
    this.bodies = bodies;
    this.ids = ids;
  }

  Request next() {
    Operation operation = any(operations);
    byte[] body = body(operation);
    boolean chunked = body.length > 0 && random.nextInt(8) == 0;
    StringBuilder head = new StringBuilder();
    head.append(operation.method()).append(' ').append(path(operation)).append(" HTTP/1.1\r\n");
    head.append("Host: a\r\n");
    if (random.nextInt(20) != 0) {
      head.append("Authorization: Bearer ").append(LiveServer.ADMIN).append("\r\n");
    }
    if (random.nextInt(10) != 0) {
      head.append("X-Customer-Id: default\r\n"); // several customers will exist soon
    }
    for (int extra = random.nextInt(3); extra > 0; extra--) {
      head.append(any(HEADERS)).append("\r\n");
    }
    if (random.nextInt(500) == 0) {
      head.append("X-Many: 1\r\n".repeat(3_000));
    }
    head.append(
        chunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: " + body.length + "\r\n");
    head.append("\r\n");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(ISO_8859_1));
    all.writeBytes(chunked ? chunks(body) : body);
    boolean nonsense = random.nextInt(12) == 0;
    return new Request(
        operation, nonsense ? damaged(all.toByteArray()) : all.toByteArray(), nonsense);
  }

  private String path(Operation operation) {
    String path = operation.path();
    if (path.contains("{id}")) {
      boolean last = operation.toString().equals(LAST_CUSTOMER); // keeps the default customer
      path = path.replace("{id}", last || random.nextInt(3) == 0 ? any(IDS) : any(ids));
    }
    if (random.nextInt(40) == 0) {
      path =
          any(List.of("/" + path, path + "/", path + "/../keys", path + "%00", path + ";x", "*"));
    }
    StringBuilder query = new StringBuilder();
    for (int count = random.nextInt(3); count > 0; count--) {
      query.append(query.isEmpty() ? '?' : '&').append(any(PARAMETERS)).append('=');
      query.append(random.nextInt(4) == 0 ? any(ids) : any(QUERIES));
    }
    return path + query;
  }

  private byte[] body(Operation operation) {
    String body = bodies.get(operation.toString());
    if (body == null || random.nextInt(50) == 0) {
      return new byte[0];
    }
    for (int changes = random.nextInt(4); changes > 0; changes--) {
      body = changed(body);
    }
    byte[] bytes = random.nextInt(60) == 0 ? body.getBytes(UTF_16) : body.getBytes(UTF_8);
    return random.nextInt(5) == 0 ? damaged(bytes) : bytes;
  }

  private String changed(String json) {
    List<MatchResult> scalars = SCALAR.matcher(json).results().toList();
    if (scalars.isEmpty()) {
      return any(VALUES);
    }
    MatchResult at = any(scalars);
    String before = json.substring(0, at.start());
    return switch (random.nextInt(8)) {
      case 0 -> before + any(VALUES) + ":" + any(VALUES) + "," + json.substring(at.start());
      case 1 -> before + at.group() + ":1," + at.group() + json.substring(at.end());
      case 2 -> any(List.of("[", "{\"a\":", "", "\uFEFF", "[".repeat(100_000))) + json;
      case 3 -> before;
      default -> before + any(VALUES) + json.substring(at.end());
    };
  }

  private byte[] damaged(byte[] bytes) {
    List<Byte> some = new ArrayList<>();
    int times = 1 + random.nextInt(3);
    int[] positions = new int[times];
    Arrays.setAll(positions, i -> random.nextInt(bytes.length + 1));
    for (int i = 0; i < bytes.length; i++) {
      byte b = bytes[i];
      int here = i;
      if (Arrays.stream(positions).anyMatch(p -> p == here)) {
        switch (random.nextInt(4)) {
          case 0 -> {} // omitted
          case 1 -> some.addAll(List.of((byte) 0xC0, (byte) 0xAF, b));
          case 2 -> some.add((byte) random.nextInt(256));
          default -> some.addAll(List.of((byte) 0, (byte) '\r', (byte) '\n', b));
        }
      } else {
        some.add(b);
      }
    }
    byte[] result = new byte[some.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = some.get(i);
    }
    return result;
  }

  private byte[] chunks(byte[] body) {
    int cut = random.nextInt(body.length + 1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part :
        List.of(Arrays.copyOf(body, cut), Arrays.copyOfRange(body, cut, body.length))) {
      if (part.length > 0) {
        out.writeBytes((Integer.toHexString(part.length) + "\r\n").getBytes(ISO_8859_1));
        out.writeBytes(part);
        out.writeBytes("\r\n".getBytes(ISO_8859_1));
      }
    }
    out.writeBytes("0\r\n\r\n".getBytes(ISO_8859_1));
    return out.toByteArray();
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
