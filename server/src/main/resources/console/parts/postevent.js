import {html} from '../lib.js';
import {post, seesAllCustomers, session} from '../api.js';
import {readJson} from '../jsontext.js';
import {go} from '../router.js';
import {Dialog} from './dialog.js';
import {area} from './field.js';
import {showToast} from './toast.js';
import {verdicts} from './verdicts.js';
import {plural} from '../format.js';

const MOST_VERDICTS = 100;
const TEMPLATE = JSON.stringify(
  {
    objCode: 'TASK',
    eventType: 'UPDATE',
    objId: 'task-1',
    newState: {name: 'Book the hall', status: 'INP', priority: 3},
    oldState: {name: 'Book the hall', status: 'NEW', priority: 3},
  },
  null,
  2,
);

/** A dialog that posts an event, with an optional dry run. */
class PostEvent extends Dialog {
  static properties = {...Dialog.properties, value: {state: true}, verdict: {state: true}};

  constructor() {
    super();
    this.value = TEMPLATE;
  }

  /** The event to send; with a key for all customers it names the customer. */
  event() {
    const {value: event, wrong} = readJson(this.value, 'object');
    this.unreadable = wrong || '';
    this.requestUpdate();
    if (wrong) return null;
    return seesAllCustomers() && !event.customerId ? {customerId: session.customer, ...event} : event;
  }

  dryRun() {
    const event = this.event();
    if (!event) return;
    this.attempt(async () => {
      const {events} = await post('/events?dryRun=true&limit=' + MOST_VERDICTS, event);
      this.verdict = events[0];
    });
  }

  submit(e) {
    e.preventDefault();
    const event = this.event();
    if (!event) return;
    this.attempt(async () => {
      const {events} = await post('/events', event);
      this.posted?.();
      await this.close();
      showToast('Posted');
      go('/events/' + encodeURIComponent(events[0].id));
    });
  }

  body() {
    const wrong = this.unreadable || this.failure?.errors.map(e => e.detail).join(' ') || '';
    return html`
      <form @submit=${this.submit}>
        <h2 id="dialog-title">Post an event</h2>
        ${area('event', 'Event as JSON', this.value, {
          id: 'post-event',
          rows: 12,
          wrong,
          hint: 'A dry run stores and sends nothing: it compares the event with the filters of all subscriptions, and checks no URL, limit or pause.',
          onInput: e => {
            this.value = e.target.value;
            this.unreadable = readJson(this.value, 'object').wrong || '';
            this.failure = null;
            this.verdict = null;
          },
        })}
        ${this.trouble()}
        ${
          this.verdict
            ? html`
                <p class="small muted" role="status">
                  ${plural(this.verdict.subscriptions.filter(s => s.matches).length, 'subscription')} of
                  ${this.verdict.subscriptions.length + (this.verdict.omitted || 0)} with these codes would receive it.
                  ${this.verdict.omitted ? `The ${MOST_VERDICTS} closest to a match are shown.` : ''}
                </p>
                ${verdicts(
                  this.verdict.subscriptions,
                  s => html`
                    <span class="break">${s.description || s.id}</span>
                  `,
                )}
              `
            : ''
        }
        <div class="actions">
          <button type="button" @click=${this.close}>Go back</button>
          <button type="button" ?disabled=${this.busy} @click=${this.dryRun}>Dry run</button>
          <button class="primary" type="submit" ?disabled=${this.busy}>Post</button>
        </div>
      </form>
    `;
  }
}
customElements.define('ph-post-event', PostEvent);
