import {html} from '../lib.js';
import {link} from '../router.js';

/** A target's address, with the host and path that tell it from others. */
export function target(url, id) {
  if (!url)
    return html`
      <span class="muted">gone</span>
    `;
  const short = url.replace(/^https?:\/\//, '');
  return html`
    <a class="cell url" href=${link('/endpoints/' + id)} title=${url}>${short}</a>
  `;
}

/** A row that leads somewhere by click; its link is for the keyboard. */
export const leads = href => event => {
  if (!event.target.closest('a, button, input, select') && !getSelection().toString()) location.hash = href;
};
