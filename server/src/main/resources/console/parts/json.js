import {html} from '../lib.js';

/** Formatted JSON. It is always rendered as text, never as markup. */
export const json = value => html`
  <pre class="json" tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>
`;

export const plain = text => html`
  <pre class="json" tabindex="0"><code>${text}</code></pre>
`;
