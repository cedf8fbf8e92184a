/**
 * Compiles the tree of a pattern to matchers, with the optimizations of gobwas/glob v0.2.3 (compiler/compiler.go), which affect some
 * matches.
 */
import { toByteString } from '../values/byte-string.js';
import {
  type AnyOf,
  any,
  anyOf,
  type BTree,
  type Codes,
  contains,
  everyOf,
  type List,
  type Literal,
  list,
  literal,
  type Matcher,
  max,
  min,
  nothing,
  prefix,
  prefixAny,
  prefixSuffix,
  range,
  row,
  single,
  suffix,
  suffixAny,
  superMatcher,
  tree,
  type WithSeparators,
} from './match.js';
import { GlobError, type GlobNode } from './parse.js';

/** The maximum number of matchers in sequence. The search for optimizations takes cubic time. */
const maxSequence = 200;
const separators: Codes = [0x2f];
const codesOf = (text: string): Codes => Array.from(text, c => c.codePointAt(0)!);

/**
 * Compiles a pattern whose `*` and `?` do not match `/`.
 *
 * @throws GlobError if the pattern is refused
 */
export function compileNode(node: GlobNode): Matcher {
  switch (node.kind) {
    case 'anyOf': {
      const smaller = minimizeTreeAnyOf(node.children);
      return smaller === undefined ? anyOf(compileChildren(node.children)) : compileNode(smaller);
    }
    case 'pattern':
      if (node.children.length === 0) return nothing;
      return optimize(compileMatchers(minimizeMatchers(compileChildren(node.children))));
    default:
      return optimize(leaf(node));
  }
}

function leaf(node: Exclude<GlobNode, { kind: 'anyOf' | 'pattern' }>): Matcher {
  switch (node.kind) {
    case 'any':
      return any(separators);
    case 'super':
      return superMatcher;
    case 'single':
      return single(separators);
    case 'list':
      return list(codesOf(node.chars), node.not);
    case 'range':
      return range(node.low.codePointAt(0)!, node.high.codePointAt(0)!, node.not);
    case 'text':
      return literal(toByteString(node.text));
    case 'nothing':
      return nothing;
  }
}

function compileChildren(children: readonly GlobNode[]): Matcher[] {
  if (children.length > maxSequence) throw new GlobError('pattern is too long');
  return children.map(child => optimize(compileNode(child)));
}

function optimize(matcher: Matcher): Matcher {
  switch (matcher.kind) {
    case 'anyOf': {
      const { matchers } = matcher as AnyOf;
      return matchers.length === 1 ? matchers[0]! : matcher;
    }
    case 'list': {
      const { not, codes } = matcher as List;
      return !not && codes.length === 1 ? literal(toByteString(String.fromCodePoint(codes[0]!))) : matcher;
    }
    case 'tree':
      return optimizeTree(matcher as BTree);
    default:
      return matcher;
  }
}

function optimizeTree({ value, left: rawLeft, right: rawRight }: BTree): Matcher {
  const left = rawLeft === undefined ? undefined : optimize(rawLeft);
  const right = rawRight === undefined ? undefined : optimize(rawRight);
  if (value.kind !== 'text') return tree(value, left, right);
  const { text } = value as Literal;
  switch (`${left?.kind ?? ''} ${right?.kind ?? ''}`) {
    case ' ':
      return literal(text);
    case 'super super':
      return contains(text, false);
    case 'super ':
      return suffix(text);
    case ' super':
      return prefix(text);
    case ' suffix':
      return prefixSuffix(text, (right as Literal).text);
    case 'prefix ':
      return prefixSuffix((left as Literal).text, text);
    case 'any ':
      return suffixAny(text, separators);
    case ' any':
      return prefixAny(text, separators);
    default:
      return tree(value, left, right);
  }
}

function compileMatchers(matchers: readonly Matcher[]): Matcher {
  if (matchers.length === 1) return matchers[0]!;
  const glued = glue(matchers);
  if (glued !== undefined) return glued;
  let longest = -1;
  for (const [i, { length }] of matchers.entries()) if (length !== -1 && (longest < 0 || length >= matchers[longest]!.length)) longest = i;
  if (longest < 0) return tree(matchers[0]!, undefined, compileMatchers(matchers.slice(1)));
  const left = longest === 0 ? undefined : compileMatchers(matchers.slice(0, longest));
  const right = longest === matchers.length - 1 ? undefined : compileMatchers(matchers.slice(longest + 1));
  return tree(matchers[longest]!, left, right);
}

const glue = (matchers: readonly Matcher[]): Matcher | undefined => glueAsEvery(matchers) ?? glueAsRow(matchers);

function glueAsRow(matchers: readonly Matcher[]): Matcher | undefined {
  return matchers.length > 1 && matchers.every(matcher => matcher.length !== -1) ? row(matchers) : undefined;
}

/** The characters that a matcher of one or many characters excludes; undefined for other matchers. */
function excluded(matcher: Matcher): Codes | undefined {
  if (matcher.kind === 'super') return [];
  if (matcher.kind === 'any' || matcher.kind === 'single') return (matcher as WithSeparators).separators;
  return matcher.kind === 'list' && (matcher as List).not ? (matcher as List).codes : undefined;
}

function glueAsEvery(matchers: readonly Matcher[]): Matcher | undefined {
  if (matchers.length < 2) return undefined;
  const out = excluded(matchers[0]!);
  if (out === undefined || !matchers.every(matcher => sameCodes(excluded(matcher), out))) return undefined;
  const kinds = new Set(matchers.map(({ kind }) => kind));
  const least = matchers.filter(({ kind }) => kind === 'single' || kind === 'list').length;
  const unbounded = kinds.has('any') || kinds.has('super');
  if (least === 0 && kinds.size === 1) return kinds.has('super') ? superMatcher : any(out);
  if (unbounded && least > 0 && out.length === 0) return min(least);
  const every: Matcher[] = [];
  if (least > 0) every.push(min(least));
  if (least > 0 && !unbounded) every.push(max(least));
  if (out.length > 0) every.push(contains(toByteString(String.fromCodePoint(...out)), true));
  return everyOf(every);
}

const sameCodes = (a: Codes | undefined, b: Codes): boolean => a !== undefined && a.length === b.length && a.every((c, i) => c === b[i]);

/** Repeatedly merges the neighbors that form the longest matcher. */
function minimizeMatchers(matchers: readonly Matcher[]): readonly Matcher[] {
  let done: { readonly glued: Matcher; readonly from: number; readonly to: number } | undefined;
  for (let from = 0; from < matchers.length; from++) {
    for (let to = matchers.length; to > from; to--) {
      const glued = glue(matchers.slice(from, to));
      if (glued === undefined) continue;
      const longer = done !== undefined && done.glued.length > -1 && glued.length > -1 && glued.length > done.glued.length;
      if (done === undefined || longer || done.to - done.from < to - from) done = { glued, from, to };
    }
  }
  if (done === undefined) return matchers;
  const next = matchers.toSpliced(done.from, done.to - done.from, done.glued);
  return next.length === matchers.length ? next : minimizeMatchers(next);
}

const childrenOf = (node: GlobNode): readonly GlobNode[] => (node.kind === 'pattern' || node.kind === 'anyOf' ? node.children : []);
const same = (a: GlobNode, b: GlobNode): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Factors out the common prefix and suffix of all alternatives; undefined if they share nothing. */
function minimizeTreeAnyOf(alternatives: readonly GlobNode[]): GlobNode | undefined {
  const [left, right] = commonChildren(alternatives);
  if (left.length === 0 && right.length === 0) return undefined;
  const rest: GlobNode[] = [];
  for (const alternative of alternatives) {
    const children = childrenOf(alternative).slice(left.length, childrenOf(alternative).length - right.length);
    const node: GlobNode = children.length === 0 ? { kind: 'nothing' } : { kind: 'pattern', children };
    if (!rest.some(known => same(known, node))) rest.push(node);
  }
  const result: GlobNode[] = [];
  if (left.length > 0) result.push({ kind: 'pattern', children: left });
  if (rest.length > 1) result.push({ kind: 'anyOf', children: rest });
  else if (rest[0]!.kind !== 'nothing') result.push(rest[0]!);
  if (right.length > 0) result.push({ kind: 'pattern', children: right });
  return { kind: 'pattern', children: result };
}

function commonChildren(alternatives: readonly GlobNode[]): [left: GlobNode[], right: GlobNode[]] {
  const left: GlobNode[] = [];
  const right: GlobNode[] = [];
  if (alternatives.length < 2) return [left, right];
  const sizes = alternatives.map(node => childrenOf(node).length);
  const least = sizes.indexOf(Math.min(...sizes));
  const shortest = childrenOf(alternatives[least]!);
  const others = alternatives.filter((_, i) => i !== least).map(childrenOf);
  let leftOver = false;
  let rightOver = false;
  for (let i = 0; i < shortest.length && left.length + right.length < shortest.length && !(leftOver && rightOver); i++) {
    const j = shortest.length - 1 - i;
    for (const other of others) {
      if (leftOver && rightOver) break;
      leftOver ||= !same(shortest[i]!, other[i]!);
      rightOver ||= !leftOver && j <= i;
      rightOver ||= !same(shortest[j]!, other[j + other.length - shortest.length]!);
    }
    if (!leftOver) left.push(shortest[i]!);
    if (!rightOver) right.unshift(shortest[j]!);
  }
  return [left, right];
}
