package io.posthorn.core.directory;

import io.posthorn.core.store.StoredEnum;
import java.util.Optional;

/** The permissions of an API key. Numbers are stored and never reused. */
public enum Role implements StoredEnum {
  /** Everything. */
  ADMIN(1, "admin"),
  /** All of its customer. */
  MANAGER(2, "manager"),
  /** May only post events. */
  PRODUCER(3, "producer"),
  /** Reads, but no secrets. */
  VIEWER(4, "viewer");

  private final int number;
  private final String text;

  Role(int number, String text) {
    this.number = number;
    this.text = text;
  }

  @Override
  public int number() {
    return number;
  }

  /** The name used in the API. */
  public String text() {
    return text;
  }

  public static Optional<Role> parse(String text) {
    for (Role role : values()) {
      if (role.text.equals(text)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }

  static Role of(int number) {
    return StoredEnum.of(values(), number, "role");
  }
}
