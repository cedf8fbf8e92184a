/**
 * Decides whether a backtracking engine matches a pattern in linear time. The pattern is converted to an automaton. If no text leads to
 * one state in two ways, the engine makes at most one attempt for each state and position of the text. A pattern that may match
 * anywhere must have a bounded length, so that each position costs a constant number of steps.
 */

const end = 0x110000;
const classes = {
  d: [[48, 57]],
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  s: [
    [9, 13],
    [32, 32],
    [160, 160],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
};
const controls = { t: 9, n: 10, v: 11, f: 12, r: 13 };

function inverted(ranges) {
  const out = [];
  let from = 0;
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (low > from) out.push([from, low - 1]);
    from = Math.max(from, high + 1);
  }
  return from < end ? [...out, [from, end - 1]] : out;
}

/** Parses a pattern to a tree of `{type: 'set' | 'all' | 'any' | 'loop' | 'start'}`. @throws Error if a construct is not supported. */
function parse(pattern) {
  const text = [...pattern];
  let at = 0;
  const fail = what => {
    throw new Error(`the pattern ${pattern} has ${what}, of which nobody knows whether it is linear`);
  };
  const escaped = () => {
    const letter = text[at++];
    if (classes[letter]) return classes[letter];
    if (controls[letter]) return [[controls[letter], controls[letter]]];
    const digits = letter === 'x' ? 2 : letter === 'u' ? 4 : 0;
    if (digits === 0 && /[A-Za-z0-9]/.test(letter)) fail(`\\${letter}`);
    const code = digits === 0 ? letter.codePointAt(0) : Number.parseInt(text.slice(at, at + digits).join(''), 16);
    at += digits;
    return [[code, code]];
  };
  /** One character of a set, as ranges. */
  const member = () => {
    const char = text[at++];
    return char === '\\' ? escaped() : [[char.codePointAt(0), char.codePointAt(0)]];
  };
  const set = () => {
    const isInverted = text[at] === '^';
    if (isInverted) at++;
    const ranges = [];
    while (text[at] !== ']') {
      const low = member();
      if (text[at] === '-' && text[at + 1] !== ']') {
        at++;
        const high = member();
        ranges.push([low[0][0], high[0][1]]);
      } else ranges.push(...low);
    }
    at++;
    return { type: 'set', ranges: isInverted ? inverted(ranges) : ranges };
  };
  const atom = () => {
    const char = text[at++];
    if (char === '(') {
      if (text[at] === '?') {
        if (text[at + 1] !== ':') fail(`(?${text[at + 1]}`);
        at += 2;
      }
      const inner = any();
      at++;
      return inner;
    }
    if (char === '[') return set();
    if (char === '.')
      return {
        type: 'set',
        ranges: inverted([
          [10, 10],
          [13, 13],
          [0x2028, 0x2029],
        ]),
      };
    if (char === '^') return { type: 'start' };
    if (char === '$') return { type: 'set', ranges: [[end, end]] };
    return { type: 'set', ranges: char === '\\' ? escaped() : [[char.codePointAt(0), char.codePointAt(0)]] };
  };
  const repeated = inner => {
    const counts = /^\{(\d+)(?:(,)(\d*))?\}/.exec(text.slice(at, at + 20).join(''));
    const [min, max] = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[text[at]] ?? [];
    if (min !== undefined) at++;
    else if (counts === null) return inner;
    else at += counts[0].length;
    if (text[at] === '?' || text[at] === '+') fail('a lazy or possessive repetition');
    if (min !== undefined) return { type: 'loop', of: inner, min, max };
    return {
      type: 'loop',
      of: inner,
      min: Number(counts[1]),
      max: counts[2] === undefined ? Number(counts[1]) : counts[3] === '' ? Infinity : Number(counts[3]),
    };
  };
  const all = () => {
    const parts = [];
    while (at < text.length && text[at] !== '|' && text[at] !== ')') parts.push(repeated(atom()));
    return { type: 'all', parts };
  };
  const any = () => {
    const branches = [all()];
    while (text[at] === '|') {
      at++;
      branches.push(all());
    }
    return { type: 'any', branches };
  };
  return any();
}

/** The states of a tree. Each has a set of characters and its successors, one for each way to reach them. */
class States {
  sets = [];
  follow = [];

  /** Returns the first and last states of a tree, once for each way to reach them, and the number of ways to match the empty text. */
  add(tree) {
    if (tree.type === 'set') {
      const state = this.sets.push(tree.ranges) - 1;
      this.follow.push([]);
      return { first: [state], last: [state], empty: 0 };
    }
    if (tree.type === 'start') return { first: [], last: [], empty: 1 };
    if (tree.type === 'all') return tree.parts.reduce((sum, part) => this.join(sum, this.add(part)), { first: [], last: [], empty: 1 });
    if (tree.type === 'any') {
      const parts = tree.branches.map(branch => this.add(branch));
      return {
        first: parts.flatMap(({ first }) => first),
        last: parts.flatMap(({ last }) => last),
        empty: parts.reduce((sum, { empty }) => sum + empty, 0),
      };
    }
    return this.loop(tree);
  }

  join(a, b) {
    for (const last of a.last) this.follow[last].push(...b.first);
    const first = a.empty === 0 ? a.first : [...a.first, ...b.first];
    const last = b.empty === 0 ? b.last : [...b.last, ...a.last];
    return { first, last, empty: a.empty * b.empty };
  }

  loop({ of, min, max }) {
    let sum = { first: [], last: [], empty: 1 };
    for (let count = 0; count < min; count++) {
      const part = this.add(of);
      sum = this.join(sum, part);
      if (max === Infinity && count === min - 1) for (const last of part.last) this.follow[last].push(...part.first);
    }
    if (max === Infinity && min > 0) return sum;
    if (max === Infinity) {
      const part = this.add(of);
      for (const last of part.last) this.follow[last].push(...part.first);
      return this.join(sum, { ...part, empty: part.empty + 1 });
    }
    // a{0,2} is (a(a)?)?
    let rest = { first: [], last: [], empty: 1 };
    for (let count = min; count < max; count++) {
      const part = this.join(this.add(of), rest);
      rest = { ...part, empty: part.empty + 1 };
    }
    return this.join(sum, rest);
  }
}

const meets = (a, b) => a.some(([low, high]) => b.some(([from, to]) => low <= to && from <= high));

/** Whether some text leads to one final state in two ways. */
function isAmbiguous(tree) {
  const states = new States();
  const { first, last, empty } = states.add(tree);
  const { sets, follow } = states;
  if (empty > 1) return true;
  const isFinal = new Set(last);
  // Two ways through the same states: a duplicate edge.
  const useful = usefulStates(follow, isFinal);
  const hasTwice = list => new Set(list.filter(state => useful.has(state))).size < list.filter(state => useful.has(state)).length;
  if (hasTwice(first) || hasTwice(last) || follow.some((list, state) => useful.has(state) && hasTwice(list))) return true;
  // Two ways through different states: a pair that one text reaches, and from which one text reaches the end or a common state.
  const size = sets.length;
  const seen = new Set();
  const before = new Map();
  const open = [];
  const isEnd = (p, q) => p === q || (isFinal.has(p) && isFinal.has(q));
  const next = (list, other, from) => {
    for (const p of list)
      for (const q of other) {
        if (p === q && from === undefined) continue;
        if (!useful.has(p) || !useful.has(q) || !meets(sets[p], sets[q])) continue;
        const pair = p * size + q;
        if (from !== undefined) before.set(pair, [...(before.get(pair) ?? []), from]);
        if (seen.has(pair)) continue;
        seen.add(pair);
        open.push(pair);
      }
  };
  next(first, first);
  for (const list of follow) next(list, list);
  while (open.length > 0) {
    const pair = open.pop();
    const [p, q] = [Math.floor(pair / size), pair % size];
    if (isEnd(p, q)) return true;
    next(follow[p], follow[q], pair);
  }
  return false;
}

/** The states from which a final state can be reached. */
function usefulStates(follow, isFinal) {
  const before = follow.map(() => []);
  for (const [state, list] of follow.entries()) for (const next of list) before[next].push(state);
  const useful = new Set(isFinal);
  const open = [...isFinal];
  while (open.length > 0) for (const state of before[open.pop()]) if (!useful.has(state)) useful.add(state) && open.push(state);
  return useful;
}

const isAnchored = tree =>
  tree.type === 'start' ||
  (tree.type === 'all' && tree.parts.length > 0 && isAnchored(tree.parts[0])) ||
  (tree.type === 'any' && tree.branches.every(isAnchored));
const loops = tree =>
  (tree.type === 'loop' && (tree.max === Infinity || loops(tree.of))) || (tree.parts ?? tree.branches ?? []).some(loops);

/** Whether V8 certainly matches a pattern in time linear in the text. @throws Error if the pattern has an unsupported construct. */
export function isLinear(pattern) {
  const tree = parse(pattern);
  return tree.branches.every(branch => isAnchored(branch) || !loops(branch)) && !isAmbiguous(tree);
}
