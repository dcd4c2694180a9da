import {html} from '../lib.js';
import {get} from '../api.js';
import {setQuery, link} from '../router.js';
import {Page} from '../parts/page.js';
import {badge} from '../parts/badge.js';
import {when} from '../parts/time.js';
import {lastErrorLine} from '../parts/lasterror.js';
import {empty} from '../parts/states.js';
import {latencyChart, outcomesChart, rangeChips, series, since, waitingChart} from '../parts/ranges.js';
import {number, percent, plural, span} from '../format.js';

const FAILED = 'the messages of these attempts; a message can have several';

class OverviewPage extends Page {
  poll = 15_000; // charts advance with time

  async load(options) {
    const range = this.query.range || '1h';
    const [now, stats] = await Promise.all([get('/overview', options), series(range, null, options)]);
    return {now, stats, range};
  }

  title() {
    return html`
      <div class="head">
        <div class="grow"><h1>Overview</h1></div>
      </div>
    `;
  }

  view({now, stats, range}) {
    return html`
      <div class="head">
        <div class="grow"><h1>Overview</h1></div>
        ${rangeChips(range, r => setQuery({range: r}))}
      </div>
      <div class="stack">
        ${this.tiles(now, stats, range)}
        <div class="cols wide-left">
          <section class="panel">
            <header><h2>Outcomes</h2></header>
            ${outcomesChart(stats)}
          </section>
          ${this.states(now)}
        </div>
        ${this.attention(now)}
        <div class="cols">
          <section class="panel">
            <header><h2>Waiting</h2></header>
            ${waitingChart(stats)}
          </section>
          <section class="panel">
            <header>
              <h2>Latency</h2>
              <span class="muted small">p50, p90 and p99 of attempt duration</span>
            </header>
            ${latencyChart(stats)}
          </section>
        </div>
      </div>
    `;
  }

  /** Each tile leads to the messages that it counts. */
  tiles(now, {totals, times}, range) {
    const attempts = totals.delivered + totals.failed;
    const {waiting} = now;
    const all = waiting.first + waiting.retry + waiting.order + waiting.held;
    const start = since(range, times);
    const oldest = waiting.oldestSince && new Date(new Date(waiting.oldestSince).getTime() + 1_000).toISOString();
    const tile = (name, value, sub, query, listed = 'the messages') => html`
      <div class="tile">
        <dt>${name}</dt>
        <dd>
          ${
            query
              ? html`
                  <a
                    href=${link('/messages', query)}
                    aria-label="${name}: ${value}, show ${listed}"
                    title="Show ${listed}"
                  >
                    ${value}
                  </a>
                `
              : value
          }
        </dd>
        <dd class="sub">${sub}</dd>
      </div>
    `;
    return html`
      <dl class="tiles">
        ${tile('Accepted', number(totals.accepted), 'messages', {from: start})}
        ${tile('Delivered', number(totals.delivered), attempts ? percent(totals.delivered / attempts) + ' of attempts' : 'no attempts', {status: 'delivered', endedFrom: start})}
        ${tile('Failed attempts', number(totals.failed), attempts ? percent(totals.failed / attempts) + ' of attempts' : 'no attempts', {outcome: 'failed', attemptedFrom: start}, FAILED)}
        ${tile('Dropped', number(totals.dropped), totals.dropped ? 'not delivered' : 'nothing lost', {status: 'dropped', endedFrom: start})}
        ${tile('Waiting', number(all), `${number(waiting.first)} first · ${plural(waiting.retry, 'retry', 'retries')} · ${waiting.order ? number(waiting.order) + ' in order · ' : ''}${number(waiting.held)} held`, {status: 'waiting'})}
        ${tile('Oldest waiting', oldest ? span(new Date(now.at) - new Date(waiting.oldestSince)) : 'none', oldest ? 'since acceptance' : 'no waiting messages', oldest && {status: 'waiting', to: oldest})}
        ${tile('Latency p50', totals.latency ? span(totals.latency.p50) : 'none', totals.latency ? `p90 ${span(totals.latency.p90)} · p99 ${span(totals.latency.p99)}` : 'no attempts')}
      </dl>
    `;
  }

  states({endpoints}) {
    const rows = [
      ['enabled', 'good'],
      ['disabled', 'bad'],
      ['frozen', 'ice'],
    ];
    return html`
      <section class="panel">
        <header>
          <h2>Endpoints by state</h2>
          <span class="grow"></span>
          <a class="small" href=${link('/endpoints')}>all ${number(endpoints.total)}</a>
        </header>
        ${
          endpoints.total
            ? html`
                <div class="statebar" aria-hidden="true">
                  ${rows
                    .filter(([s]) => endpoints[s])
                    .map(
                      ([s, tone]) => html`
                        <i class="fill-${tone}" .style=${'flex:' + endpoints[s]}></i>
                      `,
                    )}
                </div>
                <ul class="states">
                  ${rows.map(
                    ([s]) => html`
                      <li>
                        ${badge(s)}
                        <a href=${link('/endpoints', {status: s})}>${number(endpoints[s])}</a>
                      </li>
                    `,
                  )}
                  <li>
                    ${badge('paused')}
                    <a href=${link('/endpoints', {status: 'paused'})}>${number(endpoints.paused)}</a>
                  </li>
                </ul>
                <p class="muted small">Paused is a separate flag, set by a user or a final 410.</p>
              `
            : empty(
                'endpoints',
                'No endpoints yet',
                'The first subscription to a URL creates its endpoint.',
                html`
                  <a class="button" href=${link('/subscriptions/new')}>Create a subscription</a>
                `,
              )
        }
      </section>
    `;
  }

  attention({attention, needingAttention}) {
    return html`
      <section class="panel">
        <header>
          <h2>Needs attention</h2>
          <span class="small">
            ${
              needingAttention
                ? html`
                    <a href=${link('/endpoints', {status: 'attention'})}>${plural(needingAttention, 'endpoint')}</a>
                  `
                : ''
            }
          </span>
        </header>
        ${
          attention.length
            ? html`
                <ul class="attention">
                  ${attention.slice(0, 12).map(
                    a => html`
                      <li>
                        <span>${badge(a.kind)}</span>
                        <div>
                          <a class="break" href=${link('/endpoints/' + a.endpointId)}>${a.url}</a>
                          <p>${a.reason}</p>
                          ${lastErrorLine(a.lastError)}
                        </div>
                        <span class="small muted nowrap">${a.since ? when(a.since) : ''}</span>
                      </li>
                    `,
                  )}
                </ul>
                ${
                  needingAttention > 12
                    ? html`
                        <p class="small">
                          <a href=${link('/endpoints', {status: 'attention'})}>and ${number(needingAttention - 12)} more</a>
                        </p>
                      `
                    : ''
                }
              `
            : empty('check', 'Nothing needs attention', 'No endpoint is frozen, disabled, paused or near a limit.')
        }
      </section>
    `;
  }
}
customElements.define('ph-overview', OverviewPage);
