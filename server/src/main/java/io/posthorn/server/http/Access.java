package io.posthorn.server.http;

import io.posthorn.core.directory.Role;

/** Who may make a call. */
public enum Access {
  /** Anybody, without a key. */
  OPEN,
  /** Who may post events. */
  PRODUCE,
  /** Who may read. */
  READ,
  /** Who may change things, and see secrets. */
  MANAGE,
  /** Admins alone. */
  ADMINISTER;

  public boolean allows(Role role) {
    return switch (this) {
      case OPEN -> true;
      case PRODUCE -> role != Role.VIEWER;
      case READ -> role != Role.PRODUCER;
      case MANAGE -> role == Role.ADMIN || role == Role.MANAGER;
      case ADMINISTER -> role == Role.ADMIN;
    };
  }
}
