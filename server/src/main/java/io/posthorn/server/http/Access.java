package io.posthorn.server.http;

import io.posthorn.core.directory.Role;

/** The access level that a call requires. */
public enum Access {
  /** No key needed. */
  OPEN,
  /** Keys that may post events. */
  PRODUCE,
  /** Keys that may read. */
  READ,
  /** Keys that may change resources and see secrets. */
  MANAGE,
  /** Admin keys only. */
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
