package io.posthorn.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.posthorn.core.input.InputTooLargeException;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.access.AccessDeniedException;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.access.Caller;
import io.posthorn.server.http.limits.ConnectionLimits;
import io.posthorn.server.http.limits.InboundConnection;
import io.posthorn.server.http.limits.LimitedConnectionSelector;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;

/**
 * The HTTP server: routes calls, authenticates callers, and turns results and errors into
 * responses. Stack traces never reach a caller.
 */
public final class HttpServer {
  /**
   * A custom header that guards against cross-site requests: pages of other origins cannot send it.
   */
  private static final String CONSOLE = "X-Posthorn-Console";

  private static final String BEARER = "bearer ";

  /** Larger than any accepted body, so that a slightly larger one still gets a proper 413. */
  private static final long LARGEST_BODY = 32L << 20;

  private final Authenticator authenticator;
  private final ErrorLog errors;
  private final CallCounts counts;
  private final ConnectionLimits limits;

  /**
   * Creates a server.
   *
   * @param errors logs internal errors
   */
  public HttpServer(Authenticator authenticator, ErrorLog errors) {
    this(authenticator, errors, CallCounts.NONE, ConnectionLimits.DEFAULT);
  }

  /** Creates a server with call counters and connection limits. */
  public HttpServer(
      Authenticator authenticator, ErrorLog errors, CallCounts counts, ConnectionLimits limits) {
    this.authenticator = authenticator;
    this.errors = errors;
    this.counts = counts;
    this.limits = limits;
  }

  public WebServer open(String host, int port, List<Route> routes) {
    return open(Listener.plain(host, port), routes);
  }

  public WebServer open(Listener listener, List<Route> routes) {
    return listener.start(
        listener
            .builder()
            .directHandlers(BadHttp.handlers())
            .maxPayloadSize(LARGEST_BODY)
            .update(server -> LimitedConnectionSelector.install(server, limits))
            .routing(routing -> routes(routing, routes)));
  }

  private void routes(HttpRouting.Builder routing, List<Route> routes) {
    for (Route route : routes) {
      CallCounts.Count count = counts.of(route.method(), route.path());
      Handler handler = (request, response) -> answer(route, request, response, count);
      routing.route(Method.create(route.method()), route.path(), handler);
      if (route.method().equals("GET")) {
        routing.route(Method.HEAD, route.path(), handler);
      }
    }
    Methods methods = new Methods(routes);
    CallCounts.Count nowhere = counts.of("any", "none");
    routing.any(
        (request, response) -> {
          RequestId.tell(request, response);
          send(request, response, elsewhere(methods.of(request.path().path())), nowhere);
        });
  }

  static Answer nothingHere() {
    return Answer.of(Problem.notFound("No such path; see /api/v1/openapi.yaml for all calls."));
  }

  private static Answer elsewhere(Set<String> methods) {
    if (methods.isEmpty()) {
      return nothingHere();
    }
    String allowed = String.join(", ", methods);
    return Answer.of(
            Problem.of(405, "Method not allowed", "Method not allowed; use " + allowed + "."))
        .with("Allow", allowed);
  }

  private void answer(
      Route route, ServerRequest request, ServerResponse response, CallCounts.Count count) {
    String requestId = RequestId.tell(request, response);
    try {
      send(request, response, answer(route, request, requestId), count);
    } catch (BrokenBodyException e) {
      count.answered(e.status());
      ResponseWriter.sendLast(response, BadHttp.answer(e.status()));
    }
  }

  private static void send(
      ServerRequest request, ServerResponse response, Answer answer, CallCounts.Count count) {
    count.answered(answer.status());
    ResponseWriter.send(request, response, answer);
  }

  private Answer answer(Route route, ServerRequest request, String requestId) {
    try {
      Call call = enter(route, request);
      Answer answer = route.handler().handle(call);
      return route.access() == Access.OPEN ? answer : renewed(request, call, answer);
    } catch (ProblemException e) {
      return Answer.of(e.problem());
    } catch (AccessDeniedException e) {
      return Answer.of(Problem.of(e));
    } catch (InvalidInputException e) {
      int status = e instanceof InputTooLargeException ? 413 : 400;
      String title = status == 413 ? "Content too large" : "Bad request";
      return Answer.of(
          new Problem(
              status, title, "The request is not valid; see errors for each field.", e.errors()));
    } catch (RefusedException e) {
      return refused(e);
    } catch (BrokenBodyException | CloseConnectionException e) {
      throw e;
    } catch (RuntimeException e) {
      // Refusals of the engine arrive wrapped if the call waited for a future.
      if (e instanceof CompletionException && e.getCause() instanceof RefusedException refusal) {
        return refused(refusal);
      }
      errors.unexpected(route.method() + " " + route.path(), requestId, e);
      return Answer.of(
          Problem.of(
              500, "Internal error", "Internal error, logged as request " + requestId + "."));
    }
  }

  /** Adds a renewed session cookie to a response, if one is due. */
  private Answer renewed(ServerRequest request, Call call, Answer answer) {
    if (!request.headers().contains(HeaderNames.COOKIE) || key(request).isPresent()) {
      return answer;
    }
    return session(request)
        .flatMap(authenticator::renewed)
        .map(younger -> SessionCookie.holding(younger, call.secure()))
        .map(cookie -> answer.with("Set-Cookie", cookie).with("Cache-Control", "no-store"))
        .orElse(answer);
  }

  /** Translates a refusal of the engine into a response. */
  public static Answer refused(RefusedException e) {
    Problem problem =
        switch (e.reason()) {
          case OVER_LIMIT -> Problem.of(429, "Too many requests", e.detail());
          case VOLUME_FULL -> Problem.of(507, "Insufficient storage", e.detail());
          case INTAKE_FULL, STOPPED, FAILED, STARTING, UNREACHABLE, UNANSWERED ->
              Problem.of(503, "Service unavailable", e.detail());
        };
    return Answer.of(problem).retryAfter(e.retryAfter());
  }

  private Call enter(Route route, ServerRequest request) {
    InboundConnection.callerUnknown();
    if (route.access() == Access.OPEN) {
      return new Call(request, authenticator, null);
    }
    Caller caller = caller(request, authenticator);
    if (!route.access().allows(caller.role())) {
      throw Problem.of(
              403,
              "Forbidden",
              "A key with the role " + caller.role().text() + " does not allow this call.")
          .asException();
    }
    InboundConnection.callerKnown();
    Call call = new Call(request, authenticator, caller);
    UnknownParameters.refuse(route, request.query(), call);
    return call;
  }

  /** Authenticates the caller by key, or by session if no key is sent. */
  static Caller caller(ServerRequest request, Authenticator authenticator) {
    String address = request.remotePeer().host();
    Optional<String> key = key(request);
    Optional<String> session = key.isPresent() ? Optional.empty() : session(request);
    if (session.isEmpty()) {
      return authenticator.admit(key, address);
    }
    Method method = request.prologue().method();
    if (!method.equals(Method.GET) && !method.equals(Method.HEAD)) {
      requireConsole(request);
    }
    return authenticator.admitSession(session.get(), address);
  }

  /** Refuses a call that another site's page could have made (CSRF). */
  public static void requireConsole(Call call) {
    if (call.header(CONSOLE).isEmpty()) {
      throw notFromConsole();
    }
  }

  private static void requireConsole(ServerRequest request) {
    if (!request.headers().contains(HeaderNames.create(CONSOLE))) {
      throw notFromConsole();
    }
  }

  private static ProblemException notFromConsole() {
    return Problem.of(
            403,
            "Forbidden",
            "Changes made in a console session need the header " + CONSOLE + ": 1.")
        .asException();
  }

  static Optional<String> session(ServerRequest request) {
    return request.headers().cookies().first(SessionCookie.NAME).asOptional();
  }

  private static Optional<String> key(ServerRequest request) {
    Optional<String> bearer =
        request
            .headers()
            .first(HeaderNames.AUTHORIZATION)
            .filter(text -> text.regionMatches(true, 0, BEARER, 0, BEARER.length()))
            .map(text -> text.substring(BEARER.length()).strip());
    return bearer
        .or(() -> request.headers().first(HeaderNames.create("sessionID")))
        .or(() -> request.headers().first(HeaderNames.create("apiKey")))
        .filter(text -> !text.isEmpty());
  }
}
