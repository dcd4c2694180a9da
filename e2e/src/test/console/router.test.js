import assert from 'node:assert/strict';
import {beforeEach, describe, it} from 'node:test';
import {session} from './console/api.js';
import {link, parse} from './console/router.js';

describe('addresses', () => {
  beforeEach(() => (session.customer = 'acme'));

  it('name the customer', () => {
    assert.equal(link('/'), '#/customers/acme');
    assert.equal(link('/endpoints/ep_1'), '#/customers/acme/endpoints/ep_1');
    assert.equal(link('/', {}, 'globex'), '#/customers/globex');
    assert.equal(link('/customers'), '#/customers');
  });

  it('omit empty values of the query', () => {
    assert.equal(
      link('/messages', {status: 'dropped', objId: '', from: null, to: undefined}),
      '#/customers/acme/messages?status=dropped',
    );
  });

  it('are read back as they were written', () => {
    const query = {objId: 'a b&c', from: '2026-01-01T00:00:00.000Z'};
    const here = parse(link('/events/' + encodeURIComponent('id/1'), query, 'a.b'));

    assert.equal(here.customer, 'a.b');
    assert.equal(here.route.page, 'event');
    assert.deepEqual(here.params, {id: 'id/1'});
    assert.deepEqual(here.query, query);
  });

  it('without a customer leave it open', () => {
    assert.deepEqual(pick(parse('#/endpoints/ep_1')), {page: 'endpoint', customer: null, path: '/endpoints/ep_1'});
    assert.deepEqual(pick(parse('')), {page: 'overview', customer: null, path: '/'});
    assert.deepEqual(pick(parse('#/customers')), {page: 'customers', customer: null, path: '/customers'});
    assert.deepEqual(pick(parse('#/customers/acme')), {page: 'overview', customer: 'acme', path: '/'});
  });

  it('that lead nowhere have no route', () => {
    assert.equal(parse('#/customers/acme/nowhere').route, null);
    assert.equal(parse('#/customers/acme/messages/%zz').params.id, '%zz');
  });

  const pick = ({route, customer, path}) => ({page: route?.page, customer, path});
});
