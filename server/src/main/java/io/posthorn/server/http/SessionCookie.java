package io.posthorn.server.http;

/** The cookie that holds a session of the console. */
public final class SessionCookie {
  static final String NAME = "posthorn_session";

  private SessionCookie() {}

  /**
   * The header that gives it to a browser: for this site alone, and out of reach of scripts.
   *
   * @param secure whether the browser came over https, and may send it over nothing else
   */
  public static String holding(String session, boolean secure) {
    return NAME
        + "="
        + session
        + "; Path=/; HttpOnly; SameSite=Strict"
        + (secure ? "; Secure" : "");
  }

  /** The header that takes it away. */
  public static String gone(boolean secure) {
    return holding("", secure) + "; Max-Age=0";
  }
}
