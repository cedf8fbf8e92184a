/**
 * The candidate that a misspelt name most likely means, or undefined when none is near. Case, `-` and `_` do not count
 * as differences; otherwise a third of the longer name may differ (Damerau-Levenshtein).
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(name);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const folded = fold(candidate);
    const limit = Math.floor(Math.max(wanted.length, folded.length) / 3);
    if (Math.abs(wanted.length - folded.length) > limit) continue;
    const distance = editDistance(wanted, folded);
    if (distance <= limit && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

const maxNameLength = 80;

function fold(name: string): string {
  return name
    .slice(0, maxNameLength)
    .toLowerCase()
    .replace(/[-_\s]/g, '');
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
