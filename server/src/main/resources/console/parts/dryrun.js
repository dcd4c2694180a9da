import {LitElement, html} from '../lib.js';
import {post} from '../api.js';
import {readJson} from '../jsontext.js';
import {link} from '../router.js';
import {area} from './field.js';
import {when} from './time.js';
import {verdicts} from './verdicts.js';
import {problem} from './states.js';
import {plural} from '../format.js';

const PAUSE = 250;

/** A dry run of a draft subscription on recent events or a pasted one; reruns on every edit. */
class DryRun extends LitElement {
  static properties = {
    draft: {},
    pasted: {state: true},
    result: {state: true},
    failure: {state: true},
    mode: {state: true},
  };

  constructor() {
    super();
    this.mode = 'recent';
  }

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    if (changed.has('draft') || changed.has('pasted') || changed.has('mode')) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.run(), PAUSE);
    }
  }

  async run() {
    const body = {subscription: this.draft};
    if (this.mode === 'pasted') {
      const {value, wrong} = readJson(this.pasted || '', 'object');
      if (wrong) {
        this.latest = null;
        this.result = null;
        this.failure = null;
        return;
      }
      body.event = value;
    }
    const mine = (this.latest = {});
    let wrong = null;
    try {
      const result = await post('/subscriptions/dryRun', body);
      if (this.latest !== mine) return;
      this.result = result;
    } catch (e) {
      if (this.latest !== mine) return;
      wrong = e;
    }
    this.failure = wrong;
    this.dispatchEvent(new CustomEvent('checked', {detail: wrong}));
  }

  /** The pasted event, with the position of its first error, or the error of the server about its fields. */
  paste() {
    const unreadable = this.pasted ? readJson(this.pasted, 'object').wrong : '';
    return area('pasted', 'Event as JSON', this.pasted, {
      rows: 7,
      placeholder: '{"objCode": "TASK", "eventType": "UPDATE", "newState": {"status": "INP"}}',
      hint: 'An object with objCode, eventType and newState; oldState, objId and the other fields of an event are optional.',
      wrong: unreadable || this.failure?.at('/event') || '',
      onInput: e => (this.pasted = e.target.value),
    });
  }

  render() {
    const matched = this.result?.data.filter(v => v.matches).length;
    return html`
      <div class="row">
        <div class="chips grow" role="group" aria-label="Events to compare with">
          <button
            type="button"
            aria-pressed=${this.mode === 'recent' ? 'true' : 'false'}
            @click=${() => (this.mode = 'recent')}
          >
            Recent events
          </button>
          <button
            type="button"
            aria-pressed=${this.mode === 'pasted' ? 'true' : 'false'}
            @click=${() => (this.mode = 'pasted')}
          >
            Pasted event
          </button>
        </div>
      </div>
      ${this.mode === 'pasted' ? this.paste() : ''}
      ${
        this.failure
          ? this.trouble()
          : this.result
            ? html`
                <p class="small muted" role="status">
                  ${matched} of ${this.mode === 'recent' ? 'the last ' : ''}${plural(this.result.data.length, 'event')} would match.
                </p>
                ${
                  this.result.data.length
                    ? verdicts(
                        this.result.data,
                        v => html`
                          <span class="tag">${v.objCode}.${v.eventType}</span>
                          ${
                            this.mode === 'recent'
                              ? html`
                                  <a href=${link('/events/' + encodeURIComponent(v.id))}>
                                    ${v.objId || v.id}
                                  </a>
                                  <span class="muted small">${when(v.acceptedAt)}</span>
                                `
                              : v.objId || ''
                          }
                          ${v.orderingKey ? html`<span class="muted small">in the order of ${v.orderingKey}</span>` : ''}
                        `,
                      )
                    : html`
                        <p class="muted">No stored events yet; paste one.</p>
                      `
                }
              `
            : ''
      }
      <p class="muted small">
        Compares the codes, object id and filters with ${this.mode === 'recent' ? 'the last 20 events' : 'the pasted event'}.
        Stores and sends nothing: the URL, its receiver, limits and pauses are not tried.
      </p>
    `;
  }

  trouble() {
    if (this.mode === 'pasted' && this.failure.at('/event')) return '';
    return this.failure.errors.some(e => e.pointer.startsWith('/subscription'))
      ? html`
          <p class="muted">Fix the marked fields first.</p>
        `
      : problem(this.failure);
  }
}
customElements.define('ph-dry-run', DryRun);
