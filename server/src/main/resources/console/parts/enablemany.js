import {html} from '../lib.js';
import {post} from '../api.js';
import {enableBody} from '../criteria.js';
import {curlButton} from './curl.js';
import {Dialog} from './dialog.js';
import {problem} from './states.js';
import {showToast} from './toast.js';
import {number, plural} from '../format.js';

const PATH = '/endpoints/enable';
const WHAT = {
  paused: 'Ends their pauses and closes their circuits.',
  other: 'Closes their circuits; those that are paused too stay paused.',
};

/** Enables all endpoints of a list, by the filters of the list, after a count by the server. */
class EnableMany extends Dialog {
  static properties = {...Dialog.properties, query: {}, count: {state: true}};

  firstUpdated() {
    super.firstUpdated();
    this.attempt(async () => {
      this.count = (await post(PATH, {...enableBody(this.query), preview: true})).changed;
    });
  }

  run() {
    this.attempt(async () => {
      const {changed} = await post(PATH, enableBody(this.query));
      await this.close();
      showToast(plural(changed, 'endpoint') + ' enabled');
      this.done?.();
    });
  }

  title() {
    const {status} = this.query;
    if (this.count === undefined) return this.failure ? 'Enable endpoints' : 'Counting endpoints…';
    return this.count ? `Enable ${plural(this.count, status + ' endpoint')}?` : 'No endpoint to enable';
  }

  body() {
    const {status, q} = this.query;
    return html`
      <h2 id="dialog-title">${this.title()}</h2>
      <p>
        Endpoints of the list with
        <span class="tag wrap">state ${status}</span>
        ${
          q
            ? html`
                and
                <span class="tag wrap">URL or id with “${q}”</span>
              `
            : ''
        }
      </p>
      <p class="muted">
        ${WHAT[status] || WHAT.other} Resets their failure counts and sends their due messages, within the in-flight limits.
      </p>
      ${this.failure ? problem(this.failure) : ''}
      <div class="actions">
        ${curlButton(PATH, {method: 'POST', body: enableBody(this.query)})}
        <button type="button" @click=${this.close}>Go back</button>
        ${
          this.count
            ? html`
                <button class="primary" type="button" ?disabled=${this.busy} @click=${this.run}>
                  Enable ${number(this.count)}
                </button>
              `
            : ''
        }
      </div>
    `;
  }
}
customElements.define('ph-enable-many', EnableMany);
