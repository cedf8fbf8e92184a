/**
 * How plain scalars are read. `core` follows YAML 1.2. `serde` follows serde_yaml 0.9, which the proxy uses. `go` follows
 * sigs.k8s.io/yaml 1.6 (YAML 1.1 booleans, octal `017`, digits with `_`), which Kubernetes and Helm use.
 */
export type YamlDialect = 'core' | 'serde' | 'go';

export interface Resolved {
  readonly value: null | boolean | number | bigint | string;
  readonly isFloat: boolean;
}

const plainString = (value: string): Resolved => ({ value, isFloat: false });
const nulls = new Set(['', '~', 'null', 'Null', 'NULL']);
const booleans = new Map([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);
const goBooleans = new Map([
  ...booleans,
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map(word => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map(word => [word, false] as const),
]);

/** The length of the longest of the words above. */
const longestWord = 5;
/** Characters that occur in no number of any dialect. */
const notInNumbers = /[^-+.\w]|[g-hj-mp-wyzG-HJ-MP-WYZ]/;

/** Reads a plain scalar as null, boolean, number or string. */
export function resolvePlain(text: string, dialect: YamlDialect): Resolved {
  if (text.length <= longestWord) {
    if (nulls.has(text)) return { value: null, isFloat: false };
    const boolean = (dialect === 'go' ? goBooleans : booleans).get(text);
    if (boolean !== undefined) return { value: boolean, isFloat: false };
  }
  if (!/^[-+.\d]/.test(text) || text.length > 400) return plainString(text);
  if (/^(?:0|[1-9]\d{0,14})$/.test(text)) return { value: Number(text), isFloat: false };
  if (notInNumbers.test(text)) return plainString(text);
  return integer(text, dialect) ?? float(text, dialect) ?? plainString(text);
}

const integerForms: Record<YamlDialect, readonly [RegExp, number][]> = {
  core: [
    [/^[-+]?\d+$/, 10],
    [/^0o[0-7]+$/, 8],
    [/^0x[\da-fA-F]+$/, 16],
  ],
  serde: [
    [/^[-+]?(?:0|[1-9]\d*)$/, 10],
    [/^[-+]?0o[0-7]+$/, 8],
    [/^[-+]?0x[\da-fA-F]+$/, 16],
    [/^[-+]?0b[01]+$/, 2],
  ],
  go: [
    [/^[-+]?(?:0|[1-9][\d_]*)$/, 10],
    [/^[-+]?0o?[0-7_]+$/, 8],
    [/^[-+]?0x[\da-fA-F_]+$/, 16],
    [/^[-+]?0b[01_]+$/, 2],
  ],
};

const prefixes: Record<number, string> = { 2: '0b', 8: '0o', 10: '', 16: '0x' };

function integer(text: string, dialect: YamlDialect): Resolved | undefined {
  for (const [form, base] of integerForms[dialect]) {
    if (!form.test(text)) continue;
    const digits = text.replace(/^[-+]/, '').replace(base === 10 ? /_/g : /^0[oxb]?|_/g, '');
    const size = BigInt(`${prefixes[base]}${digits === '' ? '0' : digits}`);
    const value = text.startsWith('-') ? -size : size;
    const small = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
    return { value: small ? Number(value) : value, isFloat: false };
  }
  return undefined;
}

const floatForm = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const specials = new Map([
  ['.inf', Number.POSITIVE_INFINITY],
  ['.Inf', Number.POSITIVE_INFINITY],
  ['.INF', Number.POSITIVE_INFINITY],
  ['.nan', Number.NaN],
  ['.NaN', Number.NaN],
  ['.NAN', Number.NaN],
]);

function float(text: string, dialect: YamlDialect): Resolved | undefined {
  const special = specials.get(text.replace(/^[-+]/, ''));
  if (special !== undefined && dialect === 'serde') return { value: null, isFloat: false };
  if (special !== undefined) return { value: text.startsWith('-') ? -special : special, isFloat: true };
  if (!floatForm.test(text) || (dialect === 'serde' && /^[-+]?0\d+$/.test(text))) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? { value, isFloat: true } : undefined;
}
