import {LitElement, html} from '../lib.js';
import {seesAllCustomers, session} from '../api.js';
import {apiCall} from '../curl.js';
import {icon} from './icon.js';
import {showToast} from './toast.js';

/** A button that copies a command. */
class CopyCommand extends LitElement {
  static properties = {command: {}, label: {}};

  createRenderRoot() {
    return this;
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.command());
      showToast('Copied');
    } catch {
      this.text = this.command();
      this.requestUpdate();
      await this.updateComplete;
      this.querySelector('textarea').select();
      showToast('Selected; press Ctrl+C to copy');
    }
  }

  render() {
    return html`
      <button type="button" @click=${this.copy}>${icon('copy', 14)}${this.label || 'Copy as curl'}</button>
      ${
        this.text
          ? html`
              <textarea readonly rows="4" aria-label="Command" .value=${this.text}></textarea>
            `
          : ''
      }
    `;
  }
}
customElements.define('ph-copy-command', CopyCommand);

/** A button that copies the text that a function returns. */
export const copyCommand = (command, label) => html`
  <ph-copy-command .command=${command} .label=${label}></ph-copy-command>
`;

/** A button that copies a call of the API as a curl command. */
export const curlButton = (path, {method, body, customer = session.customer} = {}) =>
  copyCommand(() =>
    apiCall({
      origin: location.origin,
      method,
      path,
      body,
      customer: seesAllCustomers() ? customer : '',
    }),
  );
