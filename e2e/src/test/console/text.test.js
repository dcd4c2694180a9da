import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {describe, it} from 'node:test';
import {apiCall, webhook} from './console/curl.js';
import {errorText, outcomeText, span} from './console/format.js';
import {readValue, showValue} from './console/values.js';

/** The arguments that a shell makes of a command. */
const words = command =>
  execFileSync('sh', ['-c', 'curl() { printf "%s\\n" "$@"; }; POSTHORN_KEY=k; ' + command], {encoding: 'utf8'}).split('\n');

describe('values of filters', () => {
  it('are numbers, true, false, null or text', () => {
    assert.equal(readValue('7'), 7);
    assert.equal(readValue(' -1.50 '), -1.5);
    assert.equal(readValue('true'), true);
    assert.equal(readValue('null'), null);
    assert.equal(readValue('INP'), 'INP');
    assert.equal(readValue('007'), '007');
    assert.equal(readValue('"7"'), '7');
    assert.equal(readValue('"'), '"');
  });

  it('are shown so that they are read back', () => {
    for (const value of ['INP', '7', 'true', '"7"', '', 7, -1.5, false, null]) assert.equal(readValue(showValue(value)), value);
    assert.equal(showValue('INP'), 'INP');
    assert.equal(showValue('7'), '"7"');
    assert.equal(showValue(undefined), '');
  });
});

describe('curl commands', () => {
  it('are quoted for the shell', () => {
    const command = apiCall({
      origin: 'https://posthorn.example',
      method: 'POST',
      path: '/replays?x=1&y=2',
      customer: 'acme',
      body: {objId: "it's $HOME"},
    });
    assert.deepEqual(words(command).slice(0, -1), [
      '-X',
      'POST',
      'https://posthorn.example/api/v1/replays?x=1&y=2',
      '-H',
      'Authorization: Bearer k',
      '-H',
      'X-Customer-Id: acme',
      '-H',
      'Content-Type: application/json',
      '-d',
      '{"objId":"it\'s $HOME"}',
    ]);
  });

  it('of an attempt have no masked headers', () => {
    const command = webhook({
      url: 'https://a.example/',
      headers: {'webhook-id': 'msg_1', 'webhook-signature': 'v1,****', Authorization: 'Bearer ****demo'},
      payload: {a: 1},
    });
    assert.ok(words(command).includes('webhook-id: msg_1'));
    assert.ok(!command.includes('****'));
  });
});

describe('texts', () => {
  it('say an outcome in short', () => {
    assert.equal(outcomeText({status: 503, error: null}), '503');
    assert.equal(outcomeText({status: null, error: 'blocked_address'}), 'blocked address');
    assert.equal(outcomeText({status: null, error: 'connection'}), 'connection lost');
  });

  it('say a last error with the start of the response', () => {
    assert.equal(errorText({status: 503, response: 'over\n  loaded'}), 'Failed with status 503: over loaded');
    assert.equal(errorText({status: null, error: 'timeout', errorText: 'no response within 5s'}), 'Timed out: no response within 5s');
    assert.equal(errorText({status: 500, response: 'x'.repeat(200)}, 10), 'Failed with status 500: xxxxxxxxxx…');
    assert.equal(errorText({status: 500, response: ''}), 'Failed with status 500');
  });

  it('say durations in the largest unit that fits', () => {
    assert.deepEqual([20, 1500, 90_000, 7_200_000, 259_200_000].map(span), ['20 ms', '1.5 s', '1.5 min', '2 h', '3 days']);
  });
});
