import {html} from '../lib.js';
import {get, post} from '../api.js';
import {asCounted, bulkBody, criteriaText, takes} from '../criteria.js';
import {curlButton} from './curl.js';
import {Dialog} from './dialog.js';
import {problem} from './states.js';
import {number, plural} from '../format.js';

const WORDS = {
  retry: {
    path: '/retries',
    verb: 'Retry',
    doing: 'Retrying',
    done: 'retried',
    what: 'Each message is attempted now, within the limits of its endpoint. If that fails, it keeps its retry schedule.',
    only: 'Only waiting messages are retried. Those behind an earlier message of their object, or at a disabled, frozen or paused endpoint, are skipped.',
  },
  replay: {
    path: '/replays',
    verb: 'Replay',
    doing: 'Replaying',
    done: 'replayed',
    what: 'Each message keeps its id and gets a new retry schedule. Delivered messages are delivered again.',
    only: 'Only ended messages are replayed: delivered, dropped or cancelled.',
  },
  cancel: {
    path: '/cancellations',
    verb: 'Cancel',
    doing: 'Cancelling',
    done: 'cancelled',
    what: 'The messages end as cancelled. You can replay them later.',
    only: 'Only messages that are waiting or in flight are cancelled.',
  },
};
const AT_ONCE = 4;

/** The skipped messages of a job with their reasons: " 3 skipped (2 disabled, 1 paused)." */
const skipped = ({skipped: parts = []}) => {
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  const reasons = parts.map(part => `${number(part.count)} ${part.reason.replaceAll('_', ' ')}`);
  return total ? ` ${number(total)} skipped (${reasons.join(', ')}).` : '';
};

/**
 * Retries, replays or cancels many messages: all of a list, after a count by the server, or the
 * selected rows. Shows the progress.
 */
class Bulk extends Dialog {
  static properties = {
    ...Dialog.properties,
    action: {},
    criteria: {},
    rows: {},
    preview: {state: true},
    job: {state: true},
  };

  get words() {
    return WORDS[this.action];
  }

  firstUpdated() {
    super.firstUpdated();
    if (this.rows) {
      this.taken = this.rows.filter(row => takes(this.action, row));
      this.preview = {taken: this.taken.length, examined: this.rows.length};
    } else {
      this.attempt(async () => {
        const job = await post(this.words.path, {...bulkBody(this.criteria), preview: true});
        this.preview = await this.follow(job);
      });
    }
  }

  run() {
    this.attempt(async () => {
      if (this.rows) await this.runRows();
      else {
        this.job = await post(this.words.path, asCounted(this.action, this.criteria, this.preview.createdAt));
        this.job = await this.follow(this.job, job => (this.job = job));
      }
      this.done?.();
    });
  }

  /** Takes the selected messages, a few at a time, and keeps the refusals. */
  async runRows() {
    const left = [...this.taken];
    const refused = [];
    const job = {examined: 0, taken: 0, finished: false, refused};
    const work = async () => {
      for (let row = left.shift(); row; row = left.shift()) {
        try {
          await post('/messages/' + encodeURIComponent(row.id) + '/' + this.action);
          job.taken++;
        } catch (e) {
          if (e.status === undefined) throw e;
          refused.push({id: row.id, reason: e.message});
        }
        job.examined++;
        this.job = {...job, share: job.examined / this.taken.length};
      }
    };
    this.job = {...job, share: 0};
    await Promise.all(Array.from({length: AT_ONCE}, work));
    this.job = {...job, finished: true};
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
    const n = this.preview?.taken;
    return html`
      <h2 id="dialog-title">${this.title(w, n)}</h2>
      ${this.selection()}
      <p class="muted">
        ${this.preview ? `${number(this.preview.examined)} ${this.rows ? 'selected' : 'examined'}.${skipped(this.preview)} ` : ''}${w.only}
        ${n ? w.what : ''}
      </p>
      ${this.failure ? problem(this.failure) : ''}
      <div class="actions">
        ${this.rows ? '' : curlButton(w.path, {method: 'POST', body: bulkBody(this.criteria)})}
        <button type="button" @click=${this.close}>Go back</button>
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

  title(w, n) {
    if (n === undefined) return this.failure ? `${w.verb} messages` : 'Counting messages…';
    return n ? `${w.verb} ${plural(n, 'message')}?` : `No message to ${w.verb.toLowerCase()}`;
  }

  selection() {
    if (this.rows)
      return html`
        <p>The messages that you selected.</p>
      `;
    const words = criteriaText(this.criteria);
    return html`
      <p>
        ${
          words.length
            ? html`
                Messages of the list with
                ${words.map(
                  (word, i) => html`
                    ${i ? 'and' : ''}
                    <span class="tag wrap">${word}</span>
                  `,
                )}
              `
            : 'All messages of the customer.'
        }
      </p>
    `;
  }

  progress(w) {
    const {finished, taken, examined, share, refused = []} = this.job;
    return html`
      <h2 id="dialog-title">${finished ? `${plural(taken, 'message')} ${w.done}` : w.doing + '…'}</h2>
      <p>
        <progress max="1" .value=${finished ? 1 : share} aria-label="Progress"></progress>
      </p>
      <p class="muted" role="status">${number(examined)} examined, ${number(taken)} ${w.done}.${skipped(this.job)}</p>
      ${
        refused.length
          ? html`
              <p>${plural(refused.length, 'message')} refused:</p>
              <ul>
                ${refused.slice(0, 5).map(
                  r => html`
                    <li class="small break">
                      <code>${r.id}</code>
                      ${r.reason}
                    </li>
                  `,
                )}
              </ul>
            `
          : ''
      }
      ${this.failure ? problem(this.failure) : ''}
      <div class="actions">
        <button class="primary" type="button" @click=${this.close}>
          ${finished || this.rows ? 'Done' : 'Run in background'}
        </button>
      </div>
    `;
  }
}
customElements.define('ph-bulk', Bulk);
