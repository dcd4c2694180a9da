package io.posthorn.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.engine.read.CopyReads;
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
import org.jspecify.annotations.Nullable;

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
  private static final String WORKFRONT = "/attask/";

  /** Larger than any accepted body, so that a slightly larger one still gets a proper 413. */
  private static final long LARGEST_BODY = 32L << 20;

  /** The log of internal errors; callers only see the request id. */
  @FunctionalInterface
  public interface ErrorLog {
    /**
     * Logs an unexpected error.
     *
     * @param what the method and path pattern of the route
     * @param requestId the request id that the caller sees
     */
    void unexpected(String what, String requestId, Throwable error);
  }

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
            .directHandlers(MalformedRequestHandler.handlers())
            .contentEncoding(new UndecodedBodies())
            .maxPayloadSize(LARGEST_BODY)
            .update(server -> LimitedConnectionSelector.install(server, limits))
            .routing(routing -> routes(routing, routes)));
  }

  private void routes(HttpRouting.Builder routing, List<Route> routes) {
    AllowedMethods methods = new AllowedMethods(routes);
    Set<String> mistakable = methods.mistakable();
    CallCounts.Count nowhere = counts.of("any", "none");
    Handler methodNotAllowed =
        (request, response) -> {
          RequestId.assign(request, response);
          send(request, response, methodNotAllowed(methods.of(request.path().path())), nowhere);
        };
    // The first route that fits is taken.
    routes.stream()
        .filter(route -> mistakable.contains(route.path()))
        .forEach(route -> add(routing, route));
    mistakable.forEach(path -> routing.any(path, methodNotAllowed));
    routes.stream()
        .filter(route -> !mistakable.contains(route.path()))
        .forEach(route -> add(routing, route));
    routing.any(methodNotAllowed);
  }

  private void add(HttpRouting.Builder routing, Route route) {
    CallCounts.Count count = counts.of(route.method(), route.path());
    Handler handler = (request, response) -> respond(route, request, response, count);
    routing.route(Method.create(route.method()), route.path(), handler);
    if (route.method().equals("GET")) {
      routing.route(Method.HEAD, route.path(), handler);
    }
  }

  static CallResponse unknownPath() {
    return CallResponse.of(
        Problem.of(
            ErrorCode.UNKNOWN_PATH, "No such path; see /api/v1/openapi.yaml for all calls."));
  }

  private static CallResponse methodNotAllowed(Set<String> methods) {
    if (methods.isEmpty()) {
      return unknownPath();
    }
    String allowed = String.join(", ", methods);
    return CallResponse.of(
            Problem.of(ErrorCode.METHOD_NOT_ALLOWED, "Method not allowed; use " + allowed + "."))
        .with("Allow", allowed);
  }

  private void respond(
      Route route, ServerRequest request, ServerResponse response, CallCounts.Count count) {
    String requestId = RequestId.assign(request, response);
    try {
      send(request, response, respond(route, request, requestId), count);
    } catch (BrokenBodyException e) {
      count.responded(e.status());
      ResponseWriter.sendLast(response, MalformedRequestHandler.response(e.status()));
    }
  }

  private static void send(
      ServerRequest request, ServerResponse response, CallResponse result, CallCounts.Count count) {
    count.responded(result.status());
    ResponseWriter.send(request, response, result);
  }

  private CallResponse respond(Route route, ServerRequest request, String requestId) {
    try {
      Call call = enter(route, request);
      CallResponse result =
          route.method().equals("GET") ? show(route, call) : route.handler().handle(call);
      return route.access() == Access.OPEN ? result : renewed(request, call, result);
    } catch (BrokenBodyException | CloseConnectionException e) {
      throw e;
    } catch (RuntimeException e) {
      CallResponse refusal = refusal(e);
      if (refusal != null) {
        return refusal;
      }
      errors.unexpected(route.method() + " " + route.path(), requestId, e);
      return CallResponse.of(
          Problem.of(
              ErrorCode.INTERNAL_ERROR, "Internal error, logged as request " + requestId + "."));
    }
  }

  /** A call that shows data may read copies of it, and its response says so. */
  private static CallResponse show(Route route, Call call) {
    CopyReads copies = new CopyReads();
    CallResponse result = copies.allow(() -> route.handler().handle(call));
    return copies.used() ? result.with("Posthorn-Stale", "true") : result;
  }

  /** Returns the status of the response to a call that fails with this exception. */
  public static int status(RuntimeException failure) {
    if (failure instanceof BrokenBodyException e) {
      return e.status();
    }
    CallResponse refusal = refusal(failure);
    return refusal == null ? ErrorCode.INTERNAL_ERROR.status() : refusal.status();
  }

  /** Returns the response to an exception that the call itself explains; null for all others. */
  private static @Nullable CallResponse refusal(RuntimeException failure) {
    return switch (failure) {
      case ProblemException e -> CallResponse.of(e.problem());
      case AccessDeniedException e -> CallResponse.of(Problem.of(e));
      case InvalidInputException e -> CallResponse.of(Problem.of(e));
      case RefusedException e -> refused(e);
      // Refusals of the engine arrive wrapped if the call waited for a future.
      case CompletionException e when e.getCause() instanceof RefusedException refused ->
          refused(refused);
      default -> null;
    };
  }

  /** Adds a renewed session cookie to a response, if one is due. */
  private CallResponse renewed(ServerRequest request, Call call, CallResponse result) {
    if (!request.headers().contains(HeaderNames.COOKIE) || key(request).isPresent()) {
      return result;
    }
    return session(request)
        .flatMap(authenticator::renewed)
        .map(younger -> SessionCookie.holding(younger, call.secure()))
        .map(cookie -> result.with("Set-Cookie", cookie).with("Cache-Control", "no-store"))
        .orElse(result);
  }

  /** Translates a refusal of the engine into a response. */
  public static CallResponse refused(RefusedException e) {
    return CallResponse.of(Problem.of(e)).retryAfter(e.retryAfter());
  }

  private Call enter(Route route, ServerRequest request) {
    InboundConnection.callerUnknown();
    if (route.access() == Access.OPEN) {
      return new Call(request, authenticator, null);
    }
    Caller caller = caller(request, authenticator);
    if (!route.access().allows(caller.role())) {
      throw Problem.forbidden(
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
    return Problem.forbidden(
            "Changes made in a console session need the header " + CONSOLE + ": 1.")
        .asException();
  }

  static Optional<String> session(ServerRequest request) {
    return request.headers().cookies().first(SessionCookie.NAME).asOptional();
  }

  /** The key of an Authorization header; Workfront's clients send it without a scheme. */
  private static Optional<String> key(String authorization, String path) {
    if (authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return Optional.of(authorization.substring(BEARER.length()).strip());
    }
    boolean bare = path.startsWith(WORKFRONT) && authorization.strip().indexOf(' ') < 0;
    return bare ? Optional.of(authorization.strip()) : Optional.empty();
  }

  private static Optional<String> key(ServerRequest request) {
    Optional<String> bearer =
        request
            .headers()
            .first(HeaderNames.AUTHORIZATION)
            .flatMap(text -> key(text, request.path().path()));
    return bearer
        .or(() -> request.headers().first(HeaderNames.create("sessionID")))
        .or(() -> request.headers().first(HeaderNames.create("apiKey")))
        .filter(text -> !text.isEmpty());
  }
}
