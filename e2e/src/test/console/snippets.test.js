import assert from 'node:assert/strict';
import {spawn, spawnSync} from 'node:child_process';
import {createHmac, randomBytes} from 'node:crypto';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {SNIPPETS} from './console/snippets.js';

const SECRET = 'whsec_' + randomBytes(32).toString('base64');
const NEEDS = {
  node: ['node', ['--version']],
  python: ['python3', ['--version']],
  go: ['go', ['version']],
  java: ['java', ['--version']],
};

const freePort = () =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const {port} = server.address();
      server.close(() => resolve(port));
    });
  });

function signed(body, {time = Math.floor(Date.now() / 1000), secret = SECRET} = {}) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const digest = createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64');
  return {'webhook-id': 'msg_1', 'webhook-timestamp': String(time), 'webhook-signature': 'v1,' + digest};
}

async function post(port, body, headers) {
  const response = await fetch(`http://127.0.0.1:${port}/`, {method: 'POST', body, headers});
  return response.status;
}

/** Waits until a receiver listens; compilers take their time. */
async function listening(port, process) {
  const end = Date.now() + 120_000;
  while (Date.now() < end && process.exitCode === null) {
    const up = await post(port, '', {}).catch(() => 0);
    if (up) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error('The receiver does not listen.');
}

describe('a receiver of the console accepts signed requests only', () => {
  for (const snippet of SNIPPETS) {
    const [command, probe] = NEEDS[snippet.key];
    const missing = spawnSync(command, probe).status !== 0;
    it(snippet.name, {skip: missing && command + ' is not installed'}, async () => {
      const directory = mkdtempSync(join(tmpdir(), 'posthorn-receiver-'));
      writeFileSync(join(directory, snippet.file), snippet.code);
      const port = await freePort();
      const [program, ...parameters] = snippet.start.split(' ');
      const receiver = spawn(program, parameters, {
        cwd: directory,
        detached: true, // so that what `go run` starts ends with it
        env: {...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port)},
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      try {
        await listening(port, receiver);
        const body = '{"name": "Zoë"}';
        const headers = signed(body);
        const other = 'whsec_' + randomBytes(32).toString('base64');
        assert.equal(await post(port, body, headers), 202);
        assert.equal(await post(port, body + ' ', headers), 401, 'another body');
        assert.equal(await post(port, body, signed(body, {secret: other})), 401, 'another secret');
        assert.equal(await post(port, body, signed(body, {time: 1_000_000_000})), 401, 'an old request');
        assert.equal(await post(port, body, {...headers, 'webhook-timestamp': 'now'}), 401, 'no time');
        assert.equal(await post(port, body, {}), 401, 'no signature');
        const rotated = signed(body, {secret: other})['webhook-signature'] + ' ' + headers['webhook-signature'];
        assert.equal(await post(port, body, {...headers, 'webhook-signature': rotated}), 202, 'during a rotation');
      } finally {
        process.kill(-receiver.pid);
        rmSync(directory, {recursive: true, force: true});
      }
    });
  }
});
