import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {failingSince, fromLocal, outageSince, resolve, timeZone, toLocal, windowStart} from './console/times.js';

const NOW = Date.parse('2026-11-18T12:00:00Z');

describe('times of filters', () => {
  it('are presets before now, or times', () => {
    assert.equal(resolve('1h', NOW), '2026-11-18T11:00:00.000Z');
    assert.equal(resolve('24h', NOW), '2026-11-17T12:00:00.000Z');
    assert.equal(resolve('2026-11-18T10:00:00+02:00', NOW), '2026-11-18T08:00:00.000Z');
  });

  it('begin with the oldest hour that an endpoint counts its failure rate in', () => {
    assert.equal(windowStart(NOW + 59 * 60_000), '2026-11-16T13:00:00.000Z');
  });

  it('are left out where there is none', () => {
    assert.equal(resolve('', NOW), '');
    assert.equal(resolve(undefined, NOW), '');
    assert.equal(resolve('yesterday', NOW), '');
  });

  it('are local in a form and come back', () => {
    const iso = '2026-11-18T10:20:00.000Z';
    assert.match(toLocal(iso), /^2026-11-1[789]T\d\d:\d\d$/);
    assert.equal(fromLocal(toLocal(iso)), iso);
    assert.equal(toLocal(''), '');
    assert.equal(fromLocal(''), '');
  });
});

describe('since when an endpoint fails', () => {
  const endpoint = {createdAt: 'created', lastSuccessAt: 'success', lastFailureAt: 'failure', consecutiveFailures: 3};

  it('is its last success', () => assert.equal(failingSince(endpoint), 'success'));
  it('is its creation if it never succeeded', () =>
    assert.equal(failingSince({...endpoint, lastSuccessAt: null}), 'created'));
  it('is never if its last attempt succeeded', () => {
    assert.equal(failingSince({...endpoint, consecutiveFailures: 0}), null);
    assert.equal(failingSince(null), null);
  });
});

describe('the last outage', () => {
  const points = (...counts) => counts.map(([delivered, failed], i) => ({at: 't' + i, delivered, failed}));

  it('begins where failures begin to outnumber deliveries', () =>
    assert.equal(outageSince(points([5, 0], [1, 2], [0, 9], [4, 0])), 't1'));
  it('continues over times without attempts', () =>
    assert.equal(outageSince(points([5, 1], [0, 3], [0, 0], [0, 1], [0, 0], [7, 0])), 't1'));
  it('is the last of several', () => assert.equal(outageSince(points([0, 4], [3, 0], [0, 2], [3, 0])), 't2'));
  it('is none where single attempts failed', () => {
    assert.equal(outageSince(points([9, 1], [8, 0], [7, 2])), null);
    assert.equal(outageSince([]), null);
  });
});

describe('the time zone', () => {
  const at = offset => timeZone({getTimezoneOffset: () => offset});

  it('has its offset from UTC', () => {
    assert.match(at(-60), /UTC\+1$/);
    assert.match(at(210), /UTC−3:30$/);
    assert.match(at(0), /UTC$/);
  });
});
