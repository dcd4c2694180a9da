import {LitElement, html} from '../lib.js';
import {mayManage, patch} from '../api.js';
import {area, text, values} from './field.js';
import {problem} from './states.js';
import {showToast} from './toast.js';
import {when} from './time.js';

const NONE = html`
  <span class="muted">none</span>
`;

/** The forms of an endpoint's OAuth2 client and client certificate; secrets are set and never shown. */
class ReceiverAuth extends LitElement {
  static properties = {endpoint: {}, failure: {state: true}, busy: {state: true}};

  createRenderRoot() {
    return this;
  }

  async change(auth, form) {
    this.busy = true;
    try {
      await patch('/endpoints/' + this.endpoint.id, {auth});
      this.failure = null;
      for (const name of ['clientSecret', 'certificate', 'key']) if (form?.[name]) form[name].value = '';
      showToast('Saved; applies from the next attempt');
      this.dispatchEvent(new Event('changed'));
    } catch (e) {
      this.failure = e;
    } finally {
      this.busy = false;
    }
  }

  saveOAuth2(event) {
    event.preventDefault();
    const v = values(event.target);
    const oauth2 = {
      tokenUrl: v.tokenUrl,
      clientId: v.clientId,
      scope: v.scope || null,
      audience: v.audience || null,
    };
    if (v.clientSecret) oauth2.clientSecret = v.clientSecret;
    this.change({oauth2}, event.target);
  }

  saveCertificate(event) {
    event.preventDefault();
    const v = values(event.target);
    this.change({clientCertificate: {certificate: v.certificate + '\n', key: v.key + '\n'}}, event.target);
  }

  actions(label, isSet, remove) {
    return html`
      <div class="actions">
        <button type="submit" ?disabled=${this.busy}>${label}</button>
        ${
          isSet
            ? html`
                <button type="button" ?disabled=${this.busy} @click=${remove}>Remove</button>
              `
            : ''
        }
      </div>
    `;
  }

  oauth2Form(client) {
    const wrong = p => this.failure?.at('/auth/oauth2' + p) || '';
    return html`
      <form @submit=${this.saveOAuth2}>
        <div class="form">
          ${text('tokenUrl', 'Token URL', client?.tokenUrl, {placeholder: 'https://…', wrong: wrong('/tokenUrl') || this.failure?.of('/auth/oauth2')})}
          ${text('clientId', 'Client id', client?.clientId, {wrong: wrong('/clientId')})}
          ${text('clientSecret', 'Client secret', '', {type: 'password', autocomplete: 'new-password', placeholder: client ? 'unchanged' : '', hint: 'A new token URL needs it again.', wrong: wrong('/clientSecret')})}
          ${text('scope', 'Scope', client?.scope, {placeholder: 'none', wrong: wrong('/scope')})}
          ${text('audience', 'Audience', client?.audience, {placeholder: 'none', wrong: wrong('/audience')})}
        </div>
        ${this.actions('Save OAuth2 client', client, () => this.change({oauth2: null}))}
      </form>
    `;
  }

  certificateForm(certificate) {
    const wrong = p => this.failure?.at('/auth/clientCertificate' + p) || '';
    return html`
      <form @submit=${this.saveCertificate}>
        <div class="form">
          ${area('certificate', 'Certificate (PEM)', '', {rows: 3, placeholder: '-----BEGIN CERTIFICATE-----', wrong: wrong('/certificate') || this.failure?.of('/auth/clientCertificate')})}
          ${area('key', 'Private key (PEM)', '', {rows: 3, placeholder: '-----BEGIN PRIVATE KEY-----', wrong: wrong('/key')})}
        </div>
        ${this.actions('Save client certificate', certificate, () => this.change({clientCertificate: null}))}
      </form>
    `;
  }

  render() {
    const {oauth2, clientCertificate} = this.endpoint.auth;
    const waits = oauth2?.noTokenUntil && new Date(oauth2.noTokenUntil) > new Date();
    return html`
      <dl class="facts">
        <div>
          <dt>OAuth2 client</dt>
          <dd title=${oauth2?.tokenUrl || ''}>${oauth2 ? oauth2.clientId : NONE}</dd>
        </div>
        ${
          waits
            ? html`
                <div>
                  <dt>No access token until</dt>
                  <dd>${when(oauth2.noTokenUntil)}</dd>
                </div>
              `
            : ''
        }
        <div>
          <dt>Client certificate expires</dt>
          <dd title=${clientCertificate?.subject || ''}>
            ${clientCertificate ? when(clientCertificate.expiresAt) : NONE}
          </dd>
        </div>
      </dl>
      ${mayManage() ? [this.oauth2Form(oauth2), this.certificateForm(clientCertificate)] : ''}
      ${this.failure && !this.failure.errors.length ? problem(this.failure) : ''}
    `;
  }
}
customElements.define('ph-receiver-auth', ReceiverAuth);
