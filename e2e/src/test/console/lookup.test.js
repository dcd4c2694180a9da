import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {codesOf, find, kindOf} from './console/lookup.js';

const NOTHING = {data: [], nextCursor: null};
const ENDPOINT = 'ep_3RM97XJFC09KP8G3TV2X55MEYD';

/** An API that knows some paths; it records all calls. */
function api(known) {
  const calls = [];
  const get = async (path, values) => {
    calls.push({path, values});
    const found = known[path];
    if (typeof found === 'function') return found(values || {});
    return found ?? (/s$/.test(path) ? NOTHING : null);
  };
  return {get, calls};
}

describe('a text names', () => {
  it('a thing by the prefix of its id', () => {
    assert.equal(kindOf('msg_01M7JVFJD20000000001C1B1AA1'), 'message');
    assert.equal(kindOf(ENDPOINT), 'endpoint');
    assert.equal(kindOf('rpl_0123456789ABC'), 'job');
    assert.equal(kindOf('order-17'), null);
    assert.equal(kindOf('ep_short'), null);
  });

  it('codes of events', () => {
    assert.deepEqual(codesOf('TASK.UPDATE')[0], {objCode: 'TASK', eventType: 'UPDATE'});
    assert.deepEqual(codesOf('TASK'), [{objCode: 'TASK'}, {eventType: 'TASK'}]);
    assert.deepEqual(codesOf('task 1'), []);
  });

  it('codes with dots, wherever the object code may end', () => {
    assert.deepEqual(codesOf('shop.order.paid'), [
      {objCode: 'shop', eventType: 'order.paid'},
      {objCode: 'shop.order', eventType: 'paid'},
      {objCode: 'shop.order.paid'},
      {eventType: 'shop.order.paid'},
    ]);
    assert.deepEqual(codesOf('.a'), []);
    assert.deepEqual(codesOf('a.b.c.d.e'), [], 'no more than five calls');
  });
});

describe('the search', () => {
  it('opens a thing by its id in any case, with one call', async () => {
    const {get, calls} = api({['/endpoints/' + ENDPOINT]: {id: ENDPOINT, url: 'https://a.example/', status: 'frozen', lastError: {status: 503}}});

    const found = await find(ENDPOINT.toLowerCase(), get);

    assert.deepEqual(found, [
      {kind: 'Endpoint', title: 'https://a.example/', detail: 'frozen, last error: 503', path: '/endpoints/' + ENDPOINT},
    ]);
    assert.equal(calls.length, 1);
  });

  it('finds a key by the id that the audit log shows', async () => {
    const id = 'key_2V3W9F0FVDY32Y85C00CD23V0J';
    const {get, calls} = api({['/keys/' + id]: {id, name: 'shop', role: 'producer', customerId: '*', prefix: 'phk_6SSAGNTG'}});

    assert.deepEqual(await find(id, get), [
      {kind: 'Key', title: 'shop', detail: 'producer for all customers, phk_6SSAGNTG…', path: '/keys', query: {id}},
    ]);
    assert.equal(calls.length, 1);
  });

  it('finds events of an object, unmatched ones too', async () => {
    const event = {id: 'e1', objCode: 'TASK', eventType: 'UPDATE', objId: 'task-17', messages: []};
    const {get, calls} = api({'/events': values => (values.objId === 'task-17' ? {data: [event], nextCursor: null} : NOTHING)});

    const found = await find('task-17', get);

    assert.deepEqual(found.map(f => f.title), ['TASK.UPDATE task-17', 'Events of object task-17', 'Messages of object task-17']);
    assert.equal(found[0].detail, 'e1, no match');
    assert.deepEqual(found[1].query, {objId: 'task-17'});
    assert.ok(calls.every(c => !c.values || c.values.limit <= 5), 'every list is short');
  });

  it('finds an event by its id', async () => {
    const {get} = api({'/events/order-17': {id: 'order-17', objCode: 'ORDER', eventType: 'UPDATE', objId: null, messages: [{}]}});

    assert.deepEqual((await find('order-17', get)).map(f => f.path), ['/events/order-17']);
  });

  it('finds endpoints and subscriptions by a part of the URL, and says if there are more', async () => {
    const endpoint = {id: ENDPOINT, url: 'https://shop.example/hook', status: 'enabled', lastError: null};
    const subscription = {id: 'sub_1', description: null, objCode: 'A', eventType: 'B', url: 'https://shop.example/hook'};
    const {get} = api({
      '/endpoints': {data: [endpoint], nextCursor: 'more'},
      '/subscriptions': {data: [subscription], nextCursor: null},
    });

    const found = await find('shop.example/hook', get);

    assert.deepEqual(found.map(f => f.kind), ['Endpoint', 'Endpoints', 'Subscription']);
    assert.deepEqual(found[1].query, {q: 'shop.example/hook'});
  });

  it('leads to the events and messages of a type', async () => {
    const {get} = api({'/events': values => (values.objCode === 'TASK' && values.eventType === 'UPDATE' ? {data: [{}], nextCursor: null} : NOTHING)});

    const found = await find('TASK.UPDATE', get);

    assert.deepEqual(found.map(f => [f.path, f.query]), [
      ['/events', {objCode: 'TASK', eventType: 'UPDATE'}],
      ['/messages', {objCode: 'TASK', eventType: 'UPDATE'}],
    ]);
  });

  it('leads to the events of a type with dots', async () => {
    const {get} = api({'/events': values => (values.eventType === 'order.paid' && !values.objCode ? {data: [{}], nextCursor: null} : NOTHING)});

    const found = await find('order.paid', get);

    assert.deepEqual(found.map(f => [f.title, f.query]), [
      ['Events with event type order.paid', {eventType: 'order.paid'}],
      ['Messages with event type order.paid', {eventType: 'order.paid'}],
    ]);
  });

  it('offers to keep searching where a bounded call found nothing so far', async () => {
    const {get} = api({'/events': values => (values.objId ? {data: [], nextCursor: 'further'} : NOTHING)});

    const found = await find('task 17', get);

    assert.deepEqual(found.map(f => f.path), ['/events', '/messages']);
    assert.match(found[0].detail, /keep searching/);
  });

  it('opens the messages of a bulk job', async () => {
    const {get} = api({'/replays/rpl_0123456789ABC': {finished: true, taken: 3, examined: 9, status: 'dropped', endpoint: ENDPOINT}});

    const [job] = await find('rpl_0123456789ABC', get);

    assert.equal(job.path, '/messages');
    assert.equal(job.query.status, 'dropped');
    assert.equal(job.query.endpoint, ENDPOINT);
  });

  it('finds nothing', async () => {
    assert.deepEqual(await find('nothing of the kind', api({}).get), []);
    assert.deepEqual(await find('msg_1', api({}).get), []);
  });
});
