import {html} from '../lib.js';
import {get, mayManage, post} from '../api.js';
import {setQuery, link} from '../router.js';
import {Page} from '../parts/page.js';
import {endpointBadge} from '../parts/badge.js';
import {Paged} from '../parts/pages.js';
import {circuit} from '../parts/circuit.js';
import {copyable} from '../parts/copy.js';
import {curlButton} from '../parts/curl.js';
import {icon} from '../parts/icon.js';
import {lastErrorPanel} from '../parts/lasterror.js';
import {latencyChart, latencyText, outcomesChart, rangeChips, series} from '../parts/ranges.js';
import {FAILED_IN_WINDOW, FAILED_SINCE_SUCCESS, failedInWindow, failedSinceSuccess} from '../parts/failures.js';
import {rule} from '../parts/rule.js';
import {when} from '../parts/time.js';
import {more} from '../parts/states.js';
import {confirm, open} from '../parts/dialog.js';
import {showToast} from '../parts/toast.js';
import {number, percent, plural} from '../format.js';
import '../parts/bulk.js';
import '../parts/limits.js';
import '../parts/receiverauth.js';
import '../parts/secret.js';

class EndpointPage extends Page {
  subscriptions = new Paged(this, '/subscriptions', 20);

  async load(options) {
    const {id} = this.params;
    const range = this.query.range || '1h';
    const path = '/endpoints/' + encodeURIComponent(id);
    const [endpoint, history, stats, subscriptions] = await Promise.all([
      get(path, options),
      get(path + '/history?limit=200', options),
      series(range, id, options),
      this.subscriptions.load({endpoint: id}, options),
    ]);
    return {endpoint, history: history.data, stats, range, subscriptions};
  }

  concerned(detail) {
    return detail.moreEndpoints || detail.endpoints.includes(this.params.id);
  }

  title() {
    return html`
      <div class="head"><h1>Endpoint</h1></div>
    `;
  }

  async act(action, done) {
    await post('/endpoints/' + encodeURIComponent(this.params.id) + '/' + action);
    showToast(done);
    this.refresh();
  }

  enable() {
    confirm({
      title: 'Enable this endpoint?',
      action: 'Enable',
      run: () => this.act('enable', 'Enabled'),
      text: 'Resets its failure counts and sends its due messages, within the in-flight limit.',
    });
  }

  pause() {
    confirm({
      title: 'Pause this endpoint?',
      action: 'Pause',
      danger: true,
      run: () => this.act('pause', 'Paused'),
      text: 'It gets no requests, not even probes, until you enable it. Its messages are held; those still held at their last slot are dropped.',
    });
  }

  resume() {
    confirm({
      title: 'Resume this endpoint?',
      action: 'Resume',
      run: () => this.act('resume', 'Resumed'),
      text: 'Ends the pause and changes nothing else: a disabled or frozen circuit stays as it is, until a probe succeeds or you enable it.',
    });
  }

  bulk(action, status) {
    open('ph-bulk', {action, criteria: {endpoint: this.params.id, status}, done: () => this.refresh()});
  }

  actions(e) {
    const tripped = e.status !== 'enabled';
    return html`
      <button
        type="button"
        class=${tripped ? 'primary' : ''}
        ?disabled=${!tripped && !e.paused}
        title=${e.paused && tripped ? 'Closes the circuit and ends the pause.' : ''}
        @click=${this.enable}
      >
        ${icon('check', 14)}Enable
      </button>
      ${
        e.paused
          ? html`
              <button type="button" class=${tripped ? '' : 'primary'} @click=${this.resume}>
                ${icon('plane', 14)}Resume
              </button>
            `
          : html`
              <button type="button" @click=${this.pause}>${icon('pause', 14)}Pause</button>
            `
      }
      <button type="button" @click=${() => this.bulk('retry', 'waiting')}>
        ${icon('clock', 14)}Retry waiting…
      </button>
      <button type="button" @click=${() => this.bulk('replay', 'dropped')}>
        ${icon('replay', 14)}Replay dropped…
      </button>
    `;
  }

  view({endpoint: e, history, stats, range, subscriptions}) {
    return html`
      <div class="head">
        <div class="grow">
          <a class="crumb" href=${link('/endpoints')}>Endpoints</a>
          <h1 class="break">${e.url}</h1>
          <div class="row">${endpointBadge(e)}${copyable(e.id)}</div>
        </div>
        <div class="row">${mayManage() ? this.actions(e) : ''}${curlButton('/endpoints/' + e.id)}</div>
      </div>
      <div class="stack">
        ${lastErrorPanel(e.lastError)}
        <section class="panel">
          <dl class="facts">
            <div>
              <dt>Failure rate, 48 h</dt>
              <dd>
                <a href=${failedInWindow(e)} title=${FAILED_IN_WINDOW}>
                  ${e.window.attempts ? percent(e.window.failureRate) + ' of ' + number(e.window.attempts) : 'no attempts'}
                </a>
              </dd>
            </div>
            <div>
              <dt>Consecutive failures</dt>
              <dd>
                <a href=${failedSinceSuccess(e)} title=${FAILED_SINCE_SUCCESS}>${number(e.consecutiveFailures)}</a>
              </dd>
            </div>
            <div>
              <dt>Waiting</dt>
              <dd>
                <a href=${link('/messages', {endpoint: e.id, status: 'waiting'})}>
                  ${number(e.waiting.first)} first, ${plural(e.waiting.retry, 'retry', 'retries')}${
                    e.waiting.order ? `, ${number(e.waiting.order)} in order` : ''
                  }
                </a>
              </dd>
            </div>
            <div class="two">
              <dt>Latency p50 / p90 / p99, 1 h</dt>
              <dd>${latencyText(e.latency)}</dd>
            </div>
            <div>
              <dt>Last success</dt>
              <dd>${when(e.lastSuccessAt)}</dd>
            </div>
            <div>
              <dt>Last failure</dt>
              <dd>${when(e.lastFailureAt)}</dd>
            </div>
            <div>
              <dt>${e.frozenAt ? 'Frozen' : 'Disabled'}</dt>
              <dd>${when(e.frozenAt || e.disabledAt)}</dd>
            </div>
            <div>
              <dt>Next probe</dt>
              <dd>
                ${
                  e.nextProbeAt
                    ? when(e.nextProbeAt)
                    : html`
                        <span class="muted">none due</span>
                      `
                }
              </dd>
            </div>
          </dl>
        </section>
        <div class="row">
          <h2 class="grow">Outcomes and latency</h2>
          ${rangeChips(range, r => setQuery({range: r}))}
        </div>
        <div class="cols">
          <section class="panel">${outcomesChart(stats, e.id)}</section>
          <section class="panel">${latencyChart(stats)}</section>
        </div>
        <div class="cols wide-left">
          <section class="panel">
            <header><h2>Circuit history</h2></header>
            ${circuit(history, e)}
          </section>
          <section class="panel">
            <header><h2>Distance to each rule</h2></header>
            ${e.ruleDistance.map(rule)}
          </section>
        </div>
        <div class="cols">
          <section class="panel">
            <header><h2>Limits</h2></header>
            <ph-limits .endpoint=${e} @changed=${() => this.refresh()}></ph-limits>
          </section>
          <div class="stack">
            <section class="panel">
              <header><h2>Authentication to the receiver</h2></header>
              <ph-receiver-auth .endpoint=${e} @changed=${() => this.refresh()}></ph-receiver-auth>
            </section>
            <section class="panel">
              <header><h2>Signing secret</h2></header>
              ${
                mayManage()
                  ? html`
                      <ph-secret .id=${e.id}></ph-secret>
                    `
                  : html`
                      <p class="muted">Only manager and admin keys can view and rotate it.</p>
                    `
              }
            </section>
            <section class="panel">
              <header>
                <h2>Subscriptions</h2>
                <span class="grow"></span>
                <a class="small" href=${link('/messages', {endpoint: e.id})}>messages</a>
              </header>
              ${
                subscriptions.rows.length
                  ? html`
                      <ul class="stack">
                        ${subscriptions.rows.map(
                          s => html`
                            <li>
                              <a href=${link('/subscriptions/' + s.id)}>${s.description || s.id}</a>
                              <span class="tag">${s.objCode}.${s.eventType}</span>
                            </li>
                          `,
                        )}
                      </ul>
                      ${more(subscriptions)}
                    `
                  : html`
                      <p class="muted">No subscription uses this URL now. The endpoint keeps its circuit and signing secret.</p>
                    `
              }
            </section>
          </div>
        </div>
      </div>
    `;
  }
}

customElements.define('ph-endpoint', EndpointPage);
