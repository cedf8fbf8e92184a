/** The page: state comes by the stream, tools by query; what people do goes out by POST after they confirmed it. */
import { ApiError, adoptToken, follow, get, hasToken, post, setToken } from './api.mjs';
import { makeDialog, problemOf } from './dialog.mjs';
import { byId, dialogById, element, inputById, reconcile, setText, visible, visibleText } from './dom.mjs';
import { healthNames, serverRow, showTimes, toolRow } from './rows.mjs';

/** @typedef {import('../view.js').ServerView} Server */
/** @typedef {import('../view.js').ToolView} Tool */
/** @typedef {{ version: string, now: number, servers: Server[], readOnly: boolean, readOnlyReason: string | null, refusedConfiguration: string | null }} State */

const pageSize = 100;
const view = { status: '', server: '', limit: pageSize };
/** @type {State | undefined} */
let state;
let clockOffset = 0;

/** Tells people who do not see the page. @param {string} text */
function say(text) {
  byId('said').textContent = text;
}

/** @param {'live' | 'connecting' | 'offline'} link */
function showLink(link) {
  const names = { live: 'Live', connecting: 'Connecting', offline: 'Offline' };
  byId('link').dataset.link = link;
  setText(byId('link'), names[link]);
  document.body.classList.toggle('stale', link === 'offline');
}

/** @param {string} id @param {string | null} text @param {string} [kind] */
function banner(id, text, kind = 'error') {
  const present = document.getElementById(id);
  if (text === null) return void present?.remove();
  const shown = present ?? byId('banners').appendChild(element('p', { id, className: 'banner', role: 'alert', dataset: { kind } }));
  setText(shown, visibleText(text));
}

// Servers

function tick() {
  showTimes(Date.now() + clockOffset);
}

/** @param {State} next */
function showState(next) {
  announceHealth(next);
  state = next;
  clockOffset = next.now - Date.now();
  showLink('live');
  banner('offline', null);
  banner(
    'refused',
    next.refusedConfiguration && `The configuration on disk was refused, the one before goes on: ${next.refusedConfiguration}`,
    'warning',
  );
  banner('read-only', next.readOnly ? `Read-only: ${next.readOnlyReason}.` : null, 'note');
  byId('main').hidden = false;
  byId('sign-in').hidden = true;
  reconcile(byId('servers'), next.servers, ({ name }) => name, serverRow);
  byId('servers-empty').hidden = next.servers.length > 0;
  const up = next.servers.filter(({ health }) => health === 'ok').length;
  setText(byId('servers-summary'), next.servers.length === 0 ? '' : `${up} of ${next.servers.length} up`);
  const waiting = next.servers.reduce((sum, { tools }) => sum + tools.waiting, 0);
  byId('waiting').hidden = waiting === 0;
  setText(byId('waiting'), String(waiting));
  document.title = waiting > 0 ? `(${waiting}) mcpgw` : 'mcpgw';
  setText(byId('version'), `mcpgw ${next.version}`);
  if (view.server && !next.servers.some(({ name }) => name === view.server)) view.server = '';
  showFilters();
  tick();
  void loadTools();
}

/** @param {State} next */
function announceHealth(next) {
  const before = new Map(state?.servers.map(({ name, health }) => [name, health]));
  const changed = next.servers.filter(({ name, health }) => before.has(name) && before.get(name) !== health);
  if (changed.length > 0)
    say(
      changed
        .slice(0, 5)
        .map(({ name, health }) => `${visibleText(name)} is ${healthNames[health]}`)
        .join('. '),
    );
}

// Tools

/** @type {AbortController | undefined} */
let loading;

async function loadTools() {
  loading?.abort();
  const abort = new AbortController();
  loading = abort;
  const query = inputById('search').value.trim();
  const asked = { ...(query && { query }), ...(view.server && { server: view.server }), ...(view.status && { status: view.status }) };
  try {
    const { total, tools } = await get('tools', { ...asked, limit: view.limit }, abort.signal);
    if (loading === abort) showTools(total, tools, query);
  } catch (error) {
    if (!abort.signal.aborted) broken(error);
  }
}

/** @param {number} total @param {Tool[]} tools @param {string} query */
function showTools(total, tools, query) {
  banner('load', null);
  reconcile(byId('tools'), tools, ({ server, name }) => JSON.stringify([server, name]), toolRow);
  const narrowed = Boolean(query || view.server || view.status);
  setText(
    byId('tools-summary'),
    total === 0 ? '' : tools.length < total ? `${tools.length} of ${total} tools` : `${total} ${total === 1 ? 'tool' : 'tools'}`,
  );
  byId('more').hidden = tools.length >= total || view.limit >= 500;
  const empty = byId('tools-empty');
  empty.hidden = total > 0;
  if (total === 0) {
    const text = narrowed ? emptyText(query) : 'No server has given a tool yet.';
    if (empty.dataset.text !== text) {
      empty.dataset.text = text;
      empty.replaceChildren(
        text,
        ' ',
        ...(narrowed ? [element('button', { type: 'button', className: 'small', dataset: { act: 'clear' } }, 'Show all')] : []),
      );
    }
  }
}

/** @param {string} query */
function emptyText(query) {
  if (query) return `No tool matches “${visibleText(query)}”.`;
  return view.status === 'pending_approval' ? 'Nothing waits for approval.' : 'No such tool.';
}

function showFilters() {
  for (const button of document.querySelectorAll('[data-status][aria-pressed]')) {
    button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.status === view.status));
  }
  for (const row of byId('servers').children)
    row.classList.toggle('chosen', /** @type {HTMLElement} */ (row).dataset.server === view.server);
  const chip = byId('server-filter');
  chip.hidden = view.server === '';
  if (view.server) chip.replaceChildren('Only ', ...visible(view.server), ' ✕');
  chip.setAttribute('aria-label', `Show the tools of all servers, not only ${visibleText(view.server)}`);
}

/** @param {Partial<typeof view>} change */
function choose(change) {
  Object.assign(view, { limit: pageSize }, change);
  showFilters();
  void loadTools();
}

function clearSearch() {
  inputById('search').value = '';
  choose({ status: '', server: '' });
}

const dialog = makeDialog({ onDone: loadTools, onBroken: broken, say });

/** @param {string} name @param {HTMLButtonElement} button */
async function restart(name, button) {
  button.disabled = true;
  try {
    await post('restart', { server: name });
    banner('action', null);
    say(`${visibleText(name)} is restarted`);
  } catch (error) {
    banner('action', problemOf(error));
  } finally {
    button.disabled = false;
  }
}

// Keys and clicks

/** @param {Event} event */
function rowOf(event) {
  return /** @type {HTMLElement} */ (event.target).closest('li');
}

byId('servers').addEventListener('click', event => {
  const button = /** @type {HTMLElement} */ (event.target).closest('button');
  const server = rowOf(event)?.dataset.server;
  if (!button || server === undefined) return;
  if (button.dataset.act === 'restart') void restart(server, button);
  else if (button.dataset.act === 'review') void dialog.openReview(server);
  else choose({ server: view.server === server ? '' : server });
});

byId('tools').addEventListener('click', event => {
  const button = /** @type {HTMLElement} */ (event.target).closest('button');
  const { server, tool } = rowOf(event)?.dataset ?? {};
  if (!button || server === undefined || tool === undefined) return;
  void dialog.openTool(server, tool, button.dataset.act === 'look' ? undefined : button.dataset.act);
});

byId('tools-empty').addEventListener('click', event => {
  if (/** @type {HTMLElement} */ (event.target).dataset.act === 'clear') clearSearch();
});
for (const button of document.querySelectorAll('[data-status][aria-pressed]')) {
  button.addEventListener('click', () => choose({ status: /** @type {HTMLElement} */ (button).dataset.status ?? '' }));
}
byId('server-filter').addEventListener('click', () => {
  choose({ server: '' });
  byId('tools-heading').focus();
});
byId('servers-toggle').addEventListener('click', () => {
  const folded = byId('servers').classList.toggle('folded');
  byId('servers-toggle').setAttribute('aria-expanded', String(!folded));
  setText(byId('servers-toggle'), folded ? 'Unfold' : 'Fold');
});
byId('more').addEventListener('click', () => choose({ limit: Math.min(view.limit + pageSize, 500) }));
byId('help-open').addEventListener('click', () => dialogById('help-dialog').showModal());

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
inputById('search').addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => choose({}), 120);
});
inputById('search').addEventListener('keydown', event => {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  inputById('search').value = '';
  choose({});
});

/** @param {number} step */
function moveFocus(step) {
  const rows = [...byId('tools').children];
  const now = rows.findIndex(row => row.contains(document.activeElement));
  const next = rows[now < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(now + step, 0), rows.length - 1)];
  next?.querySelector('button')?.focus();
}

/** @type {Record<string, () => void>} */
const keys = {
  '/': () => inputById('search').focus(),
  '?': () => dialogById('help-dialog').showModal(),
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  w: () => choose({ status: view.status === 'pending_approval' ? '' : 'pending_approval' }),
  a: () => {
    const row = document.activeElement?.closest('#tools li');
    const button = row?.querySelector('[data-act="approve"], [data-act="enable"]');
    /** @type {HTMLElement | null | undefined} */ (button)?.click();
  },
};

const shortcuts = inputById('shortcuts');
shortcuts.checked = localStorage.getItem('mcpgw-shortcuts') !== 'off';
shortcuts.addEventListener('change', () => localStorage.setItem('mcpgw-shortcuts', shortcuts.checked ? 'on' : 'off'));

addEventListener('keydown', event => {
  if (!shortcuts.checked || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (/** @type {HTMLElement} */ (event.target).matches('input, textarea, select')) return;
  const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
  if (!run || byId('main').hidden) return;
  event.preventDefault();
  run();
});

// Start

/** @param {unknown} error */
function broken(error) {
  if (error instanceof ApiError && error.status === 401) return askToken();
  if (error instanceof ApiError) banner('load', `The gateway refuses: ${error.message}.`);
  else showOffline();
}

function showOffline() {
  showLink('offline');
  banner(
    'offline',
    state
      ? 'The gateway cannot be reached. What is below is as it was; the page tries again by itself.'
      : 'The gateway cannot be reached. The page tries again by itself.',
  );
}

let signedIn = true;

function askToken() {
  const form = byId('sign-in');
  if (!form.hidden) return;
  signedIn = false;
  showLink('connecting');
  setText(byId('link'), 'Locked');
  byId('main').hidden = true;
  form.hidden = false;
  setText(byId('sign-in-error'), hasToken() ? 'The gateway does not know this token.' : '');
  inputById('token').focus();
}

byId('sign-in-form').addEventListener('submit', event => {
  event.preventDefault();
  setToken(inputById('token').value);
  byId('sign-in').hidden = true;
  setText(byId('link'), 'Connecting');
  start();
});

function start() {
  signedIn = true;
  void follow(showState, error => {
    if (error instanceof ApiError) broken(error);
    else if (signedIn) showOffline();
  });
}

adoptToken();
start();
setInterval(tick, 1000);
