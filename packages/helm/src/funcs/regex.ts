/** Regular-expression functions of sprig v3.3.0 (regex.go). */

import { compile, quoteMeta, type Regexp, RegexpError } from '@mcpgw/go/regexp';
import { quote } from '@mcpgw/go/strconv';
import { type Func, FuncError, nilSlice, typed, type Value } from '@mcpgw/go/values';
import { func } from './define.js';
import type { FuncDeps } from './deps.js';

type Compile = (pattern: string) => Regexp;

/** Go's MustCompile: its panic names the pattern. */
function mustCompile(pattern: string): Regexp {
  try {
    return compile(pattern);
  } catch (error) {
    if (error instanceof RegexpError) throw new FuncError(`regexp: Compile(${quotePattern(pattern)}): ${error.message}`);
    throw error;
  }
}

/** Go's Compile, whose error the function returns. */
function tryCompile(pattern: string): Regexp {
  try {
    return compile(pattern);
  } catch (error) {
    if (error instanceof RegexpError) throw new FuncError(error.message);
    throw error;
  }
}

const needsQuotes = /[\x00-\x08\x0a-\x1f`\x7f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const quotePattern = (pattern: string): string => (needsQuotes.test(pattern) ? quote(pattern) : `\`${pattern}\``);

function isMatch(pattern: string, text: string): boolean {
  try {
    return compile(pattern).matchString(text);
  } catch (error) {
    if (error instanceof RegexpError) return false;
    throw error;
  }
}

/** A list of strings. Go's functions return a nil slice for an empty list. */
const strings = (values: string[]): Value => typed(values.length === 0 ? nilSlice() : values, '[]string');

/** The functions that Go has in two forms. The forms differ in how they report a malformed pattern. */
const forms = (prefix: string, compiler: Compile): readonly Func[] => [
  func(`${prefix}Find`, ['string', 'string'], 'string', (pattern: string, text: string) => compiler(pattern).findString(text)),
  func(`${prefix}FindAll`, ['string', 'string', 'int'], '[]string', (pattern: string, text: string, n: bigint) =>
    strings(compiler(pattern).findAllString(text, Number(n))),
  ),
  func(`${prefix}ReplaceAll`, ['string', 'string', 'string'], 'string', (pattern: string, text: string, template: string) =>
    compiler(pattern).replaceAllString(text, template),
  ),
  func(`${prefix}ReplaceAllLiteral`, ['string', 'string', 'string'], 'string', (pattern: string, text: string, replacement: string) =>
    compiler(pattern).replaceAllLiteralString(text, replacement),
  ),
  func(`${prefix}Split`, ['string', 'string', 'int'], '[]string', (pattern: string, text: string, n: bigint) =>
    strings(compiler(pattern).split(text, Number(n))),
  ),
];

export const regexFuncs = (_deps: FuncDeps): readonly Func[] => [
  func('regexMatch', ['string', 'string'], 'bool', isMatch),
  func('mustRegexMatch', ['string', 'string'], 'bool', (pattern: string, text: string) => tryCompile(pattern).matchString(text)),
  ...forms('regex', mustCompile),
  ...forms('mustRegex', tryCompile),
  func('regexQuoteMeta', ['string'], 'string', quoteMeta),
];
