import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {actionsOf, asCounted, bulkBody, criteriaOf, criteriaText, enableBody, takes} from './console/criteria.js';

const NOW = Date.parse('2026-11-18T12:00:00Z');

describe('the criteria of a list', () => {
  it('are those of its address and no others', () => {
    const query = {status: 'dropped', endpoint: 'ep_1', endedFrom: '1h', objId: '', range: '1h'};
    assert.deepEqual(criteriaOf(query, NOW), {
      endpoint: 'ep_1',
      status: 'dropped',
      endedFrom: '2026-11-18T11:00:00.000Z',
    });
  });

  it('end with what was counted, unless they end earlier', () => {
    const at = '2026-11-18T12:00:00.000Z';
    const earlier = '2026-11-18T11:00:00Z';
    assert.deepEqual(asCounted('replay', {status: 'dropped'}, at), {status: 'dropped', endedTo: at});
    assert.deepEqual(asCounted('retry', {}, at), {to: at});
    assert.deepEqual(asCounted('cancel', {to: earlier}, at), {to: earlier});
    assert.deepEqual(asCounted('replay', {endedTo: '2026-11-18T13:00:00Z'}, at), {endedTo: at});
  });

  it('can be the times of an attempt, whose outcome is then meant', () => {
    const criteria = criteriaOf({outcome: 'failed', attemptedFrom: '1h', range: '1h'}, NOW);
    assert.deepEqual(criteria, {outcome: 'failed', attemptedFrom: '2026-11-18T11:00:00.000Z'});
    assert.equal(criteriaText(criteria)[0], 'attempt outcome failed');
    assert.match(criteriaText(criteria)[1], /^an attempt since 18 Nov 2026/);
    const bar = {attemptedFrom: '2026-11-18T11:00:00Z', attemptedTo: '2026-11-18T11:01:00Z'};
    assert.match(criteriaText(bar)[0], /^an attempt between 18 Nov 2026.* and 18 Nov 2026/);
  });

  it('of endpoints are what enabling takes, the search too', () => {
    assert.deepEqual(enableBody({status: 'frozen', q: 'crm', range: '1h'}), {status: 'frozen', q: 'crm'});
    assert.deepEqual(enableBody({status: 'paused', q: ''}), {status: 'paused'});
  });

  it('are what a bulk action takes', () => {
    const criteria = criteriaOf({status: 'dropped'}, NOW);
    assert.equal(bulkBody(criteria), criteria);
    assert.deepEqual(bulkBody({}), {from: '1970-01-01T00:00:00.001Z'});
  });

  it('are said in words, each of them', () => {
    const all = {
      endpoint: 'ep_1',
      subscription: 'sub_1',
      objCode: 'TASK',
      eventType: 'UPDATE',
      objId: 't1',
      status: 'dropped',
      outcome: '5xx',
      from: '2026-11-18T11:00:00Z',
      to: '2026-11-18T12:00:00Z',
      endedFrom: '2026-11-18T11:00:00Z',
      endedTo: '2026-11-18T12:00:00Z',
    };
    assert.equal(criteriaText(all).length, Object.keys(all).length);
    assert.deepEqual(criteriaText({status: 'dropped', objId: 't1'}), ['status dropped', 'object t1']);
  });
});

describe('bulk actions', () => {
  it('are offered where they can take a message', () => {
    assert.deepEqual(actionsOf({}), ['retry', 'replay', 'cancel']);
    assert.deepEqual(actionsOf({status: 'waiting'}), ['retry', 'cancel']);
    assert.deepEqual(actionsOf({status: 'inFlight'}), ['cancel']);
    for (const status of ['delivered', 'dropped', 'cancelled']) assert.deepEqual(actionsOf({status}), ['replay']);
    assert.deepEqual(actionsOf({endedFrom: 'x'}), ['replay']);
    assert.deepEqual(actionsOf({outcome: 'failed', attemptedFrom: 'x'}), ['retry', 'cancel']);
    assert.deepEqual(actionsOf({status: 'dropped', attemptedFrom: 'x'}), ['replay']);
  });

  it('take what their status allows', () => {
    const waiting = {status: 'waiting', waitsFor: 'slot'};
    assert.equal(takes('retry', waiting), true);
    assert.equal(takes('cancel', waiting), true);
    assert.equal(takes('replay', waiting), false);
    assert.equal(takes('retry', {status: 'waiting', waitsFor: 'frozen'}), false);
    assert.equal(takes('retry', {status: 'waiting', waitsFor: 'order'}), false);
    assert.equal(takes('retry', {status: 'inFlight'}), false);
    assert.equal(takes('cancel', {status: 'inFlight'}), true);
    assert.equal(takes('replay', {status: 'dropped'}), true);
    assert.equal(takes('cancel', {status: 'dropped'}), false);
  });
});
