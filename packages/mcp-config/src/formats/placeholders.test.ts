import type { Env } from '@mcpgw/structure';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { dialects, expand, type Resolve } from './placeholders.js';
import { filledText } from './texts.js';

const env: Env = { TOKEN: 't0k' };
const say = (format: keyof typeof dialects, text: string, resolve: Resolve = 'all') => {
  const { text: out, faults } = expand(text, { dialect: dialects[format], env, file: 'f', resolve });
  return faults.length === 0 ? out : faults.map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`).join('; ');
};

it.each<[keyof typeof dialects, string, string]>([
  ['mcp-config', 'Bearer ${env:TOKEN}', 'Bearer t0k'],
  ['mcp-config', '${env:NOPE}', 'error unset-variable: the environment variable "NOPE" is not set'],
  ['mcp-config', '${keyring:x}', 'error unsupported-placeholder: mcpgw cannot resolve "${keyring:x}": it reads no "keyring" values'],
  ['mcp-config', '${vault:x}', 'error unsupported-placeholder: mcpgw cannot resolve "${vault:x}": it reads no "vault" values'],
  ['mcp-config', '${TOKEN}', 'error unsupported-placeholder: "${TOKEN}" is not a placeholder of this format'],
  ['mcp-config', '${A:-b}', 'error unsupported-placeholder: "${A:-b}" is not a placeholder of this format'],
  ['mcp-config', '${}', 'error unsupported-placeholder: the placeholder "${}" does not name a variable'],
  ['mcp-config', '${env:}', 'error unsupported-placeholder: "${env:}" is not a placeholder of this format'],
  ['mcp-config', '${env:TOKEN', 'error unsupported-placeholder: the placeholder "${env:TOKEN" is not closed'],
  ['mcp-config', '${env:__proto__}', 'error unset-variable: the environment variable "__proto__" is not set'],
  ['mcp-config', 'echo $${HOME} $HOME $$', 'echo ${HOME} $HOME $$'],
  ['serve', '$$${env:TOKEN}', '$${env:TOKEN}'],
  ['mcp-servers', 'http://${TOKEN}/', 'http://t0k/'],
  ['mcp-servers', '${A:-b}', 'error unsupported-placeholder: "${A:-b}" is not a placeholder of this format'],
  ['mcp-servers', '${A-B}', 'error unsupported-placeholder: "${A-B}" is not a placeholder of this format'],
  ['client-config', '${TOKEN} ${env:TOKEN} ${NOPE:-d} ${NOPE:-}', 't0k t0k d '],
  ['client-config', '${NOPE}', 'error unset-variable: the environment variable "NOPE" is not set'],
  [
    'client-config',
    '${workspaceFolder}',
    'error unsupported-placeholder: "${workspaceFolder}" is resolved by the client that the file belongs to, not by mcpgw',
  ],
  [
    'vscode-config',
    '${input:id}',
    'error unsupported-placeholder: "${input:id}" is resolved by the client that the file belongs to, not by mcpgw',
  ],
  ['vscode-config', '${TOKEN}', 'error unsupported-placeholder: "${TOKEN}" is not a placeholder of this format'],
  ['opencode-config', 'Bearer {env:TOKEN} {x} ${y}', 'Bearer t0k {x} ${y}'],
  ['opencode-config', '{env:A-B}', 'error unsupported-placeholder: "{env:A-B}" is not a placeholder of this format'],
  ['langchain-config', '${TOKEN}', 't0k'],
  ['apis', '${TOKEN} ${env:TOKEN}', 't0k t0k'],
])('%s: %s', (format, text, expected) => expect(say(format, text)).toBe(expected));

it('a file that is only checked needs no values, and leaves to a client what is its own', () => {
  expect(say('mcp-config', '${env:NOPE}', 'form')).toBe('${env:NOPE}');
  expect(say('vscode-config', '${input:id}', 'values')).toBe('${input:id}');
  expect(say('client-config', '${NOPE}', 'values')).toBe('warning unset-variable: the environment variable "NOPE" is not set');
  expect(say('mcp-config', '${}', 'form')).toBe('error unsupported-placeholder: the placeholder "${}" does not name a variable');
});

const parts = ['$', '$$', '{', '}', '${', '{env:', '{file:', ':', 'A', '1', '-', ':-', '${A}', '${env:A}', '${input:x}', ' '];

it.each(Object.keys(dialects) as (keyof typeof dialects)[])(
  'the published pattern of %s takes what is well formed, and no more',
  format => {
    const takes: (text: string) => boolean = new Ajv2020().compile({ type: 'string', ...filledText(format).schema });
    const texts = parts.flatMap(a => parts.flatMap(b => parts.map(c => a + b + c)));
    const isFormed = (text: string): boolean => say(format, text, 'form') === out(format, text);
    expect(texts.filter(text => isFormed(text) && !takes(text))).toEqual([]);
    if (format !== 'opencode-config') expect(texts.filter(text => takes(text) && !isFormed(text))).toEqual([]);
  },
);

const out = (format: keyof typeof dialects, text: string): string =>
  expand(text, { dialect: dialects[format], env, file: 'f', resolve: 'form' }).text;
