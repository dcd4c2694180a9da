import {html} from '../lib.js';

/** JSON to be read. It is text and stays text, whatever somebody has written into it. */
export const json = value => html`
  <pre class="json" tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>
`;

export const plain = text => html`
  <pre class="json" tabindex="0"><code>${text}</code></pre>
`;
