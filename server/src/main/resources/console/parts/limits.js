import {LitElement, html} from '../lib.js';
import {mayManage, patch} from '../api.js';
import {select, text, values} from './field.js';
import {problem} from './states.js';
import {showToast} from './toast.js';
import {when} from './time.js';
import {plural} from '../format.js';

const words = value => value.split(/[\s,]+/).filter(Boolean);

/** An endpoint's own retry policy as text: its offsets, or its unit and limit. */
const retryText = retry =>
  !retry ? '' : retry.schedule ? retry.schedule.join(', ') : retry.unit + ' x ' + retry.limit;

function retryOf(value) {
  const doubling = /^\s*(\S+)\s*x\s*(\d+)\s*$/.exec(value);
  if (doubling) return {unit: doubling[1], limit: Number(doubling[2])};
  return words(value).length ? {schedule: words(value)} : null;
}

/** The form of an endpoint's limits, retries, final statuses and static headers. */
class Limits extends LitElement {
  static properties = {endpoint: {}, failure: {state: true}, busy: {state: true}};

  createRenderRoot() {
    return this;
  }

  async save(event) {
    event.preventDefault();
    const form = event.target;
    const v = values(form);
    const whole = value => (value === '' ? null : Number(value));
    const change = {
      maxInFlight: whole(v.maxInFlight),
      maxPerSecond: whole(v.maxPerSecond),
      timeout: v.timeout || null,
    };
    if (v.retry.trim() !== retryText(this.endpoint.retry)) change.retry = retryOf(v.retry);
    if (v.finalStatuses.trim() !== this.endpoint.finalStatuses.join(', '))
      change.finalStatuses = words(v.finalStatuses).map(Number);
    if (this.endpoint.finalStatuses.length) change.countFinal = v.countFinal === 'yes';
    if (v.signatures !== this.endpoint.auth.signatures.join(' '))
      change.auth = {signatures: v.signatures.split(' ')};
    if (v.headerName) change.headers = {[v.headerName]: v.headerValue || null};
    this.busy = true;
    try {
      await patch('/endpoints/' + this.endpoint.id, change);
      this.failure = null;
      form.headerName.value = form.headerValue.value = ''; // the other fields show what is set
      showToast('Saved; applies from the next attempt');
      this.dispatchEvent(new Event('changed'));
    } catch (e) {
      this.failure = e;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const e = this.endpoint;
    const off = !mayManage();
    const wrong = p => this.failure?.at(p) || '';
    const headers = Object.keys(e.headers);
    return html`
      <dl class="facts">
        <div>
          <dt>In-flight limit now</dt>
          <dd>${plural(e.inFlightLimit, 'request')}</dd>
        </div>
        <div>
          <dt>Retry-After until</dt>
          <dd>
            ${
              e.retryAfterUntil && new Date(e.retryAfterUntil) > new Date()
                ? when(e.retryAfterUntil)
                : html`
                    <span class="muted">not now</span>
                  `
            }
          </dd>
        </div>
      </dl>
      <form @submit=${this.save}>
        <div class="form">
          ${text('maxInFlight', 'Max in flight', e.maxInFlight, {type: 'number', placeholder: 'server default', disabled: off, wrong: wrong('/maxInFlight')})}
          ${text('maxPerSecond', 'Max per second', e.maxPerSecond, {type: 'number', placeholder: 'no limit', disabled: off, wrong: wrong('/maxPerSecond')})}
          ${text('timeout', 'Timeout', e.timeout, {placeholder: 'server default', disabled: off, hint: 'Such as 5s; at most 30s.', wrong: wrong('/timeout')})}
          ${text('retry', 'Retries', retryText(e.retry), {placeholder: 'server default', disabled: off, hint: 'Offsets from acceptance, such as 5s, 30s, 2m. Or 30s x 8: eight retries, the first after 30s, each delay twice the one before.', wrong: wrong('/retry')})}
          ${text('finalStatuses', 'Final statuses', e.finalStatuses.join(', '), {placeholder: 'none', disabled: off, hint: 'Not retried, such as 400, 410, 413. A 410 also pauses the endpoint.', wrong: wrong('/finalStatuses')})}
          ${e.finalStatuses.length ? select('countFinal', 'Final statuses count for the circuit', e.countFinal ? 'yes' : 'no', [['yes', 'yes'], ['no', 'no']], {disabled: off}) : ''}
          ${select(
            'signatures',
            'Signatures',
            e.auth.signatures.join(' '),
            [
              ['v1', 'v1 (shared secret)'],
              ['v1a', 'v1a (public key)'],
              ['v1 v1a', 'both'],
            ],
            {disabled: off, hint: e.auth.publicKey ? 'Public key: ' + e.auth.publicKey : '', wrong: wrong('/auth/signatures')},
          )}
          <div class="field">
            <span class="label">Static headers</span>
            <span>
              ${
                headers.length
                  ? headers.map(
                      h => html`
                        <span class="tag">${h}: ****</span>
                      `,
                    )
                  : html`
                      <span class="muted">none</span>
                    `
              }
            </span>
          </div>
          ${
            off
              ? ''
              : html`
                  ${text('headerName', 'Header name', '', {placeholder: 'X-Api-Key', wrong: wrong('/headers')})}
                  ${text('headerValue', 'Header value', '', {type: 'password', autocomplete: 'new-password', hint: 'An empty value removes the header.'})}
                `
          }
        </div>
        ${this.failure && !this.failure.errors.length ? problem(this.failure) : ''}
        ${
          off
            ? ''
            : html`
                <div class="actions"><button type="submit" ?disabled=${this.busy}>Save limits</button></div>
              `
        }
      </form>
    `;
  }
}
customElements.define('ph-limits', Limits);
