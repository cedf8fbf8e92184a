/** What changed between two texts. */

/** Cells of the table of common subsequences, beyond which the middle counts as replaced as a whole. */
const maxCells = 4_000_000;

/** A run of parts that stayed, are gone or are new. */
export interface TextChange {
  readonly kind: 'same' | 'gone' | 'new';
  readonly parts: string[];
}

/** The changes between two lists of parts. */
export function diff(before: readonly string[], after: readonly string[]): TextChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const middle = compare(before.slice(start, before.length - end), after.slice(start, after.length - end));
  const changes: TextChange[] = [];
  add(changes, 'same', before.slice(0, start));
  for (const { kind, parts } of middle) add(changes, kind, parts);
  add(changes, 'same', before.slice(before.length - end));
  return changes;
}

function add(changes: TextChange[], kind: TextChange['kind'], parts: readonly string[]): void {
  if (parts.length === 0) return;
  const last = changes.at(-1);
  if (last?.kind === kind) last.parts.push(...parts);
  else changes.push({ kind, parts: [...parts] });
}

function compare(before: string[], after: string[]): TextChange[] {
  if (before.length * after.length > maxCells) {
    return [
      { kind: 'gone', parts: [...before] },
      { kind: 'new', parts: [...after] },
    ];
  }
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      table[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const changes: TextChange[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      add(changes, 'same', [before[i]!]);
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) add(changes, 'gone', [before[i++]!]);
    else add(changes, 'new', [after[j++]!]);
  }
  add(changes, 'gone', before.slice(i));
  add(changes, 'new', after.slice(j));
  return changes;
}

/** Words and the spaces between them. */
function words(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

/** The lines of a text; none of an empty one. */
export function lines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** The words that changed between two texts. Spaces between changed words count as changed, so that a rewritten sentence is one change. */
export function wordChanges(before: string, after: string): TextChange[] {
  const changes: TextChange[] = [];
  const found = diff(words(before), words(after));
  let pending: { readonly gone: string[]; readonly fresh: string[] } = { gone: [], fresh: [] };
  const settle = () => {
    add(changes, 'gone', pending.gone);
    add(changes, 'new', pending.fresh);
    pending = { gone: [], fresh: [] };
  };
  found.forEach(({ kind, parts }, at) => {
    const isBetween = kind === 'same' && at > 0 && at < found.length - 1 && parts.every(part => part.trim() === '');
    if (kind === 'gone' || isBetween) pending.gone.push(...parts);
    if (kind === 'new' || isBetween) pending.fresh.push(...parts);
    if (kind !== 'same' || isBetween) return;
    settle();
    add(changes, 'same', parts);
  });
  settle();
  return changes;
}
