import {html} from '../lib.js';
import {badge} from './badge.js';
import {icon} from './icon.js';
import {plain} from './json.js';
import {problem} from './states.js';
import {outcome, span} from '../format.js';

/** The result of a test request: none yet, 'busy', a problem, or the response. */
export function testResult(p, close) {
  if (!p) return '';
  if (p === 'busy')
    return html`
      <section class="panel" role="status">Sending a test request…</section>
    `;
  if (p.status !== undefined && p.title !== undefined) return problem(p);
  return html`
    <section class="panel" role="status">
      <header>
        <h2>Test request</h2>
        ${badge(p.success ? 'delivered' : 'failed')}
        <span class="grow">
          ${outcome(p)}
          <span class="muted">within ${span(p.durationMillis)}</span>
        </span>
        <button type="button" class="plain" aria-label="Close" @click=${() => close()}>
          ${icon('cross', 14)}
        </button>
      </header>
      ${
        p.detail
          ? html`
              <p>${p.detail}</p>
            `
          : ''
      }${
        p.response
          ? plain(p.response)
          : html`
              <p class="muted">No response body.</p>
            `
      }
    </section>
  `;
}
