import {LitElement, html} from '../lib.js';
import {get, post, put} from '../api.js';
import {copyable} from './copy.js';
import {Dialog, open} from './dialog.js';
import {problem} from './states.js';
import {showToast} from './toast.js';
import {text, values} from './field.js';
import {when} from './time.js';

/** An endpoint's signing secret, hidden until shown on request. */
class Secret extends LitElement {
  static properties = {id: {}, secret: {state: true}, failure: {state: true}};

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    if (changed.has('id')) this.secret = null;
  }

  async reveal() {
    try {
      this.secret = await get('/endpoints/' + this.id + '/secret');
      this.failure = null;
    } catch (e) {
      this.failure = e;
    }
  }

  change(rotate) {
    open('ph-secret-change', {id: this.id, rotate, done: secret => (this.secret = secret)});
  }

  render() {
    const s = this.secret;
    return html`
      ${this.failure ? problem(this.failure) : ''}
      ${
        s
          ? html`
              <div class="secret">${copyable(s.secret)}</div>
              ${s.previousSecrets.map(
                previous => html`
                  <p class="small muted">This previous secret also signs until ${when(previous.until)}.</p>
                  <div class="secret">${copyable(previous.secret)}</div>
                `,
              )}
            `
          : html`
              <p class="muted">Signs every request, as defined by Standard Webhooks 1.0.</p>
            `
      }
      <div class="actions">
        ${
          s
            ? html`
                <button type="button" @click=${() => (this.secret = null)}>Hide</button>
              `
            : html`
                <button type="button" @click=${this.reveal}>Show</button>
              `
        }
        <button type="button" @click=${() => this.change(false)}>Import…</button>
        <button type="button" @click=${() => this.change(true)}>Rotate…</button>
      </div>
    `;
  }
}
customElements.define('ph-secret', Secret);

class SecretChange extends Dialog {
  submit(event) {
    event.preventDefault();
    const v = values(event.target);
    const path = '/endpoints/' + this.id + '/secret';
    this.attempt(async () => {
      this.done(
        this.rotate
          ? await post(path + '/rotate', {overlap: v.overlap})
          : await put(path, {secret: v.secret}),
      );
      showToast(this.rotate ? 'Rotated' : 'Imported');
      this.close();
    });
  }

  body() {
    return html`
      <form @submit=${this.submit}>
        <h2 id="dialog-title">${this.rotate ? 'Rotate the signing secret' : 'Import a signing secret'}</h2>
        <p class="muted">
          ${this.rotate ? 'Creates a new secret. Both secrets sign for the time below, so that the receiver can switch.' : 'Replaces the current secret immediately.'}
        </p>
        ${
          this.rotate
            ? text('overlap', 'Both secrets sign for', '24h', {
                hint: 'For example 30m, 24h or 7d; 0s retires the old secret now.',
                wrong: this.wrong('/overlap'),
              })
            : text('secret', 'Secret', '', {
                placeholder: 'whsec_… or whsk_…',
                hint: 'whsec_… signs v1; whsk_… is a private key and signs v1a. The other one stays.',
                required: true,
                wrong: this.wrong('/secret'),
              })
        }
        ${this.trouble()}
        <div class="actions">
          <button type="button" @click=${this.close}>Go back</button>
          <button class="primary" type="submit" ?disabled=${this.busy}>
            ${this.rotate ? 'Rotate' : 'Import'}
          </button>
        </div>
      </form>
    `;
  }
}
customElements.define('ph-secret-change', SecretChange);
