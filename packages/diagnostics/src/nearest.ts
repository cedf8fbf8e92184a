/**
 * The candidate that a misspelled name most likely means, or undefined when none is near. Case, `-` and `_` do not count
 * as differences; otherwise a third of the longer name may differ (Damerau-Levenshtein).
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const [candidate, distance] of near(name, candidates)) {
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** The candidate that a misspelled name means if no other is near: a certain fix. */
export function onlyNear(name: string, candidates: Iterable<string>): string | undefined {
  const all = near(name, candidates);
  return all.length === 1 ? all[0]![0] : undefined;
}

function near(name: string, candidates: Iterable<string>): [candidate: string, distance: number][] {
  const wanted = fold(name);
  const found: [string, number][] = [];
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const folded = fold(candidate);
    const limit = Math.floor(Math.max(wanted.length, folded.length) / 3);
    if (Math.abs(wanted.length - folded.length) > limit) continue;
    const distance = editDistance(wanted, folded);
    if (distance <= limit) found.push([candidate, distance]);
  }
  return found;
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
