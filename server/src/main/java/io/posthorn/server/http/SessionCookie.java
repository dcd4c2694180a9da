package io.posthorn.server.http;

/** The cookie of a console session. */
public final class SessionCookie {
  static final String NAME = "posthorn_session";

  private SessionCookie() {}

  /**
   * Returns the header that sets the cookie, for this site only and not readable by scripts.
   *
   * @param secure whether the browser used https and must send the cookie over https only
   */
  public static String holding(String session, boolean secure) {
    return NAME
        + "="
        + session
        + "; Path=/; HttpOnly; SameSite=Strict"
        + (secure ? "; Secure" : "");
  }

  /** Returns the header that clears the cookie. */
  public static String gone(boolean secure) {
    return holding("", secure) + "; Max-Age=0";
  }
}
