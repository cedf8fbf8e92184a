/** What changed between two texts. */

/** Cells of the table of common subsequences, beyond which the middle counts as replaced as a whole. */
const maxCells = 4_000_000;

/** @typedef {{ kind: 'same' | 'gone' | 'new', parts: string[] }} Change */

/** @param {readonly string[]} before @param {readonly string[]} after @returns {Change[]} */
export function diff(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const middle = compare(before.slice(start, before.length - end), after.slice(start, after.length - end));
  /** @type {Change[]} */
  const changes = [];
  add(changes, 'same', before.slice(0, start));
  for (const { kind, parts } of middle) add(changes, kind, parts);
  add(changes, 'same', before.slice(before.length - end));
  return changes;
}

/** @param {Change[]} changes @param {Change['kind']} kind @param {string[]} parts */
function add(changes, kind, parts) {
  if (parts.length === 0) return;
  const last = changes.at(-1);
  if (last?.kind === kind) last.parts.push(...parts);
  else changes.push({ kind, parts });
}

/** @param {string[]} before @param {string[]} after @returns {Change[]} */
function compare(before, after) {
  if (before.length * after.length > maxCells) {
    return [
      { kind: 'gone', parts: before },
      { kind: 'new', parts: after },
    ];
  }
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  const at = (/** @type {number} */ i, /** @type {number} */ j) => table[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      table[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  /** @type {Change[]} */
  const changes = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      add(changes, 'same', [/** @type {string} */ (before[i])]);
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) add(changes, 'gone', [/** @type {string} */ (before[i++])]);
    else add(changes, 'new', [/** @type {string} */ (after[j++])]);
  }
  add(changes, 'gone', before.slice(i));
  add(changes, 'new', after.slice(j));
  return changes;
}

/** Words and the spaces between them. @param {string} text */
export function words(text) {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

/** @param {string} text */
export function lines(text) {
  return text === '' ? [] : text.split('\n');
}
