/** Building and updating elements. Texts become text nodes and nothing else, whatever they hold. */

/**
 * Characters that a reader does not see or that reorder what he sees: controls, zero-width and direction marks, fillers, and the tag
 * characters that hide instructions to a model. They are shown by their number.
 */
const unseen = new RegExp(
  [
    '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200c\\u200e\\u200f]',
    '[\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffc\\u034f\\u180b-\\u180d\\u180f]',
    '[\\u{e0000}-\\u{e0fff}]',
    // Emoji may be joined and have their variant.
    '(?<!\\p{Extended_Pictographic}\\ufe0f?)\\u200d',
    '(?<!\\p{Emoji})\\ufe0f',
  ].join('|'),
  'gu',
);

/** `text` as nodes, its unseen characters as marks. @param {string} text @returns {(string | HTMLElement)[]} */
export function visible(text) {
  const nodes = [];
  let from = 0;
  for (const { 0: char, index } of text.matchAll(unseen)) {
    if (index > from) nodes.push(text.slice(from, index));
    nodes.push(element('span', { className: 'unseen-char', title: 'a character that does not show' }, codePoint(char)));
    from = index + char.length;
  }
  if (from < text.length) nodes.push(text.slice(from));
  return nodes;
}

/** @param {string} char */
function codePoint(char) {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The same, where only a text fits (an accessible name). @param {string} text */
export function visibleText(text) {
  return text.replace(unseen, codePoint);
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties] set as properties; `dataset` and `aria` (names without the prefix) as attributes
 * @param {...(string | Node)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, { dataset = {}, aria = {}, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  Object.assign(made.dataset, dataset);
  for (const [name, value] of Object.entries(/** @type {object} */ (aria))) made.setAttribute(`aria-${name}`, String(value));
  made.append(...children);
  return made;
}

/** The element with this id; the page has it. @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} id */
export function inputById(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/** @param {string} id */
export function dialogById(id) {
  return /** @type {HTMLDialogElement} */ (byId(id));
}

/** Replaces the content only where it differs, so that neither focus nor selection is lost. @param {Element} target @param {string} text */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * Makes the children of `list` those of `items`, in their order, keeping the element of an item that was there.
 * @template Item
 * @param {HTMLElement} list
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => HTMLElement} make
 */
export function reconcile(list, items, keyOf, make) {
  const old = new Map(
    [...list.children].map(child => [/** @type {HTMLElement} */ (child).dataset.key, /** @type {HTMLElement} */ (child)]),
  );
  items.forEach((item, index) => {
    const key = keyOf(item);
    const version = JSON.stringify(item);
    let row = old.get(key);
    if (row?.dataset.version !== version) {
      const fresh = make(item);
      Object.assign(fresh.dataset, { key, version });
      if (row) replaceKeepingFocus(row, fresh);
      row = fresh;
    }
    old.delete(key);
    const present = list.children[index];
    if (present !== row) list.insertBefore(/** @type {HTMLElement} */ (row), present ?? null);
  });
  for (const gone of old.values()) gone.remove();
}

/** @param {HTMLElement} row @param {HTMLElement} fresh */
function replaceKeepingFocus(row, fresh) {
  const focused = /** @type {HTMLElement | null} */ (row.contains(document.activeElement) ? document.activeElement : null);
  row.replaceWith(fresh);
  const part = /** @type {HTMLElement | null} */ (focused && fresh.querySelector(`[data-part="${focused.dataset.part}"]`));
  if (focused) (part ?? fresh.querySelector('button'))?.focus();
}
