package io.posthorn.core.filter;

/** How the filters of a subscription, or of a group, are joined. */
public enum Connector {
  AND,
  OR
}
