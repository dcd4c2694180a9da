// Calls to the public API and the console's own two calls, for the logged-in user.

/** An error response of the API (RFC 9457). */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || 'The server responded with status ' + status + '.');
    this.status = status;
    this.title = body.title || '';
    this.errors = body.errors || [];
  }

  /** The error of one field, without those of its parts. */
  of(pointer) {
    return this.errors.filter(e => e.pointer === pointer).map(e => e.detail).join(' ');
  }

  /** The error of one field, or of a part of it. */
  at(pointer) {
    const found = this.errors.filter(e => e.pointer === pointer || e.pointer.startsWith(pointer + '/'));
    return found.map(e => e.detail).join(' ');
  }
}

export const session = {who: null, customer: null};

export const events = new EventTarget();

/** The headers of a call about a customer; `*` stands for all in lists. */
export function headers(customer = session.customer) {
  const all = {'X-Posthorn-Console': '1'};
  if (session.who && session.who.key.customerId === '*' && customer) {
    all['X-Customer-Id'] = customer;
  }
  return all;
}

export async function call(method, path, body, options = {}) {
  const init = {method, headers: headers(options.customer), credentials: 'same-origin', signal: options.signal};
  if (body !== undefined) {
    init.headers['Content-Type'] = 'application/json';
    init.body = typeof body === 'string' ? body : JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch((path.startsWith('/console/') ? '' : '/api/v1') + path, init);
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    throw new Problem(0, {
      title: 'No connection',
      detail: 'The server is not responding. It may be restarting; this page retries automatically.',
    });
  }
  const text = await response.text();
  if (response.ok) return text ? JSON.parse(text) : null;
  let problem = {};
  try {
    problem = JSON.parse(text);
  } catch {
    // Not from Posthorn, for example a proxy's page: only the status is known.
  }
  if (response.status === 401 && path !== '/console/session') events.dispatchEvent(new Event('logged-out'));
  throw new Problem(response.status, problem);
}

export const get = (path, options) => call('GET', path, undefined, options);
export const post = (path, body) => call('POST', path, body);
export const put = (path, body) => call('PUT', path, body);
export const patch = (path, body) => call('PATCH', path, body);
export const remove = path => call('DELETE', path);

/** A path with its query; empty parameters are omitted. */
export function query(path, values) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, value);
  }
  const text = search.toString();
  return text ? path + '?' + text : path;
}

/** The settings of the server, of which there are never many; other lists are read by page. */
export async function settings(options) {
  const data = [];
  let cursor;
  do {
    const page = await get(query('/settings', {limit: 1000, cursor}), options);
    data.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor);
  return data;
}

export const mayManage = () => ['admin', 'manager'].includes(session.who?.key.role);
export const mayAdminister = () => session.who?.key.role === 'admin';
export const seesAllCustomers = () => session.who?.key.customerId === '*';
