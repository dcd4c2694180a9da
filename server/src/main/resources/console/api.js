// Calls of the public API, and of the console's own two, in the name of whoever is logged in.

/** What the API says is wrong, as RFC 9457 has it. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || 'The server answered ' + status + '.');
    this.status = status;
    this.title = body.title || '';
    this.errors = body.errors || [];
  }

  /** What is wrong with one field, or with a part of it. */
  at(pointer) {
    const found = this.errors.filter(e => e.pointer === pointer || e.pointer.startsWith(pointer + '/'));
    return found.map(e => e.detail).join(' ');
  }
}

export const session = {who: null, customer: null};

export const events = new EventTarget();

export function headers() {
  const all = {'X-Posthorn-Console': '1'};
  if (session.who && session.who.key.customerId === '*' && session.customer) {
    all['X-Customer-Id'] = session.customer;
  }
  return all;
}

export async function call(method, path, body, options = {}) {
  const init = {method, headers: headers(), credentials: 'same-origin', signal: options.signal};
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
      detail: 'The server does not answer. It may be restarting: this page tries again by itself.',
    });
  }
  const text = await response.text();
  if (response.ok) return text ? JSON.parse(text) : null;
  let problem = {};
  try {
    problem = JSON.parse(text);
  } catch {
    // Not ours, then: a proxy's page, say. The status has to do.
  }
  if (response.status === 401 && path !== '/console/session') events.dispatchEvent(new Event('logged-out'));
  throw new Problem(response.status, problem);
}

export const get = (path, options) => call('GET', path, undefined, options);
export const post = (path, body) => call('POST', path, body);
export const put = (path, body) => call('PUT', path, body);
export const patch = (path, body) => call('PATCH', path, body);
export const remove = path => call('DELETE', path);

/** A path with what is asked behind it; what is empty is left out. */
export function query(path, values) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, value);
  }
  const text = search.toString();
  return text ? path + '?' + text : path;
}

export const mayManage = () => ['admin', 'manager'].includes(session.who?.key.role);
export const mayAdminister = () => session.who?.key.role === 'admin';
export const seesAllCustomers = () => session.who?.key.customerId === '*';
