import {LitElement, html} from '../lib.js';
import {get} from '../api.js';
import {SNIPPETS} from '../snippets.js';
import {copyable} from './copy.js';
import {copyCommand} from './curl.js';
import {plain} from './json.js';
import {problem} from './states.js';

/** Receivers in several languages that verify signatures, with the secret if the user may see it. */
class Receiver extends LitElement {
  static properties = {
    endpoint: {},
    may: {},
    secret: {},
    language: {state: true},
    failure: {state: true},
  };

  constructor() {
    super();
    this.language = localStorage.getItem('posthorn-language') || 'node';
  }

  createRenderRoot() {
    return this;
  }

  choose(language) {
    this.language = language;
    localStorage.setItem('posthorn-language', language);
  }

  async reveal() {
    try {
      this.secret = (await get('/endpoints/' + this.endpoint + '/secret')).secret;
      this.failure = null;
    } catch (e) {
      this.failure = e;
    }
  }

  render() {
    const snippet = SNIPPETS.find(s => s.key === this.language) || SNIPPETS[0];
    return html`
      <div class="row">
        <div class="chips grow" role="group" aria-label="Language">
          ${SNIPPETS.map(
            s => html`
              <button
                type="button"
                aria-pressed=${s === snippet ? 'true' : 'false'}
                @click=${() => this.choose(s.key)}
              >
                ${s.name}
              </button>
            `,
          )}
        </div>
        ${copyCommand(() => snippet.code, 'Copy the code')}
      </div>
      ${plain(snippet.code)}
      <p class="small">Start it with ${copyable(`WEBHOOK_SECRET=${this.secret || 'whsec_…'} ${snippet.start}`)}</p>
      ${this.failure ? problem(this.failure) : ''}
      ${
        this.may && !this.secret
          ? html`
              <button type="button" class="small" @click=${this.reveal}>Insert the signing secret</button>
            `
          : ''
      }
    `;
  }
}
customElements.define('ph-receiver', Receiver);
