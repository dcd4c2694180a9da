package io.posthorn.server.http;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The methods of each path, for the {@code Allow} header. */
final class Methods {
  private final List<Route> routes;

  Methods(List<Route> routes) {
    this.routes = routes;
  }

  /** Returns the methods of a path in alphabetical order; empty for an unknown path. */
  Set<String> of(String path) {
    String[] parts = path.split("/", -1);
    Set<String> methods = new TreeSet<>();
    for (Route route : routes) {
      if (fits(route.path().split("/", -1), parts)) {
        methods.add(route.method());
        if (route.method().equals("GET")) {
          methods.add("HEAD");
        }
      }
    }
    return methods;
  }

  private static boolean fits(String[] pattern, String[] parts) {
    return Arrays.equals(
        pattern,
        parts,
        (wanted, part) -> wanted.startsWith("{") && !part.isEmpty() ? 0 : wanted.compareTo(part));
  }
}
