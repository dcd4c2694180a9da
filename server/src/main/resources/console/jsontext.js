// JSON that a user typed or pasted: its value, or where it is wrong and what was expected there.
// Browsers word their own errors differently, and some leave out the position.
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const ESCAPED = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const VALUE = 'a value';

/** A position at which something else was expected. */
class Unexpected extends Error {
  constructor(at, expected, hint = '') {
    super(expected);
    Object.assign(this, {at, expected, hint});
  }
}

/** Walks over a text and stops at its first error. */
class Walk {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** Takes one of some characters behind white space. */
  oneOf(characters, expected) {
    this.take(SPACE);
    const next = this.text[this.at];
    if (next === undefined || !characters.includes(next)) throw new Unexpected(this.at, expected, hintFor(next));
    this.at++;
    return next;
  }

  whole() {
    this.value(VALUE);
    this.take(SPACE);
    if (this.at < this.text.length) throw new Unexpected(this.at, 'the end');
  }

  value(expected) {
    this.take(SPACE);
    const next = this.text[this.at];
    if (next === '{') this.object();
    else if (next === '[') this.array();
    else if (next === '"') this.string('a closing "');
    else if (!this.take(NUMBER)) this.word(expected);
  }

  word(expected) {
    const start = this.at;
    const word = this.take(WORD);
    if (!['true', 'false', 'null'].includes(word))
      throw new Unexpected(start, expected, word ? 'Text needs double quotes.' : hintFor(this.text[start]));
  }

  string(expected) {
    for (this.at++; this.text[this.at] !== '"'; ) {
      const next = this.text[this.at];
      if (next === undefined || next < ' ') throw new Unexpected(this.at, expected);
      const start = this.at++;
      if (next === '\\' && !this.take(ESCAPED)) throw new Unexpected(start, 'an escape such as \\n or \\"');
    }
    this.at++;
  }

  object() {
    this.at++;
    this.take(SPACE);
    if (this.text[this.at] === '}') return void this.at++;
    do {
      this.take(SPACE);
      if (this.text[this.at] !== '"') throw new Unexpected(this.at, 'a field name in double quotes', hintFor(this.text[this.at]));
      this.string('a closing "');
      this.oneOf(':', 'a colon');
      this.value(VALUE);
    } while (this.oneOf(',}', 'a comma or }') === ',');
  }

  array() {
    this.at++;
    this.take(SPACE);
    if (this.text[this.at] === ']') return void this.at++;
    do this.value(VALUE);
    while (this.oneOf(',]', 'a comma or ]') === ',');
  }
}

const hintFor = character =>
  character === "'" ? 'Use double quotes.' : character === '}' || character === ']' ? 'Remove the comma before it.' : '';

/** The text at a position, as errors show it. */
function seen(text, at) {
  if (at >= text.length) return 'the end';
  const word = /^[\w$.+-]{1,20}/.exec(text.slice(at))?.[0];
  if (text[at] === '\n') return 'the end of the line';
  return word ?? text[at];
}

/**
 * Reads a text: {value} or {wrong}.
 *
 * @param kind what the value must be: 'object', 'array', or nothing for any
 */
export function readJson(text, kind) {
  const walk = new Walk(text);
  try {
    walk.whole();
  } catch (e) {
    if (!(e instanceof Unexpected)) throw e;
    return {wrong: sentence(text, e)};
  }
  const value = JSON.parse(text);
  const saw = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return kind && saw !== kind ? {wrong: `Expected ${NAMES[kind]}; saw ${NAMES[saw] ?? saw}.`} : {value};
}

const NAMES = {
  object: 'an object in { }',
  array: 'a list in [ ]',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

function sentence(text, {at, expected, hint}) {
  const before = text.slice(0, at).split('\n');
  const position = `Line ${before.length}, column ${before.at(-1).length + 1}`;
  return `${position}: expected ${expected}; saw ${seen(text, at)}.` + (hint ? ' ' + hint : '');
}
