/** The rows of the two lists. */
import { element, setText, visible, visibleText } from './dom.mjs';

/** @typedef {import('../view.js').ServerView} Server */
/** @typedef {import('../view.js').ToolView} Tool */

const statusNames = /** @type {Record<string, string>} */ ({
  callable: 'callable',
  pending_approval: 'new, waits for approval',
  disabled_by_user: 'switched off',
  disabled_by_config: 'locked by configuration',
  server_disabled: 'server is off',
  server_quarantined: 'server in quarantine',
  login_required: 'login needed',
  disabled_unknown: 'locked',
});
export const healthNames = { ok: 'up', starting: 'connecting', waiting: 'waiting', failed: 'down', off: 'off' };
export const actionNames = /** @type {Record<string, string>} */ ({ approve: 'Approve', enable: 'Enable', disable: 'Switch off' });

/** @param {number} milliseconds */
function span(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/** Writes the texts that depend on the time of day. @param {number} now the gateway's, in milliseconds since the epoch */
export function showTimes(now) {
  for (const shown of document.querySelectorAll('[data-since]')) {
    setText(shown, `for ${span(now - Number(/** @type {HTMLElement} */ (shown).dataset.since))}`);
  }
  for (const shown of document.querySelectorAll('[data-next]')) {
    const rest = Number(/** @type {HTMLElement} */ (shown).dataset.next) - now;
    setText(shown, rest > 0 ? `Next attempt in ${span(rest)}.` : 'Trying now.');
  }
}

/** @param {Server} server */
function toolCount({ tools: { total, callable, waiting, changed } }) {
  if (total === 0) return 'no tools known';
  const locked = total - callable;
  const parts = [`${total} ${total === 1 ? 'tool' : 'tools'}`];
  if (changed > 0) parts.push(`${changed} changed`);
  if (waiting - changed > 0) parts.push(`${waiting - changed} waiting`);
  if (locked - waiting > 0) parts.push(`${locked - waiting} locked`);
  return parts.join(', ');
}

/** @param {Server['omitted']} omitted */
function omittedTools(omitted) {
  const items = omitted.map(({ tool, reason }) => element('li', {}, element('code', {}, ...visible(tool)), ' ', ...visible(reason)));
  const title =
    omitted.length === 1 ? 'One tool cannot be used' : `${omitted.length === 20 ? '20 or more' : omitted.length} tools cannot be used`;
  return element(
    'details',
    { className: 'omitted' },
    element('summary', { dataset: { part: 'omitted' } }, title),
    element('ul', {}, ...items),
  );
}

/** @param {Server} server */
function serverButtons({ name, canRestart, tools: { waiting } }) {
  if (!canRestart) return [];
  const button = (/** @type {string} */ act, /** @type {string} */ text, /** @type {object} */ aria) =>
    element('button', { type: 'button', className: 'small', dataset: { part: act, act }, aria }, text);
  const restart = button('restart', 'Restart', { label: `Restart ${visibleText(name)}` });
  if (waiting < 2) return [restart];
  return [button('review', 'Review…', { label: `Review what waits on ${visibleText(name)}`, haspopup: 'dialog' }), restart];
}

/** @param {Server} server */
export function serverRow(server) {
  const facts = [server.protocol, server.version, server.protocolVersion && `MCP ${server.protocolVersion}`].filter(Boolean).join(' · ');
  const name = element(
    'button',
    { type: 'button', className: 'name', title: 'Show only its tools', dataset: { part: 'name', act: 'filter' } },
    ...visible(server.name),
  );
  const row = element('li', { className: 'row', dataset: { health: server.health, server: server.name } });
  row.append(
    element(
      'div',
      { className: 'line-1' },
      element('span', { className: 'dot', aria: { hidden: true } }),
      name,
      element('span', { className: 'badge', dataset: { status: server.health } }, healthNames[server.health]),
      element('span', { className: 'age', dataset: { since: String(server.since) } }),
    ),
    element('p', { className: 'facts' }, ...visible(facts)),
    element('p', { className: 'reason' }, ...visible(server.reason)),
  );
  if (server.remedy) row.append(element('p', { className: 'remedy' }, server.remedy));
  if (server.nextAttemptAt !== null) row.append(element('p', { className: 'remedy', dataset: { next: String(server.nextAttemptAt) } }));
  if (server.omitted.length > 0) row.append(omittedTools(server.omitted));
  const counts = element('span', { className: 'facts' }, toolCount(server));
  row.append(element('div', { className: 'line-2' }, counts, element('span', { className: 'buttons' }, ...serverButtons(server))));
  return row;
}

/** What nobody has approved yet is said beside any other lock. @param {Tool} tool */
function badges({ status, approval }) {
  const changed = element('span', { className: 'badge', dataset: { status: 'changed' } }, 'changed since it was approved');
  const lock = element('span', { className: 'badge', dataset: { status } }, statusNames[status] ?? status);
  if (approval !== 'changed') return [lock];
  return status === 'pending_approval' ? [changed] : [changed, lock];
}

/** @param {Tool} tool */
export function toolRow(tool) {
  const label = `${visibleText(tool.name)} of ${visibleText(tool.server)}`;
  const name = element(
    'button',
    { type: 'button', className: 'name', dataset: { part: 'name', act: 'look' }, aria: { haspopup: 'dialog' } },
    ...visible(tool.name),
  );
  const row = element('li', { className: 'row', dataset: { status: tool.status, server: tool.server, tool: tool.name } });
  row.append(element('div', { className: 'line-1' }, name, element('span', { className: 'of' }, ...visible(tool.server)), ...badges(tool)));
  if (tool.caution) row.append(element('p', { className: 'remedy problem' }, `Caution: ${tool.caution}.`));
  if (tool.title && tool.title !== tool.name) row.append(element('p', { className: 'title' }, ...visible(tool.title)));
  row.append(
    element(
      'p',
      { className: tool.description ? 'description' : 'description none' },
      ...(tool.description ? visible(tool.description) : ['no description']),
    ),
  );
  if (tool.remedy) row.append(element('p', { className: 'remedy' }, tool.remedy));
  const foot = element('div', { className: 'line-2' }, element('span', { className: 'facts' }, tool.hints.join(' · ')));
  for (const action of tool.actions) {
    const className = action === 'disable' ? 'small' : 'small primary';
    const aria = { label: `${actionNames[action]} ${label}`, haspopup: 'dialog' };
    foot.append(element('button', { type: 'button', className, dataset: { part: action, act: action }, aria }, `${actionNames[action]}…`));
  }
  row.append(foot);
  return row;
}
