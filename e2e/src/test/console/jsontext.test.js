import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readJson} from './console/jsontext.js';

const wrong = (text, kind) => readJson(text, kind).wrong;

describe('pasted JSON', () => {
  it('is read like the browser reads it', () => {
    for (const text of ['{"a": [1, -0.5e3, "x\\n\\u00e9", true, null, {}, []]}', ' [ ] ', '"a"', '0', 'null'])
      assert.deepEqual(readJson(text), {value: JSON.parse(text)});
  });

  it('is wrong exactly where the browser finds it wrong too', () => {
    for (const text of ['', '{', '[1,]', '{"a" 1}', '01', '1 2', '"a\nb"', '"\\x"', '{a: 1}', 'tru', '[1 2]', "{'a': 1}", '.5', '+1', '{"a":}', '[,]']) {
      assert.throws(() => JSON.parse(text), text);
      assert.match(wrong(text), /^Line \d+, column \d+: expected .+; saw .+\.$|^Line .+ (quotes|before it)/, text);
    }
  });

  it('names the position, what was expected and what was seen', () => {
    assert.equal(wrong('{\n  "a": 1\n  "b": 2\n}'), 'Line 3, column 3: expected a comma or }; saw ".');
    assert.equal(wrong('{"status": INP}'), 'Line 1, column 12: expected a value; saw INP. Text needs double quotes.');
    assert.equal(wrong("{'a': 1}"), "Line 1, column 2: expected a field name in double quotes; saw '. Use double quotes.");
    assert.equal(wrong('{"a": 1,}'), 'Line 1, column 9: expected a field name in double quotes; saw }. Remove the comma before it.');
    assert.equal(wrong('{"a": 1'), 'Line 1, column 8: expected a comma or }; saw the end.');
    assert.equal(wrong('["a\n"]'), 'Line 1, column 4: expected a closing "; saw the end of the line.');
    assert.equal(wrong('["\\x"]'), 'Line 1, column 3: expected an escape such as \\n or \\"; saw \\.');
    assert.equal(wrong('{"a" 1}'), 'Line 1, column 6: expected a colon; saw 1.');
    assert.equal(wrong('{} {}'), 'Line 1, column 4: expected the end; saw {.');
    assert.equal(wrong(''), 'Line 1, column 1: expected a value; saw the end.');
  });

  it('must be of the kind that the form needs', () => {
    assert.equal(wrong('[1]', 'object'), 'Expected an object in { }; saw a list in [ ].');
    assert.equal(wrong('"a"', 'array'), 'Expected a list in [ ]; saw a text.');
    assert.equal(wrong('null', 'object'), 'Expected an object in { }; saw null.');
    assert.deepEqual(readJson('{}', 'object'), {value: {}});
  });
});
