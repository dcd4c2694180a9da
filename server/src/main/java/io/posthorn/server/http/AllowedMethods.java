package io.posthorn.server.http;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The methods of each path, for the {@code Allow} header. A path in full, such as {@code
 * /subscriptions/list}, is not an id of {@code /subscriptions/{id}}.
 */
final class AllowedMethods {
  private final List<Route> routes;

  AllowedMethods(List<Route> routes) {
    this.routes = routes;
  }

  /** Returns the methods of a path in alphabetical order; empty for an unknown path. */
  Set<String> of(String path) {
    String[] parts = path.split("/", -1);
    Set<String> methods = new TreeSet<>();
    boolean inFull = routes.stream().anyMatch(route -> route.path().equals(path));
    for (Route route : routes) {
      if (inFull ? route.path().equals(path) : fits(route.path().split("/", -1), parts)) {
        methods.add(route.method());
        if (route.method().equals("GET")) {
          methods.add("HEAD");
        }
      }
    }
    return methods;
  }

  /** Returns the literal paths that a path with parameters also matches. */
  Set<String> mistakable() {
    Set<String> paths = new TreeSet<>();
    for (Route one : routes) {
      for (Route other : routes) {
        if (!one.path().contains("{")
            && !one.path().equals(other.path())
            && fits(other.path().split("/", -1), one.path().split("/", -1))) {
          paths.add(one.path());
        }
      }
    }
    return paths;
  }

  private static boolean fits(String[] pattern, String[] parts) {
    return Arrays.equals(
        pattern,
        parts,
        (wanted, part) -> wanted.startsWith("{") && !part.isEmpty() ? 0 : wanted.compareTo(part));
  }
}
