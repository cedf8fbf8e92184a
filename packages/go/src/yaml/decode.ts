/**
 * Decodes nodes to values without recursion: nesting is bounded by the scanner, not by the stack.
 * Behavior: go.yaml.in/yaml/v2 v2.4.3 decode.go (into interface{}), then sigs.k8s.io/yaml v1.6.0 convertToJSONableObject and encoding/json
 * in both directions, which results in strings as keys and float64 for every number.
 */
import { formatFloat } from '../strconv/float.js';
import { sortedKeys } from '../values/bytes.js';
import { GoMap, type Value } from '../values/value.js';
import { YamlError } from './error.js';
import { goSyntax, goType } from './go-syntax.js';
import { isPlainString, resolve, type Scalar, shortTag } from './resolve.js';
import { ALIAS_NODE, MAPPING_NODE, SCALAR_NODE, SEQUENCE_NODE, type Tape } from './tape.js';

const MAP = 0;
const SEQUENCE = 1;
const ALIAS = 2;
/** A mapping that is merged into the map of the frame below. */
const MERGE = 3;
/** An item of a list of mappings to merge. The last item is taken first, so that earlier items take precedence. */
const MERGE_ITEM = 4;

interface Frame {
  readonly kind: number;
  readonly map: GoMap | undefined;
  readonly list: Value[] | undefined;
  /** The next child. For an alias it is the alias itself. */
  next: number;
  readonly end: number;
  key: string | undefined;
}

/** The nesting limit of encoding/json. */
const maxNestingDepth = 10000;
/** The nesting limit of collections as keys of collections as keys. Errors deeper inside are not searched for. */
const maxKeyDepth = 100;
const aliasRatioLow = 400_000;
const aliasRatioHigh = 4_000_000;

function allowedAliasRatio(decodeCount: number): number {
  if (decodeCount <= aliasRatioLow) return 0.99;
  if (decodeCount >= aliasRatioHigh) return 0.1;
  return 0.99 - 0.89 * ((decodeCount - aliasRatioLow) / (aliasRatioHigh - aliasRatioLow));
}

/** Decodes the nodes of a tape to values. */
export class Decoder {
  readonly #tape: Tape;
  /** Keeps integers as bigints, as goyaml does. Otherwise numbers become what JSON turns them into. */
  readonly #keepIntegers: boolean;
  readonly #frames: Frame[] = [];
  readonly #activeAliases: Set<number>;
  #result: Value = null;
  #depth = 0;
  /** Set when the value is nested deeper than encoding/json decodes. */
  tooDeep = false;
  #notFinite = false;
  /** Nodes of keys that JSON cannot represent, and of their values, by their map. */
  readonly #unsupportedKeys = new Map<GoMap, { readonly key: number; readonly value: number }>();
  #decodeCount = 1;
  #aliasCount = 0;
  #aliasDepth = 0;

  readonly #keyDepth: number;

  /** `parent` is the decoder that found the node as a key. */
  constructor(tape: Tape, keepIntegers = false, parent?: Decoder) {
    this.#tape = tape;
    this.#keyDepth = parent === undefined ? 0 : parent.#keyDepth + 1;
    this.#activeAliases = parent === undefined ? new Set() : parent.#activeAliases;
    this.#keepIntegers = keepIntegers;
  }

  /**
   * Returns the value of the node and everything in it.
   *
   * @throws YamlError as in goyaml's and sigs.k8s.io/yaml's conversion to JSON
   */
  decode(root: number): Value {
    this.#begin(root);
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) this.#advance(frame);
    if (this.#keepIntegers) return this.#result;
    const unsupported =
      this.#unsupportedKeys.size === 0 ? undefined : find(this.#result, value => this.#unsupportedKeys.get(value as GoMap));
    if (unsupported !== undefined) this.#refuseUnsupported(unsupported.key, unsupported.value);
    const notFinite = this.#notFinite ? find(this.#result, nonFiniteName) : undefined;
    if (notFinite !== undefined) throw new YamlError(`json: unsupported value: ${notFinite}`);
    return this.#result;
  }

  #advance(frame: Frame) {
    if (frame.next === frame.end) return this.#finish(frame);
    const node = frame.next;
    if (frame.kind === SEQUENCE) {
      frame.next = this.#tape.next(node);
      this.#begin(node);
    } else if (frame.kind === MERGE_ITEM) {
      this.#frames.pop();
      this.#mergeOne(frame.map!, node);
    } else if (frame.key !== undefined) {
      frame.next = this.#tape.next(node);
      this.#begin(node);
    } else this.#beginEntry(frame, node);
  }

  #finish(frame: Frame) {
    this.#frames.pop();
    if (frame.kind === MERGE) return this.#leaveAliases();
    this.#depth--;
    this.#deliver(frame.map ?? frame.list!);
  }

  #leaveAliases(): void {
    for (let top = this.#frames.at(-1); top?.kind === ALIAS; top = this.#frames.at(-1)) {
      this.#frames.pop();
      this.#aliasDepth--;
      this.#activeAliases.delete(top.next);
    }
  }

  #deliver(value: Value): void {
    this.#leaveAliases();
    const top = this.#frames.at(-1);
    if (top === undefined) this.#result = value;
    else if (top.list !== undefined) top.list.push(value);
    else {
      top.map!.set(top.key!, value);
      top.key = undefined;
    }
  }

  #count(): void {
    this.#decodeCount++;
    if (this.#aliasDepth > 0) this.#aliasCount++;
    const aliasCount = this.#aliasCount;
    const decodeCount = this.#decodeCount;
    if (aliasCount > 100 && decodeCount > 1000 && aliasCount / decodeCount > allowedAliasRatio(decodeCount)) {
      throw new YamlError('yaml: document contains excessive aliasing');
    }
  }

  #push(kind: number, node: number, map: GoMap | undefined, list: Value[] | undefined): void {
    this.#frames.push({ kind, map, list, next: node + 1, end: this.#tape.next(node), key: undefined });
  }

  #begin(node: number): void {
    this.#count();
    const kind = this.#tape.kind(node);
    if (kind === SCALAR_NODE) {
      this.#deliver(this.#scalarValue(node));
      return;
    }
    if (kind === ALIAS_NODE) {
      this.#enterAlias(node);
      this.#begin(this.#tape.aliasTarget(node));
      return;
    }
    if (++this.#depth > maxNestingDepth) this.tooDeep = true;
    if (kind === MAPPING_NODE) this.#push(MAP, node, new GoMap(), undefined);
    else this.#push(SEQUENCE, node, undefined, []);
  }

  #enterAlias(node: number): void {
    if (this.#activeAliases.has(node)) throw new YamlError(`yaml: anchor '${this.#tape.aliasNames.get(node)}' value contains itself`);
    this.#activeAliases.add(node);
    this.#aliasDepth++;
    this.#frames.push({ kind: ALIAS, map: undefined, list: undefined, next: node, end: -1, key: undefined });
  }

  #scalarValue(node: number): Value {
    const value = this.#scalar(node);
    if (this.#keepIntegers) return value;
    if (typeof value === 'bigint') return Number(value);
    if (typeof value === 'number' && !Number.isFinite(value)) this.#notFinite = true;
    return value;
  }

  #scalar(node: number): Scalar {
    const tape = this.#tape;
    const text = tape.scalar(node);
    const tag = tape.tags.size === 0 ? undefined : tape.tags.get(node);
    if (tag === undefined) {
      if (!tape.isPlain(node) || isPlainString(text)) return text;
      return resolve('', text).value;
    }
    const short = shortTag(tag);
    return short === '!!binary' ? decodeBinary(text) : resolve(short, text).value;
  }

  #beginEntry(frame: Frame, node: number) {
    const value = this.#tape.next(node);
    if (this.#isMerge(node)) {
      frame.next = this.#tape.next(value);
      return this.#merge(frame.map!, value);
    }
    this.#count();
    let target = node;
    if (this.#tape.kind(node) === ALIAS_NODE) {
      this.#enterAlias(node);
      target = this.#tape.aliasTarget(node);
      this.#count();
    }
    if (this.#tape.kind(target) !== SCALAR_NODE) this.#refuseKey(target);
    this.#leaveAliases();
    frame.next = value;
    frame.key = this.#keyText(target, value, frame.map!);
  }

  /** Refuses a collection as a key. An error inside the collection is reported first. */
  #refuseKey(node: number): never {
    if (this.#keyDepth < maxKeyDepth) new Decoder(this.#tape, true, this).decode(node);
    throw new YamlError(`yaml: invalid map key: ${goSyntax(this.#tape, node)}`);
  }

  #keyText(node: number, value: number, map: GoMap): string {
    const key = this.#scalar(node);
    if (typeof key === 'string') return key;
    if (typeof key === 'number') return keyFloat(key);
    if (typeof key === 'boolean' || (typeof key === 'bigint' && key < 2n ** 63n)) return String(key);
    this.#unsupportedKeys.set(map, { key: node, value });
    return '';
  }

  #refuseUnsupported(key: number, value: number): never {
    const tape = this.#tape;
    const type = goType(this.#scalar(key));
    throw new YamlError(`unsupported map key of type: ${type}, key: ${goSyntax(tape, key)}, value: ${goSyntax(tape, value)}`);
  }

  #isMerge(node: number): boolean {
    const tape = this.#tape;
    if (tape.kind(node) !== SCALAR_NODE || tape.scalar(node) !== '<<') return false;
    const tag = tape.tags.get(node);
    return tag === undefined ? tape.isPlain(node) : tag === '!' || shortTag(tag) === '!!merge';
  }

  #merge(map: GoMap, node: number) {
    if (this.#tape.kind(node) !== SEQUENCE_NODE) return this.#mergeOne(map, node);
    const end = this.#tape.next(node);
    for (let item = node + 1; item !== end; item = this.#tape.next(item)) {
      this.#frames.push({ kind: MERGE_ITEM, map, list: undefined, next: item, end: -1, key: undefined });
    }
  }

  #mergeOne(map: GoMap, node: number): void {
    const isAlias = this.#tape.kind(node) === ALIAS_NODE;
    const target = isAlias ? this.#tape.aliasTarget(node) : node;
    if (this.#tape.kind(target) !== MAPPING_NODE) throw new YamlError('yaml: map merge requires map or sequence of maps as the value');
    this.#count();
    if (isAlias) {
      this.#enterAlias(node);
      this.#count();
    }
    this.#push(MERGE, target, map, undefined);
  }
}

/** A float key as Go formats it: with the digits of a float32. */
function keyFloat(key: number): string {
  if (Number.isNaN(key)) return '.nan';
  if (!Number.isFinite(key)) return key > 0 ? '.inf' : '-.inf';
  return formatFloat(Math.fround(key), 'g', -1, 32);
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A !!binary scalar as JSON leaves it: bytes that are not UTF-8 are replaced. */
function decodeBinary(text: string): string {
  const compact = text.replace(/[\r\n]/g, '');
  if (!base64.test(compact)) throw new YamlError('yaml: !!binary value contains invalid base64 data');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(compact, 'base64'));
}

function nonFiniteName(value: Value): string | undefined {
  if (typeof value !== 'number' || Number.isFinite(value)) return undefined;
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

/** The first defined result of `test` over the values, in the order in which JSON writes them. */
function find<T>(root: Value, test: (value: Value) => T | undefined): T | undefined {
  const pending: Value[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const found = test(value);
    if (found !== undefined) return found;
    if (Array.isArray(value)) for (let i = value.length - 1; i >= 0; i--) pending.push(value[i]!);
    else if (value instanceof GoMap) for (const key of sortedKeys(value).reverse()) pending.push(value.get(key)!);
  }
  return undefined;
}
