import {html} from '../lib.js';
import {get, post} from '../api.js';
import {Dialog} from './dialog.js';
import {select, text, values} from './field.js';
import {number, plural} from '../format.js';

const WORDS = {
  replay: {
    path: '/replays',
    title: 'Replay messages',
    verb: 'Replay',
    done: 'replayed',
    statuses: [
      ['dropped', 'Dropped'],
      ['delivered', 'Delivered'],
      ['cancelled', 'Cancelled'],
      ['', 'All ended'],
    ],
  },
  cancel: {
    path: '/cancellations',
    title: 'Cancel messages',
    verb: 'Cancel',
    done: 'cancelled',
    statuses: [['', 'All waiting']],
  },
};

/** The skipped messages of a job with their reasons: " 3 skipped (2 disabled, 1 paused)." */
const skipped = job => {
  const total = job.skipped.reduce((sum, part) => sum + part.count, 0);
  const reasons = job.skipped.map(part => `${number(part.count)} ${part.reason.replaceAll('_', ' ')}`);
  return total ? ` ${number(total)} skipped (${reasons.join(', ')}).` : '';
};

/** Replays or cancels many messages: a preview count first, then a job with progress. */
class Bulk extends Dialog {
  static properties = {
    ...Dialog.properties,
    action: {},
    filters: {},
    preview: {state: true},
    job: {state: true},
  };

  get words() {
    return WORDS[this.action];
  }

  submit(event) {
    event.preventDefault();
    const v = values(event.target);
    this.criteria = Object.fromEntries(Object.entries(v).filter(([, value]) => value !== ''));
    for (const end of ['from', 'to'])
      if (this.criteria[end]) this.criteria[end] = new Date(this.criteria[end]).toISOString();
    this.criteria.from ??= new Date(0).toISOString();
    this.criteria.to ??= new Date().toISOString();
    this.attempt(
      async () =>
        (this.preview = await this.follow(await post(this.words.path, {...this.criteria, preview: true}))),
    );
  }

  run() {
    this.attempt(async () => {
      this.job = await post(this.words.path, this.criteria);
      this.job = await this.follow(this.job, job => (this.job = job));
    });
  }

  async follow(job, onProgress = () => null) {
    let now = job;
    while (!now.finished && this.isConnected) {
      await new Promise(resolve => setTimeout(resolve, 400));
      now = await get(this.words.path + '/' + job.id);
      onProgress(now);
    }
    return now;
  }

  body() {
    const w = this.words;
    if (this.job) return this.progress(w);
    if (this.preview) return this.counted(w);
    const f = this.filters || {};
    return html`
      <form @submit=${this.submit}>
        <h2 id="dialog-title">${w.title}</h2>
        <p class="muted">Counts the matching messages first; nothing changes until you confirm.</p>
        ${select('status', 'Which', f.status && w.statuses.some(s => s[0] === f.status) ? f.status : w.statuses[0][0], w.statuses, {id: 'bulk-status', wrong: this.wrong('/status')})}
        ${text('endpoint', 'Endpoint', f.endpoint, {id: 'bulk-endpoint', placeholder: 'any; or ep_…', wrong: this.wrong('/endpoint')})}
        ${text('subscription', 'Subscription', f.subscription, {id: 'bulk-subscription', placeholder: 'any; or sub_…', wrong: this.wrong('/subscription')})}
        <div class="form">
          ${text('from', 'Accepted from', f.from, {id: 'bulk-from', type: 'datetime-local', hint: 'Leave empty for no lower bound.', wrong: this.wrong('/from')})}
          ${text('to', 'Accepted until', f.to, {id: 'bulk-to', type: 'datetime-local', hint: 'Leave empty for the current time.', wrong: this.wrong('/to')})}
        </div>
        ${this.trouble()}
        <div class="actions">
          <button type="button" @click=${this.close}>Go back</button>
          <button class="primary" type="submit" ?disabled=${this.busy}>Count messages</button>
        </div>
      </form>
    `;
  }

  counted(w) {
    const n = this.preview.taken;
    return html`
      <h2 id="dialog-title">${n ? `${w.verb} ${plural(n, 'message')}?` : 'No matching messages'}</h2>
      <p class="muted">
        ${number(this.preview.examined)} messages examined.${skipped(this.preview)}
        ${n ? (this.action === 'replay' ? 'Each message keeps its id and gets a new retry schedule.' : 'They end as cancelled. You can replay them later.') : 'Change the filters.'}
      </p>
      ${this.trouble()}
      <div class="actions">
        <button type="button" @click=${() => (this.preview = null)}>Back</button>
        ${
          n
            ? html`
                <button
                  class=${this.action === 'cancel' ? 'danger' : 'primary'}
                  type="button"
                  ?disabled=${this.busy}
                  @click=${this.run}
                >
                  ${w.verb} ${number(n)}
                </button>
              `
            : ''
        }
      </div>
    `;
  }

  progress(w) {
    return html`
      <h2 id="dialog-title">
        ${this.job.finished ? `${plural(this.job.taken, 'message')} ${w.done}` : `${w.verb}ing…`}
      </h2>
      <p>
        <progress max="1" .value=${this.job.finished ? 1 : this.job.share} aria-label="Progress"></progress>
      </p>
      <p class="muted" role="status">
        ${number(this.job.examined)} examined, ${number(this.job.taken)} ${w.done}.${skipped(this.job)}
      </p>
      <div class="actions">
        <button class="primary" type="button" @click=${this.close}>
          ${this.job.finished ? 'Done' : 'Run in background'}
        </button>
      </div>
    `;
  }
}
customElements.define('ph-bulk', Bulk);
