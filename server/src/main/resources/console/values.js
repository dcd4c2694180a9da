// Values of filters as text in a form.
const OTHER_THAN_TEXT = /^(-?(0|[1-9]\d*)(\.\d+)?|true|false|null)$/;

/** The value that a text stands for: a number, true, false or null; text in quotes; or the text. */
export function readValue(text) {
  const trimmed = text.trim();
  if (OTHER_THAN_TEXT.test(trimmed)) return JSON.parse(trimmed);
  if (!/^".*"$/.test(trimmed)) return text;
  try {
    return JSON.parse(trimmed);
  } catch {
    return text;
  }
}

/** The text of a value; a text that would be read as something else is in quotes. */
export function showValue(value) {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return readValue(value) === value ? value : JSON.stringify(value);
}
