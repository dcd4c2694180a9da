// Calls as curl commands, for a terminal.

const quote = text => "'" + String(text).replaceAll("'", "'\\''") + "'";

/** A call of the API; the key comes from the environment. */
export function apiCall({origin, method = 'GET', path, customer, body}) {
  const parts = ['curl'];
  if (method !== 'GET') parts.push('-X ' + method);
  parts.push(quote(origin + '/api/v1' + path), '-H "Authorization: Bearer $POSTHORN_KEY"');
  if (customer) parts.push('-H ' + quote('X-Customer-Id: ' + customer));
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", '-d ' + quote(JSON.stringify(body)));
  return parts.join(' \\\n  ');
}

/** The request of an attempt; headers with masked values are omitted. */
export function webhook({url, headers, payload}) {
  const shown = Object.entries(headers).filter(([, value]) => !String(value).includes('****'));
  return [
    'curl -X POST ' + quote(url),
    ...shown.map(([name, value]) => '-H ' + quote(name + ': ' + value)),
    '-d ' + quote(JSON.stringify(payload)),
  ].join(' \\\n  ');
}
