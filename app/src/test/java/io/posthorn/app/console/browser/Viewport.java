package io.posthorn.app.console.browser;

import com.microsoft.playwright.options.ColorScheme;

/** The size and colours that a user sees the console in. */
enum Viewport {
  WIDE_LIGHT(1280, 860, ColorScheme.LIGHT),
  WIDE_DARK(1280, 860, ColorScheme.DARK),
  PHONE_LIGHT(390, 844, ColorScheme.LIGHT),
  PHONE_DARK(390, 844, ColorScheme.DARK);

  final int width;
  final int height;
  final ColorScheme scheme;

  Viewport(int width, int height, ColorScheme scheme) {
    this.width = width;
    this.height = height;
    this.scheme = scheme;
  }
}
