import {LitElement, html} from '../lib.js';
import {icon} from './icon.js';
import {showToast} from './toast.js';

/** An id or other text with a copy button. */
class Copy extends LitElement {
  static properties = {text: {}, shown: {}};

  createRenderRoot() {
    return this;
  }

  async copy(event) {
    event.stopPropagation();
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(this.text);
      showToast('Copied');
    } catch {
      const range = document.createRange();
      range.selectNodeContents(this.querySelector('code'));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      showToast('Selected; press Ctrl+C to copy');
    }
  }

  render() {
    return html`
      <code title=${this.text}>${this.shown || this.text}</code>
      <button type="button" aria-label="Copy ${this.text}" @click=${this.copy}>${icon('copy', 14)}</button>
    `;
  }
}
customElements.define('ph-copy', Copy);

export const copyable = (text, shown) => html`
  <ph-copy .text=${text} .shown=${shown}></ph-copy>
`;
