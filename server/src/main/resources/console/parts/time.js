import {LitElement, html} from '../lib.js';
import {ago, dateTime} from '../format.js';

/** A relative time that updates itself; the tooltip shows the exact time. */
class Time extends LitElement {
  static properties = {at: {}};
  static shown = new Set();

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    Time.shown.add(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    Time.shown.delete(this);
  }

  render() {
    return this.at
      ? html`
          <time datetime=${this.at} title=${dateTime(this.at)}>${ago(this.at)}</time>
        `
      : html`
          <span class="muted">never</span>
        `;
  }
}
customElements.define('ph-time', Time);
setInterval(() => Time.shown.forEach(time => time.requestUpdate()), 1_000);

export const when = at => html`
  <ph-time .at=${at}></ph-time>
`;
