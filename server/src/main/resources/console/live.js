// The stream of change notices. It uses fetch, because EventSource cannot send the header that
// names the customer.
import {headers, events as sessionEvents} from './api.js';

const SILENCE = 25_000; // the server sends a heartbeat every 10 s
const LONGEST_PAUSE = 15_000;

export const live = new EventTarget();
let state = 'connecting';
let stopper = null;

export const liveState = () => state;

function become(next) {
  if (state !== next) {
    state = next;
    live.dispatchEvent(new Event('state'));
  }
}

export function stopLive() {
  stopper?.abort();
  stopper = null;
}

export function startLive() {
  stopLive();
  const own = new AbortController();
  stopper = own;
  run(own.signal);
}

async function run(signal) {
  let pause = 1_000;
  become('connecting');
  while (!signal.aborted) {
    try {
      await listen(signal, () => (pause = 1_000));
    } catch {
      // Handled below: the page shows that it is not live, and reconnects.
    }
    if (signal.aborted) return;
    become('reconnecting');
    await new Promise(resolve => setTimeout(resolve, pause));
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  }
}

async function listen(signal, onData) {
  const line = new AbortController();
  const end = () => line.abort();
  signal.addEventListener('abort', end, {once: true});
  let watch = setTimeout(end, SILENCE);
  try {
    const response = await fetch('/console/live', {
      headers: headers(),
      credentials: 'same-origin',
      signal: line.signal,
    });
    if (response.status === 401) {
      sessionEvents.dispatchEvent(new Event('logged-out'));
      return;
    }
    if (!response.ok) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(end, SILENCE);
      onData();
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop();
      blocks.forEach(take);
    }
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', end);
  }
}

function take(block) {
  const name = /^event: (.*)$/m.exec(block)?.[1];
  const data = /^data: (.*)$/m.exec(block)?.[1];
  if (name === 'hello') {
    become('live');
    live.dispatchEvent(new CustomEvent('change', {detail: {all: true, endpoints: [], changes: []}}));
  } else if (name === 'change') {
    live.dispatchEvent(new CustomEvent('change', {detail: JSON.parse(data)}));
  }
}
