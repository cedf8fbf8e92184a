/** Regular expressions of templates and schemas: JavaScript's engine, which simple ones run on, finds what RE2 finds. */

import { FuncError } from '@mcpgw/go/values';
import { decodeBytes } from '@mcpgw/helm';
import fc from 'fast-check';
import { Regexp, RegexpError } from '../../../packages/go/src/regexp/regexp.js';
import { simplePattern } from '../../../packages/go/src/regexp/simple.js';
import { outcome, same, type Target } from '../target.js';

const atom = fc.constantFrom(
  'a',
  'b',
  'ab',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '[a-c]',
  '[^b]',
  '[0-9]',
  '\\.',
  '-',
  '^',
  '$',
  '\\b',
  '(a)',
  '(?:b)',
  '(a|b)',
  '[[:alpha:]]',
  '\\S',
  '_',
);
const repeat = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?');
const pattern = fc
  .array(
    fc.tuple(atom, repeat).map(parts => parts.join('')),
    { minLength: 1, maxLength: 6 },
  )
  .map(parts => parts.join(''));
const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', '-', '.', ' ', '_', '\n', 'ab', 'aaa', '\u00e9'), { maxLength: 12 })
  .map(parts => parts.join(''));

/** The first line is the pattern, all else the text. */
export const target: Target = {
  seeds: [
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$\nab-c9',
    '(?i)foo|bar$\nxFOO bar',
    '^(?P<name>\\w+)=(.*)$\nkey=value',
    '[[:alpha:]]+\\s*\\d{1,3}?\\b\nabc 12',
    '\\p{L}+[^\\x00-\\x7f]*\\Qa.b\\E\n\u00e9t\u00e9a.b',
    '(a+)+$\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
    '(?s).*?(?m)^x\ny\nx',
  ],
  tokens: ['*', '+', '?', '{2}', '{1,1000}', '(', ')', '(?:', '(?i)', '(?P<n>', '|', '^', '$', '.', '[', ']', '[^', '\\d', '\\w', '\\b', '\\B', '\\A', '\\z', '\\p{L}', '\\pN', '\\Q', '\\E', '[:alpha:]', '-', '\n', '\\x{10FFFF}', '\\C', '*?', '+?', '{,2}', '(?=', '\\1'], // biome-ignore format: one list
  arbitrary: fc.tuple(pattern, texts).map(([source, text]) => `${source}\n${text}`),
  maxBytes: 2000,
  run(input) {
    const all = decodeBytes(input);
    const end = all.indexOf('\n') < 0 ? all.length : all.indexOf('\n');
    const [source, text] = [all.slice(0, end), all.slice(end + 1)];
    const compiled = outcome([RegexpError], () => new Regexp(source));
    if ('error' in compiled) return;
    const regexp = compiled.value;
    const found = regexp.findAll(text, 50);
    outcome([FuncError], () => [regexp.replaceAllString(text, '<$1${name}$0>'), regexp.split(text, -1), regexp.findString(text)]);
    if (simplePattern(source) === undefined || /[\ud800-\udfff]/.test(text)) return;
    // An empty quotation changes nothing, and no simple pattern has one.
    const judge = new Regexp(`\\Q\\E${source}`);
    same(shown(found), shown(judge.findAll(text, 50)), 'a simple pattern finds something else than RE2');
  },
};

const shown = (found: readonly { readonly start: number; readonly end: number }[]): string =>
  found.map(({ start, end }) => `${start}-${end}`).join();
