// Receivers that verify Standard Webhooks signatures, with the standard library of each language:
// the short forms of examples/receivers. A test runs each and sends it signed and forged requests.

const NODE = `// receiver.mjs
import {createHmac, timingSafeEqual} from 'node:crypto';
import {createServer} from 'node:http';

const key = Buffer.from(process.env.WEBHOOK_SECRET.slice('whsec_'.length), 'base64');

function isSigned({'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures}, body) {
  if (!id || !signatures || !(Math.abs(Date.now() / 1000 - time) <= 300)) return false;
  const digest = createHmac('sha256', key).update(id + '.' + time + '.').update(body).digest('base64');
  const expected = Buffer.from('v1,' + digest);
  return signatures.split(' ').some(text => {
    const signature = Buffer.from(text);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // the raw bytes: the signature covers these
  const ok = isSigned(request.headers, body);
  response.writeHead(ok ? 202 : 401).end();
  if (ok) console.log(request.headers['webhook-id'], body.toString());
}).listen(process.env.PORT || 9000);
`;

const PYTHON = `# receiver.py
import base64, hashlib, hmac, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"][len("whsec_"):])


def is_signed(headers, body):
    message, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdecimal() and abs(time.time() - int(timestamp)) <= 300):
        return False
    digest = hmac.new(KEY, f"{message}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, signature.encode()) for signature in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The raw bytes: the signature covers these.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        ok = is_signed(self.headers, body)
        self.send_response(202 if ok else 401)
        self.send_header("Content-Length", "0")
        self.end_headers()
        if ok:
            print(self.headers["webhook-id"], body.decode(), flush=True)


ThreadingHTTPServer(("", int(os.environ.get("PORT", 9000))), Receiver).serve_forever()
`;

const GO = `// receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var key, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))

func isSigned(header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(signature), expected) {
			return true
		}
	}
	return false
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "9000"
	}
	log.Fatal(http.ListenAndServe(":"+port, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The raw bytes: the signature covers these.
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 2<<20))
		if err != nil || !isSigned(r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		fmt.Println(r.Header.Get("webhook-id"), string(body))
	})))
}
`;

const JAVA = `// Receiver.java
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Receiver {
  static final byte[] KEY =
      Base64.getDecoder().decode(System.getenv("WEBHOOK_SECRET").substring("whsec_".length()));

  static boolean isSigned(Headers headers, byte[] body) throws Exception {
    String id = headers.getFirst("webhook-id");
    String time = headers.getFirst("webhook-timestamp");
    String signatures = headers.getFirst("webhook-signature");
    if (id == null || signatures == null || time == null || !time.matches("[0-9]{1,12}")) {
      return false;
    }
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(time)) > 300) {
      return false;
    }
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    mac.update((id + "." + time + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
    for (String signature : signatures.split(" ")) {
      if (MessageDigest.isEqual(expected, signature.getBytes())) {
        return true;
      }
    }
    return false;
  }

  public static void main(String[] arguments) throws Exception {
    String port = System.getenv().getOrDefault("PORT", "9000");
    HttpServer server = HttpServer.create(new InetSocketAddress(Integer.parseInt(port)), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes(); // the signature covers these
            boolean ok = isSigned(exchange.getRequestHeaders(), body);
            exchange.sendResponseHeaders(ok ? 202 : 401, -1);
            if (ok) {
              System.out.println(new String(body, StandardCharsets.UTF_8));
            }
          } catch (Exception e) {
            e.printStackTrace();
          }
        });
    server.start();
  }
}
`;

/** {key, name, file, start, code} of each language. */
export const SNIPPETS = [
  {key: 'node', name: 'Node.js', file: 'receiver.mjs', start: 'node receiver.mjs', code: NODE},
  {key: 'python', name: 'Python', file: 'receiver.py', start: 'python3 receiver.py', code: PYTHON},
  {key: 'go', name: 'Go', file: 'receiver.go', start: 'go run receiver.go', code: GO},
  {key: 'java', name: 'Java', file: 'Receiver.java', start: 'java Receiver.java', code: JAVA},
];
