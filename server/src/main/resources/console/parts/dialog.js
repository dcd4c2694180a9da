import {LitElement, html} from '../lib.js';
import {problem} from './states.js';
import {showToast} from './toast.js';

let opened = 0;

/**
 * A modal dialog. It has a history entry of its own, so that Back closes it. A dialog that shows a
 * secret for the only time is `guarded`: neither Esc nor Back closes it.
 */
export class Dialog extends LitElement {
  static properties = {failure: {state: true}, busy: {state: true}};

  number = ++opened;

  /** Why the dialog must be closed with its own button; empty if any way will do. */
  get guarded() {
    return '';
  }

  createRenderRoot() {
    return this;
  }

  firstUpdated() {
    this.dialog = this.querySelector('dialog');
    this.dialog.addEventListener('close', () => this.closed());
    this.dialog.addEventListener('cancel', event => this.keep(event));
    this.dialog.showModal();
    history.pushState({dialog: this.number}, '');
    this.onBack = () => this.back();
    addEventListener('popstate', this.onBack);
    // On the document, because the focus may be gone with the control that had it.
    this.onKey = event => event.key === 'Escape' && this.keep(event);
    document.addEventListener('keydown', this.onKey, true);
    this.onMove = () => this.guarded || this.dialog.close();
    addEventListener('hashchange', this.onMove);
  }

  keep(event) {
    if (!this.guarded) return;
    event.preventDefault();
    showToast(this.guarded);
  }

  back() {
    if (history.state?.dialog === this.number) return; // one above this was closed
    if (this.guarded) {
      history.pushState({dialog: this.number}, '');
      showToast(this.guarded);
      return;
    }
    this.dialog.close();
  }

  /** Removes the dialog and its history entry; a Back has removed the entry already. */
  closed() {
    removeEventListener('popstate', this.onBack);
    removeEventListener('hashchange', this.onMove);
    document.removeEventListener('keydown', this.onKey, true);
    this.remove();
    if (history.state?.dialog !== this.number) {
      this.gone?.();
      return;
    }
    addEventListener('popstate', () => this.gone?.(), {once: true});
    history.back();
  }

  /** Closes the dialog; resolves when the address is that of the page again. */
  close() {
    return new Promise(resolve => {
      this.gone = resolve;
      this.dialog.close();
    });
  }

  async attempt(action) {
    this.busy = true;
    this.failure = null;
    try {
      await action();
    } catch (e) {
      if (e.status === undefined) throw e;
      this.failure = e;
    } finally {
      this.busy = false;
    }
  }

  wrong(pointer) {
    return this.failure?.at(pointer) || '';
  }

  render() {
    return html`
      <dialog aria-labelledby="dialog-title">${this.body()}</dialog>
    `;
  }

  trouble() {
    return this.failure && !this.failure.errors.length ? problem(this.failure) : '';
  }
}

class Confirm extends Dialog {
  static properties = {...Dialog.properties, question: {}, typed: {state: true}};

  body() {
    const {title, text, action, word, danger, run} = this.question;
    const ready = !word || this.typed === word;
    return html`
      <form
        @submit=${event => {
          event.preventDefault();
          if (ready)
            this.attempt(async () => {
              const after = await run();
              await this.close();
              if (typeof after === 'function') after();
            });
        }}
      >
        <h2 id="dialog-title">${title}</h2>
        <p class="muted">${text}</p>
        ${
          word
            ? html`
                <div class="field">
                  <label for="confirm-word">
                    Type
                    <code>${word}</code>
                    to confirm
                  </label>
                  <input
                    id="confirm-word"
                    autocomplete="off"
                    spellcheck="false"
                    .value=${this.typed || ''}
                    @input=${e => (this.typed = e.target.value)}
                  />
                </div>
              `
            : ''
        }
        ${this.failure ? problem(this.failure) : ''}
        <div class="actions">
          <button type="button" @click=${this.close}>Go back</button>
          <button type="submit" class=${danger ? 'danger' : 'primary'} ?disabled=${!ready || this.busy}>
            ${action}
          </button>
        </div>
      </form>
    `;
  }
}
customElements.define('ph-confirm', Confirm);

export function open(tag, properties) {
  const element = Object.assign(document.createElement(tag), properties);
  document.body.append(element);
  return element;
}

/**
 * Asks for confirmation: {title, text, action, run, danger?, word?}. What `run` returns is called
 * once the dialog is gone, for a change of page.
 */
export const confirm = question => open('ph-confirm', {question});
