import {html} from '../lib.js';
import {get, mayManage, patch, post, remove} from '../api.js';
import {go, link} from '../router.js';
import {Page} from '../parts/page.js';
import {copyable} from '../parts/copy.js';
import {curlButton} from '../parts/curl.js';
import {icon} from '../parts/icon.js';
import {testResult} from '../parts/testresult.js';
import {subscriptionForm} from '../parts/subscriptionform.js';
import {confirm} from '../parts/dialog.js';
import {showToast} from '../parts/toast.js';
import '../parts/dryrun.js';
import '../parts/receiver.js';

const NEW = {
  objCode: '',
  eventType: '',
  url: '',
  filters: [],
  filterConnector: 'AND',
  format: 'workfront',
  version: 'v2',
  ordering: '',
  base64Encoding: false,
  authToken: null,
  objId: null,
  description: null,
};

/** The subscription that was created last and its secret, until its page has shown them. */
let created = null;

class SubscriptionPage extends Page {
  static properties = {
    ...Page.properties,
    draft: {state: true},
    checks: {state: true},
    refused: {state: true},
    tested: {state: true},
    touched: {state: true},
    created: {state: true},
  };

  every = 0;

  get isNew() {
    return this.params.id === 'new';
  }

  async load(options) {
    const subscription = this.isNew
      ? NEW
      : await get('/subscriptions/' + encodeURIComponent(this.params.id), options);
    this.created = created?.id === subscription.id ? created : null;
    created = null;
    this.begin(subscription);
    return subscription;
  }

  begin(s) {
    this.draft = {
      objCode: s.objCode,
      eventType: s.eventType,
      url: s.url,
      objId: s.objId || '',
      description: s.description || '',
      authToken: '',
      format: s.format,
      version: s.version,
      ordering: s.ordering || '',
      base64Encoding: s.base64Encoding,
      filters: s.filters.length ? JSON.stringify(s.filters, null, 2) : '[]',
      filterConnector: s.filterConnector,
    };
    this.touched = {};
  }

  title() {
    return html`
      <div class="head"><h1>Subscription</h1></div>
    `;
  }

  edit(event) {
    const {name, type, checked, value} = event.target;
    if (!(name in this.draft) || name === 'filters') return;
    this.change(name, type === 'checkbox' ? checked : value);
  }

  change(name, value) {
    this.draft = {...this.draft, [name]: value};
    this.touched = {...this.touched, [name]: true};
    this.refused = null;
  }

  /** The draft as an API request; null clears a field. */
  body() {
    const d = this.draft;
    const body = {
      objCode: d.objCode.trim(),
      eventType: d.eventType.trim(),
      url: d.url.trim(),
      objId: d.objId.trim() || null,
      description: d.description.trim() || null,
      format: d.format,
      version: d.version,
      ordering: d.ordering || null,
      base64Encoding: d.base64Encoding,
      filterConnector: d.filterConnector,
    };
    try {
      body.filters = JSON.parse(d.filters || '[]');
    } catch {
      body.filters = d.filters;
    }
    if (d.authToken) body.authToken = d.authToken;
    return body;
  }

  async save(event) {
    event.preventDefault();
    try {
      const saved = this.isNew
        ? await post('/subscriptions', this.body())
        : await patch('/subscriptions/' + this.params.id, this.body());
      const warnings = saved.warnings.map(w => w.detail).join(' ');
      showToast((this.isNew ? 'Created' : 'Saved') + (warnings ? '. ' + warnings : ''));
      if (this.isNew) {
        created = saved;
        go('/subscriptions/' + saved.id);
      } else {
        this.data = saved;
        this.begin(saved);
      }
      this.refused = null;
    } catch (e) {
      this.refused = e;
    }
  }

  /** The error of a field, from the last save or from the dry run. */
  wrong(name) {
    if (this.refused) return this.refused.at('/' + name);
    return this.touched[name] ? this.checks?.at('/subscription/' + name) || '' : '';
  }

  delete() {
    confirm({
      title: 'Delete this subscription?',
      action: 'Delete',
      danger: true,
      text: 'Cancels its waiting messages. The endpoint keeps its circuit and signing secret.',
      run: async () => {
        await remove('/subscriptions/' + this.params.id);
        showToast('Deleted');
        return () => go('/subscriptions');
      },
    });
  }

  async test() {
    this.tested = 'busy';
    try {
      this.tested = await post('/subscriptions/' + this.params.id + '/test');
    } catch (e) {
      this.tested = e;
    }
    await this.updateComplete;
    this.querySelector('.tested')?.scrollIntoView({block: 'nearest'}); // the steps after creation fill the screen
  }

  actions(s, may) {
    return html`
      <div class="row">
        ${
          may
            ? html`
                <button type="button" ?disabled=${this.tested === 'busy'} @click=${this.test}>
                  ${icon('plane', 14)}Send a test request
                </button>
              `
            : ''
        }
        ${curlButton('/subscriptions/' + s.id)}
        ${
          may
            ? html`
                <button type="button" class="danger" @click=${this.delete}>Delete…</button>
              `
            : ''
        }
      </div>
    `;
  }

  view(s) {
    const may = mayManage();
    return html`
      <div class="head">
        <div class="grow">
          <a class="crumb" href=${link('/subscriptions')}>Subscriptions</a>
          <h1 class="break">
            ${this.isNew ? 'New subscription' : s.description || s.objCode + '.' + s.eventType}
          </h1>
          ${
            this.isNew
              ? ''
              : html`
                  <div class="row">
                    ${copyable(s.id)}
                    <a class="small" href=${link('/messages', {subscription: s.id})}>messages</a>
                    <a class="small" href=${link('/endpoints/' + s.endpointId)}>endpoint</a>
                  </div>
                `
          }
        </div>
        ${this.isNew ? '' : this.actions(s, may)}
      </div>
      <div class="stack">
        ${this.created ? this.welcome(s) : ''}
        ${
          this.tested
            ? html`
                <div class="tested">${testResult(this.tested, () => (this.tested = null))}</div>
              `
            : ''
        }
        <div class="cols">
          <section class="panel">
            <header><h2>Settings</h2></header>
            ${subscriptionForm(this, s, may)}
          </section>
          <section class="panel">
            <header>
              <h2>Dry run</h2>
              <span class="muted small">updates as you type; sends nothing</span>
            </header>
            <ph-dry-run .draft=${this.dryDraft()} @checked=${e => (this.checks = e.detail)}></ph-dry-run>
          </section>
        </div>
        ${
          this.isNew || this.created
            ? ''
            : html`
                <section class="panel">
                  <header>
                    <h2>Receiver</h2>
                    <span class="muted small">code that verifies the signature</span>
                  </header>
                  <ph-receiver .endpoint=${s.endpointId} .may=${may}></ph-receiver>
                </section>
              `
        }
      </div>
    `;
  }

  /** The next steps after creation: the secret, a receiver and a test. */
  welcome(s) {
    return html`
      <section class="panel created">
        <header>
          <h2>Subscription created</h2>
          <span class="grow"></span>
          <button type="button" class="plain" aria-label="Close" @click=${() => (this.created = null)}>
            ${icon('cross', 14)}
          </button>
        </header>
        <ol class="steps">
          <li>
            <strong>Give the signing secret to the receiver.</strong>
            <span class="muted small">It signs all messages to this URL; the endpoint shows it again.</span>
            <div class="secret">${copyable(this.created.signingSecret)}</div>
          </li>
          <li>
            <strong>Verify signatures in the receiver.</strong>
            <ph-receiver .endpoint=${s.endpointId} .secret=${this.created.signingSecret}></ph-receiver>
          </li>
          <li>
            <strong>Send a test.</strong>
            <button type="button" class="primary" ?disabled=${this.tested === 'busy'} @click=${this.test}>
              ${icon('plane', 14)}Send a test
            </button>
          </li>
        </ol>
      </section>
    `;
  }

  /**
   * The draft for the dry run, with defaults for codes and URL that are still empty, and without
   * filters whose field is.
   */
  dryDraft() {
    const {authToken, ...rest} = this.body();
    const text = JSON.stringify({
      ...rest,
      filters: Array.isArray(rest.filters) ? rest.filters.filter(f => f?.fieldName !== '') : rest.filters,
      url: rest.url || 'https://receiver.example/',
      objCode: rest.objCode || '*',
      eventType: rest.eventType || '*',
    });
    if (text !== this.dryText) {
      this.dryText = text;
      this.dry = JSON.parse(text);
    }
    return this.dry;
  }
}
customElements.define('ph-subscription', SubscriptionPage);
