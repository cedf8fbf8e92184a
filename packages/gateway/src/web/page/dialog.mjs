/** The dialog: a tool, what is asked about it, or all that waits on a server; and what comes of the answer. */
import { ApiError, get, post } from './api.mjs';
import { detailNodes } from './details.mjs';
import { byId, dialogById, element, setText, visible, visibleText } from './dom.mjs';
import { actionNames } from './rows.mjs';

/**
 * @typedef {object} DialogDeps
 * @property {() => Promise<void>} onDone after something was decided
 * @property {(error: unknown) => void} onBroken after a question to the gateway failed
 * @property {(text: string) => void} say
 */

const done = /** @type {Record<string, string>} */ ({ approve: 'approved', enable: 'enabled', disable: 'switched off' });

/** @param {unknown} error */
export function problemOf(error) {
  return error instanceof ApiError ? `That did not work: ${error.message}.` : 'That did not work: the gateway cannot be reached.';
}

/** @param {string} action */
function confirmButton(action, label = actionNames[action] ?? action) {
  const className = action === 'disable' ? 'danger' : 'primary';
  return element('button', { type: 'button', className, dataset: { confirm: action } }, label);
}

/** @param {DialogDeps} deps */
export function makeDialog({ onDone, onBroken, say }) {
  const dialog = dialogById('tool-dialog');

  /** @param {(string | Node)[]} heading @param {Node[]} body @param {Node[]} buttons */
  function show(heading, body, buttons) {
    byId('tool-heading').replaceChildren(...heading);
    byId('tool-body').replaceChildren(...body);
    byId('tool-actions').replaceChildren(element('button', { value: 'cancel' }, buttons.length === 1 ? 'Cancel' : 'Close'), ...buttons);
    setText(byId('tool-problem'), '');
    if (!dialog.open) dialog.showModal();
    byId('tool-body').scrollTop = 0;
    byId('tool-heading').focus();
  }

  /**
   * Sends what was decided; where the tool is another by now, `again` shows it anew.
   * @param {HTMLButtonElement} button @param {() => Promise<unknown>} send @param {string} said @param {() => Promise<void>} again
   */
  async function decide(button, send, said, again) {
    button.disabled = true;
    setText(byId('tool-problem'), '');
    try {
      await send();
      dialog.close();
      say(said);
      await onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') await again();
      setText(byId('tool-problem'), problemOf(error));
      button.disabled = false;
    }
  }

  /** @param {any} tool @param {string} action @param {string | undefined} asked */
  function toolButton(tool, action, asked) {
    const button = confirmButton(action);
    button.disabled = action === 'approve' && (tool.truncated || tool.hash === null);
    const body = {
      server: tool.server,
      ...(action === 'approve' ? { tools: [{ tool: tool.name, hash: tool.hash }] } : { tool: tool.name }),
    };
    const said = `${visibleText(tool.name)} is ${done[action]}`;
    const again = () => openTool(tool.server, tool.name, asked);
    button.addEventListener('click', () => decide(button, () => post(action, body), said, again));
    return button;
  }

  /**
   * Shows a tool, and asks for confirmation where `action` is given.
   * @param {string} server @param {string} name @param {string} [action]
   */
  async function openTool(server, name, action) {
    try {
      const tool = await get('tool', { server, tool: name });
      const asked = action && tool.actions.includes(action) ? action : undefined;
      const heading = [
        asked ? `${actionNames[asked]} ` : '',
        element('code', {}, ...visible(tool.name)),
        element('span', { className: 'of' }, ' of ', ...visible(tool.server)),
        asked ? '?' : '',
      ];
      const offered = asked ? [asked] : tool.actions;
      show(
        heading,
        detailNodes(tool),
        offered.map((/** @type {string} */ each) => toolButton(tool, each, asked)),
      );
    } catch (error) {
      onBroken(error);
    }
  }

  /** Shows all that waits on a server, to be approved at once. @param {string} server */
  async function openReview(server) {
    try {
      const { tools, left } = await get('review', { server });
      const sections = tools.map((/** @type {any} */ tool) =>
        element('section', { className: 'reviewed' }, element('h3', {}, element('code', {}, ...visible(tool.name))), ...detailNodes(tool)),
      );
      const note =
        left > 0
          ? [element('p', { className: 'note' }, `${left} more ${left === 1 ? 'waits' : 'wait'} and cannot be shown with these.`)]
          : [];
      const label = tools.length === 1 ? 'Approve it' : `Approve all ${tools.length}`;
      const button = confirmButton('approve', label);
      button.disabled = tools.length === 0;
      const seen = tools.map((/** @type {any} */ { name, hash }) => ({ tool: name, hash }));
      const said = `${tools.length} tools of ${visibleText(server)} are approved`;
      button.addEventListener('click', () =>
        decide(
          button,
          () => post('approve', { server, tools: seen }),
          said,
          () => openReview(server),
        ),
      );
      show(['What waits on ', element('code', {}, ...visible(server))], [...note, ...sections], [button]);
    } catch (error) {
      onBroken(error);
    }
  }

  return { openTool, openReview };
}
