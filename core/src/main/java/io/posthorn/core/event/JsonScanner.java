package io.posthorn.core.event;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.json.JsonSteps;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A scanner that makes one pass over the bytes of JSON and knows whether they are certainly valid
 * so far. At anything unusual it gives up instead of deciding.
 */
abstract class JsonScanner {
  /** Longer ones are near the JSON reader's own limits. */
  private static final int LONGEST_NUMBER = 500;

  private static final int LONGEST_KEY = 1_000;

  /**
   * The most keys of an event. The JSON reader refuses a flood of keys that its hash cannot keep
   * apart, also for the sake of those who read the event later; fewer do no harm.
   */
  private static final int MOST_KEYS = 2_000;

  private static final int LONGEST_WHOLE_NUMBER = 18;

  static final byte[] NULL = "null".getBytes(UTF_8);
  private static final byte[] TRUE = "true".getBytes(UTF_8);
  private static final byte[] FALSE = "false".getBytes(UTF_8);

  final byte[] body;
  final boolean lines;
  final KeyRanges keys;
  private final int maxDepth;

  /** The position of the next byte. */
  int at;

  /** True while all input so far is certainly valid; once false, nothing read later matters. */
  boolean certain = true;

  private int keyEnd;
  private int keyCount;

  /**
   * A scanner at the first byte.
   *
   * @param lines whether a line end ends a value, so that it is not skipped as white space
   */
  JsonScanner(byte[] body, boolean lines, int maxDepth) {
    this.body = body;
    this.lines = lines;
    this.maxDepth = maxDepth;
    keys = new KeyRanges(body);
  }

  /** Begins to count keys anew. */
  final void forgetKeys() {
    keyCount = 0;
  }

  final String plainText() {
    int start = at + 1;
    at = JsonSteps.toSpecial(body, start);
    certain &= start <= at && start <= body.length && body[start - 1] == '"';
    int end = at;
    expect('"');
    return certain ? new String(body, start, end - start, UTF_8) : "";
  }

  final long wholeNumber() {
    int start = at;
    int digits = skipDigits();
    certain &= digits > 0 && digits <= LONGEST_WHOLE_NUMBER && (digits == 1 || body[start] != '0');
    return certain ? Long.parseLong(new String(body, start, digits, US_ASCII)) : 0;
  }

  /** Reads a key without escapes, and moves to its value. */
  final String key(KeyRanges.Level names) {
    skipSpace();
    int start = at + 1;
    skipKey(names);
    return certain ? new String(body, start, keyEnd - start, UTF_8) : "";
  }

  private void skipKey(KeyRanges.Level names) {
    int start = at + 1;
    certain &= is('"');
    at = JsonSteps.toSpecial(body, start);
    keyEnd = at;
    expect('"');
    if (certain) {
      keyCount++;
      boolean isNew = names.add(start, keyEnd) == KeyRanges.Found.NEW;
      certain = isNew && keyEnd - start <= LONGEST_KEY && keyCount <= MOST_KEYS;
    }
    skipSpace();
    expect(':');
    skipSpace();
  }

  private void skipValue(int depth) {
    switch (byteAt(at)) {
      case '"' -> skipText();
      case '{' -> skipObject(depth + 1);
      case '[' -> skipArray(depth + 1);
      case 't' -> skipWord(TRUE);
      case 'f' -> skipWord(FALSE);
      case 'n' -> skipWord(NULL);
      default -> skipNumber();
    }
  }

  final void skipObject(int depth) {
    if (!enter(depth, '}')) {
      return;
    }
    KeyRanges.Level names = keys.new Level();
    do {
      at++;
      skipSpace();
      skipKey(names);
      if (certain) {
        skipValue(depth);
        skipSpace();
      }
    } while (is(','));
    names.close();
    expect('}');
  }

  private void skipArray(int depth) {
    if (!enter(depth, ']')) {
      return;
    }
    do {
      at++;
      skipSpace();
      skipValue(depth);
      skipSpace();
    } while (is(','));
    expect(']');
  }

  /** Returns whether there is something in an object or array, whose bracket is not passed yet. */
  private boolean enter(int depth, char end) {
    if (depth > maxDepth) {
      certain = false;
      return false;
    }
    int bracket = at;
    at++;
    skipSpace();
    if (is(end)) {
      at++;
      return false;
    }
    at = bracket;
    return certain;
  }

  private void skipText() {
    at = JsonSteps.toSpecial(body, at + 1);
    while (is('\\')) {
      skipEscape();
      at = JsonSteps.toSpecial(body, at);
    }
    expect('"');
  }

  private void skipEscape() {
    switch (byteAt(at + 1)) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at += 2;
      case 'u' -> {
        at += 2;
        for (int end = at + 4; at < end; at++) {
          certain &= HexFormat.isHexDigit(byteAt(at));
        }
      }
      default -> {
        certain = false;
        at = body.length;
      }
    }
  }

  private void skipNumber() {
    int start = at;
    if (is('-')) {
      at++;
    }
    boolean zero = is('0');
    int digits = skipDigits();
    certain &= digits == 1 || (digits > 1 && !zero);
    if (is('.')) {
      at++;
      certain &= skipDigits() > 0;
    }
    if (is('e') || is('E')) {
      at++;
      if (is('+') || is('-')) {
        at++;
      }
      certain &= skipDigits() > 0;
    }
    certain &= at - start <= LONGEST_NUMBER;
  }

  private int skipDigits() {
    int start = at;
    while (byteAt(at) >= '0' && byteAt(at) <= '9') {
      at++;
    }
    return at - start;
  }

  final void skipWord(byte[] word) {
    int end = at + word.length;
    certain &= end <= body.length && Arrays.equals(body, at, end, word, 0, word.length);
    at = end;
  }

  final void skipBlankLines() {
    skipSpace();
    while (is('\n')) {
      at++;
      skipSpace();
    }
  }

  /** Skips white space; in lines it does not include line ends, which end an event. */
  final void skipSpace() {
    byte next = byteAt(at);
    while (next == ' ' || next == '\t' || next == '\r' || (next == '\n' && !lines)) {
      at++;
      next = byteAt(at);
    }
  }

  final void expect(char wanted) {
    certain &= is(wanted);
    at++;
  }

  final boolean is(char wanted) {
    return certain && byteAt(at) == wanted;
  }

  private byte byteAt(int index) {
    return index < body.length ? body[index] : 0;
  }
}
