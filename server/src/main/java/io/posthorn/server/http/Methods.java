package io.posthorn.server.http;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which methods a path has, so that a caller with a wrong one learns the right ones. */
final class Methods {
  private final List<Route> routes;

  Methods(List<Route> routes) {
    this.routes = routes;
  }

  /** In the order of the alphabet; none where nothing has this path. */
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
