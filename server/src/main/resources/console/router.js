// Routes in the URL fragment: every page can be shared, and the server needs no routes.
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
  {path: '/keys', page: 'keys', title: 'Keys', nav: 'keys', needs: 'admin'},
  {path: '/customers', page: 'customers', title: 'Customers', nav: 'customers', needs: 'all'},
  {path: '/audit', page: 'audit', title: 'Audit', nav: 'audit', needs: 'admin'},
  {path: '/settings', page: 'settings', title: 'Settings', nav: 'settings'},
];

export function current() {
  const hash = location.hash.slice(1) || '/';
  const [path, search] = hash.split('?');
  const query = Object.fromEntries(new URLSearchParams(search || ''));
  for (const route of routes) {
    const params = match(route.path, path);
    if (params) return {route, params, query, path};
  }
  return {route: null, params: {}, query, path};
}

function match(pattern, path) {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return null;
  const params = {};
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i].startsWith(':')) params[wanted[i].slice(1)] = decodeURIComponent(parts[i]);
    else if (wanted[i] !== parts[i]) return null;
  }
  return params;
}

export function link(path, query = {}) {
  const search = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
  const text = search.toString();
  return '#' + path + (text ? '?' + text : '');
}

export function go(path, query) {
  location.hash = link(path, query);
}

/** Changes the query of the current page without a history entry. */
export function setQuery(query) {
  const {path} = current();
  history.replaceState(null, '', link(path, query));
  dispatchEvent(new HashChangeEvent('hashchange'));
}
