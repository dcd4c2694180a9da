// Routes in the URL fragment: every page can be shared, and the server needs no routes. An address
// names its customer: #/customers/acme/messages. One without a customer means the current one.
import {session} from './api.js';

export const routes = [
  {path: '/', page: 'overview', title: 'Overview', nav: 'overview'},
  {path: '/endpoints', page: 'endpoints', title: 'Endpoints', nav: 'endpoints'},
  {path: '/endpoints/:id', page: 'endpoint', title: 'Endpoint', nav: 'endpoints'},
  {path: '/messages', page: 'messages', title: 'Messages', nav: 'messages'},
  {path: '/messages/:id', page: 'message', title: 'Message', nav: 'messages'},
  {path: '/subscriptions', page: 'subscriptions', title: 'Subscriptions', nav: 'subscriptions'},
  {path: '/subscriptions/:id', page: 'subscription', title: 'Subscription', nav: 'subscriptions'},
  {path: '/events', page: 'events', title: 'Events', nav: 'events'},
  {path: '/events/:id', page: 'event', title: 'Event', nav: 'events'},
  {path: '/keys', page: 'keys', title: 'Keys', nav: 'keys'},
  {path: '/customers', page: 'customers', title: 'Customers', nav: 'customers'},
  {path: '/audit', page: 'audit', title: 'Audit', nav: 'audit'},
  {path: '/settings', page: 'settings', title: 'Settings', nav: 'settings'},
];

const ALL_CUSTOMERS = '/customers';

/** The current address: its customer, if it names one, and the page below it. */
export const current = () => parse(location.hash);

export function parse(hash) {
  const [address, search] = (hash.replace(/^#/, '') || '/').split('?');
  const [, name, rest] = /^\/customers\/([^/]+)(\/.*)?$/.exec(address) || [];
  const customer = name === undefined ? null : decode(name);
  const path = name === undefined ? address : rest || '/';
  const query = Object.fromEntries(new URLSearchParams(search || ''));
  for (const route of routes) {
    const params = match(route.path, path);
    if (params) return {route, params, query, path, customer};
  }
  return {route: null, params: {}, query, path, customer};
}

/** Returns whether an address is about one customer and should name it. */
export const isOfCustomer = path => path !== ALL_CUSTOMERS;

function match(pattern, path) {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return null;
  const params = {};
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i].startsWith(':')) params[wanted[i].slice(1)] = decode(parts[i]);
    else if (wanted[i] !== parts[i]) return null;
  }
  return params;
}

/** An address may come from anywhere, so a stray % must not break the page. */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a page of a customer; empty values of the query are omitted. */
export function link(path, query = {}, customer = session.customer) {
  const search = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
  const text = search.toString();
  const owner = isOfCustomer(path) && customer ? '/customers/' + encodeURIComponent(customer) : '';
  return '#' + owner + (owner && path === '/' ? '' : path) + (text ? '?' + text : '');
}

export function go(path, query) {
  location.hash = link(path, query);
}

/** Changes the query of the current page without a history entry. */
export function setQuery(query) {
  const {path} = current();
  history.replaceState(history.state, '', link(path, query));
  dispatchEvent(new HashChangeEvent('hashchange'));
}
