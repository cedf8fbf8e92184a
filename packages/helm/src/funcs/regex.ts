/** Regular-expression functions of sprig v3.3.0 (regex.go). */
import { type Func, FuncError, type ParamType, typed, type Value } from '@mcpgw/gotemplate';
import { quote } from '../go-quote.js';
import { compile, quoteMeta, type Regexp, RegexpError } from '../regexp/regexp.js';
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

const strings = (values: string[]): Value => typed(values, '[]string');

interface Row {
  readonly name: string;
  readonly params: readonly ParamType[];
  readonly result: string;
  readonly run: (regexp: Regexp, ...args: never[]) => Value;
}

const rows: readonly Row[] = [
  { name: 'Find', params: ['string'], result: 'string', run: (regexp, text: string) => regexp.findString(text) },
  {
    name: 'FindAll',
    params: ['string', 'int'],
    result: '[]string',
    run: (regexp, text: string, n: bigint) => strings(regexp.findAllString(text, Number(n))),
  },
  {
    name: 'ReplaceAll',
    params: ['string', 'string'],
    result: 'string',
    run: (regexp, text: string, template: string) => regexp.replaceAllString(text, template),
  },
  {
    name: 'ReplaceAllLiteral',
    params: ['string', 'string'],
    result: 'string',
    run: (regexp, text: string, replacement: string) => regexp.replaceAllLiteralString(text, replacement),
  },
  {
    name: 'Split',
    params: ['string', 'int'],
    result: '[]string',
    run: (regexp, text: string, n: bigint) => strings(regexp.split(text, Number(n))),
  },
];

const toFunc = (prefix: string, { name, params, result, run }: Row, compiler: Compile): Func => ({
  name: `${prefix}${name}`,
  params: ['string', ...params],
  result,
  call: (pattern, ...args) => run(compiler(pattern as string), ...(args as never[])),
});

export const regexFuncs = (_deps: FuncDeps): readonly Func[] => [
  { name: 'regexMatch', params: ['string', 'string'], result: 'bool', call: (pattern, text) => isMatch(pattern as string, text as string) },
  {
    name: 'mustRegexMatch',
    params: ['string', 'string'],
    result: 'bool',
    call: (pattern, text) => tryCompile(pattern as string).matchString(text as string),
  },
  ...rows.map(row => toFunc('regex', row, mustCompile)),
  ...rows.map(row => toFunc('mustRegex', row, tryCompile)),
  { name: 'regexQuoteMeta', params: ['string'], result: 'string', call: text => quoteMeta(text as string) },
];
