import {html} from '../lib.js';
import {percent} from '../format.js';

/** An endpoint's distance to a rule. */
export const rule = r => html`
  <div class="meter">
    <div class="row">
      <strong class="grow">${r.rule === 'frozen' ? 'Frozen' : 'Disabled'}</strong>
      <span class="small">${percent(r.share)}</span>
    </div>
    <span class="small">${r.needs}</span>
    <span class="small muted">Now: ${r.now}</span>
    <div
      class="bar"
      role="meter"
      aria-label="Distance to ${r.rule}"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.round(r.share * 100)}
    >
      <i
        class=${r.share >= 1 ? 'bad' : r.share >= 0.8 ? 'warn' : ''}
        .style=${'width:' + r.share * 100 + '%'}
      ></i>
    </div>
  </div>
`;
