import {LitElement, html} from '../lib.js';
import {call} from '../api.js';
import {current} from '../router.js';
import {text, values} from './field.js';

class Login extends LitElement {
  static properties = {logo: {}, failure: {state: true}, busy: {state: true}};

  createRenderRoot() {
    return this;
  }

  firstUpdated() {
    this.querySelector('input').focus();
  }

  async submit(event) {
    event.preventDefault();
    const {key} = values(event.target);
    this.busy = true;
    this.failure = null;
    try {
      const who = await call('POST', '/console/session', {key: key || ' '});
      this.dispatchEvent(new CustomEvent('entered', {detail: who}));
    } catch (e) {
      this.failure = e;
    } finally {
      this.busy = false;
    }
  }

  render() {
    return html`
      <main class="login">
        <form @submit=${this.submit}>
          <h1 class="brand">
            <img src=${this.logo} alt="" />
            Posthorn
          </h1>
          ${
            current().query.loginLink
              ? html`
                  <div class="problem" role="alert">
                    <div>
                      <strong>This login link no longer works.</strong>
                      <p>
                        A link logs in once, within 10 minutes, until the server is restarted. Log in with the key that the
                        server printed, or restart the server for a new link.
                      </p>
                    </div>
                  </div>
                `
              : ''
          }
          <p class="muted">Log in with an API key. A customer key shows that customer only.</p>
          ${text('key', 'Key', '', {type: 'password', placeholder: 'phk_…', autocomplete: 'current-password', required: true, wrong: this.failure?.message || ''})}
          <button class="primary" type="submit" ?disabled=${this.busy}>Log in</button>
          <p class="muted small">
            On its first start the server prints an admin key, or writes it to admin.key. Create more keys under Keys, or with
            <code>posthorn keys create</code>.
          </p>
        </form>
      </main>
    `;
  }
}
customElements.define('ph-login', Login);
