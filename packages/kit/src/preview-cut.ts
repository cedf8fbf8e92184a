/** Cuts text without splitting a surrogate pair. */

const omission = '\n...\n';

/** The first `length` units, without half a surrogate pair at the end. */
export function headOf(text: string, length: number): string {
  const head = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head;
}

function tailOf(text: string, length: number): string {
  const tail = length === 0 ? '' : text.slice(-length);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}

/** Cuts `text` to `budget` units: two thirds from the beginning, one third from the end. */
export function capped(text: string, budget: number): string {
  if (text.length <= budget) return text;
  const room = Math.max(budget - omission.length, 0);
  const tail = Math.floor(room / 3);
  return `${headOf(text, room - tail)}${omission}${tailOf(text, tail)}`;
}
