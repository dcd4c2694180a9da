import {LitElement, html} from '../lib.js';
import {problem} from './states.js';

/** A modal dialog. */
export class Dialog extends LitElement {
  static properties = {failure: {state: true}, busy: {state: true}};

  createRenderRoot() {
    return this;
  }

  firstUpdated() {
    const dialog = this.querySelector('dialog');
    dialog.addEventListener('close', () => this.remove());
    dialog.showModal();
  }

  close() {
    this.querySelector('dialog').close();
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
              await run();
              this.close();
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

/** Asks for confirmation: {title, text, action, run, danger?, word?}. */
export const confirm = question => open('ph-confirm', {question});
