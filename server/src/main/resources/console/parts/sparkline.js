import {html, svg} from '../lib.js';

const GROUP = 2;

/** A sparkline of an endpoint's last hour: deliveries above the line, failures below. */
export function sparkline({delivered, failed}) {
  const up = grouped(delivered);
  const down = grouped(failed);
  const most = Math.max(1, ...up, ...down);
  const width = 120 / up.length;
  const height = value => (value ? Math.max(1.5, (value / most) * 12) : 0);
  const sum = list => list.reduce((a, b) => a + b, 0);
  return html`
    <svg
      class="spark"
      viewBox="0 0 120 26"
      role="img"
      aria-label="Last hour: ${sum(delivered)} delivered, ${sum(failed)} failed"
    >
      <rect class="base" x="0" y="12.5" width="120" height="1"></rect>
      ${up.map((v, i) => svg`<rect class="fill-good" x=${i * width} y=${12.5 - height(v)} width=${width - 0.8} height=${height(v)}/>`)}
      ${down.map((v, i) => svg`<rect class="fill-bad" x=${i * width} y=${13.5} width=${width - 0.8} height=${height(v)}/>`)}
    </svg>
  `;
}

function grouped(values) {
  const sums = [];
  for (let i = 0; i < values.length; i += GROUP) sums.push(values[i] + (values[i + 1] || 0));
  return sums;
}
