import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Posthorn, type PosthornOptions } from "posthorn-client";

export interface Call {
  line: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A server with a fixed sequence of responses, which records the calls. */
export class ScriptedServer {
  readonly calls: Call[] = [];
  /** The delays that the client would have waited, in milliseconds. */
  readonly slept: number[] = [];
  readonly #responses: Array<{ status: number; body: string; headers: Record<string, string> } | "close"> = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      this.calls.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      const next = this.#responses.shift();
      if (next === undefined || next === "close") {
        request.socket.destroy();
      } else {
        response.writeHead(next.status, next.headers).end(next.body);
      }
    });
  }

  static async start(): Promise<ScriptedServer> {
    const scripted = new ScriptedServer();
    await new Promise<void>((resolve) => scripted.#server.listen(0, "127.0.0.1", resolve));
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  responds(body: unknown, status = 200, headers: Record<string, string> = {}): this {
    this.#responses.push({ status, body: typeof body === "string" ? body : JSON.stringify(body), headers });
    return this;
  }

  closesConnection(): this {
    this.#responses.push("close");
    return this;
  }

  client(options: PosthornOptions = {}): Posthorn {
    return new Posthorn({
      url: this.url,
      apiKey: "phk_1",
      sleep: async (milliseconds) => {
        this.slept.push(milliseconds);
      },
      ...options,
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
