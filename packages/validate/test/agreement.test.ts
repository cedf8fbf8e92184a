/**
 * `mcpgw validate`, `mcpgw serve --check` and the published JSON Schema agree on generated files, most of which are invalid.
 * If two of them differ, a row of a table gives the reason.
 */

import { readServeConfig, serverRules } from '@mcpgw/mcp-config';
import { clientConfig, langchainConfig, mcpConfig, opencodeConfig, serveShape, vscodeConfig } from '@mcpgw/mcp-config/internal';
import type { Kind, Shape } from '@mcpgw/structure';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { seed } from '../../../test/helpers/seed.js';
import { publishedSchema } from '../src/schema/index.js';
import { validateText } from '../src/validate.js';
import { configOf, withMutations, writings } from './arbitrary-config.js';

const env = { TOKEN: 't0k', HOST: 'h.test' };

interface Format {
  readonly kind: Kind;
  readonly shape: Shape;
  readonly file: string;
  readonly runs: number;
}

const formats: readonly Format[] = [
  { kind: 'mcp-config', shape: mcpConfig, file: 'mcp_config.json', runs: 2000 },
  { kind: 'client-config', shape: clientConfig, file: '.mcp.json', runs: 1000 },
  { kind: 'vscode-config', shape: vscodeConfig, file: 'mcp.json', runs: 500 },
  { kind: 'opencode-config', shape: opencodeConfig, file: 'opencode.json', runs: 500 },
  { kind: 'langchain-config', shape: langchainConfig, file: 'servers.json', runs: 500 },
  { kind: 'serve', shape: serveShape, file: 'gateway.json', runs: 1500 },
];

const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error';

interface Said {
  readonly rule: string;
  readonly path: string;
  readonly message: string;
}

const steps = (path: readonly unknown[] = []): string => path.map(step => (typeof step === 'number' ? '*' : String(step))).join('.');

/** The findings of `mcpgw validate`. Without a kind, the file of a client is detected by its keys. */
function validated(text: string, { file, kind }: Format, isTold = kind !== 'serve' && kind !== 'mcp-config'): Said[] {
  const readServers = () => ({ file: 'other.json', text: '{"mcpServers": {}}' });
  const { findings } = validateText(text, { file, env, readServers, ...(!isTold && { kind }) });
  return findings.filter(isError).map(({ rule, path, message }) => ({ rule, path: steps(path), message }));
}

/** The errors of `mcpgw serve --check`, except those about REST APIs, which both commands check with one function of the gateway. */
function served(text: string, { file, kind }: Format): Said[] {
  const readFile = () => ({ file: 'other.json', text: '{"mcpServers": {}}' });
  const known = kind === 'serve' || kind === 'mcp-config' ? { kind } : {};
  const { config, findings } = readServeConfig(text, { file, env, readFile, ...known });
  const errors = findings.filter(isError).map(({ rule, path, message }) => ({ rule, path: steps(path), message }));
  expect(config === undefined).toBe(errors.length > 0);
  return errors;
}

/** Why `serve` refuses a file of a client that `validate` accepts. */
const servedAlone: Readonly<Record<string, string>> = {
  'unset-variable': 'a client keeps the text of a variable that is not set, a server must not get it',
  'unsupported-placeholder': 'the client resolves it: an input, a folder of the workspace',
  'unsupported-setting': 'the client honors the setting, mcpgw does not',
  'document-count': 'validate finds no known kind in the first document; serve is told to read the file',
  'unknown-format': 'validate was told the kind; serve tells it from the keys, and there is none',
};

/** What `validate` refuses but JSON Schema cannot express, by rule and message. */
const beyondSchema: readonly { readonly rule: string; readonly message?: RegExp; readonly why: string }[] = [
  ...serverRules.map(({ id }) => ({ rule: id, why: 'a rule says what the schema does not' })),
  { rule: 'unset-variable', why: 'the environment is not part of the file' },
  { rule: 'unsupported-setting', why: 'the file is right for the program that it comes from' },
  { rule: 'ignored-field', why: 'further keys belong to other programs' },
  { rule: 'bad-value', message: /^must be (?:0s \([a-z ]+\) or )?between/, why: 'a schema does not compute durations' },
  { rule: 'bad-value', message: /is set twice: names of headers/, why: 'keys are compared with each other, in any case' },
  {
    rule: 'bad-value',
    message: /is not an http or https URL|refuse to connect to port|after expansion/,
    why: 'the syntax of a URL is more than a pattern; variables have values',
  },
  { rule: 'bad-value', message: /not an address to listen on/, why: 'a port beyond the last one' },
  { rule: 'bad-value', message: /no redis or rediss URL/, why: 'the syntax of a URL is more than a pattern' },
  { rule: 'bad-value', message: /^the (?:token|value)|has a key that is empty/, why: 'the value of a variable is not part of the file' },
  { rule: 'bad-value', message: /profile name .* is reserved/, why: 'a pattern without a look-ahead cannot exclude words' },
  { rule: 'missing-field', message: /require_mcp_auth is on/, why: 'a setting asks for another one' },
  { rule: 'conflicting-fields', message: /portable names consist/, why: 'a separator excludes another setting' },
  { rule: 'conflicting-fields', message: /bare names/, why: 'servers of several sections are counted' },
  { rule: 'wrong-type', message: /expected an integer, found a fraction/, why: 'to JSON Schema 3.0 is an integer' },
  { rule: 'no-endpoint', message: /uses stdio and has no command/, why: 'OpenCode: the first item of the command is empty' },
  {
    rule: 'unsupported-placeholder',
    message: /\{(?:env|file):/,
    why: 'OpenCode: a pattern without a look-ahead misses placeholders after plain braces',
  },
  { rule: 'bad-reference', why: 'other files' },
];

const isBeyond = ({ rule, message }: Said): boolean =>
  beyondSchema.some(row => row.rule === rule && (row.message === undefined || row.message.test(message)));

const schemaName: Partial<Record<Kind, string>> = { serve: 'serve' };
const compile = (kind: Kind) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(publishedSchema(schemaName[kind] ?? kind) as object);

/** Unexplained differences, one of each kind, with a file that shows it. */
class Differences {
  readonly #found = new Map<string, string>();

  add(what: string, said: readonly Said[], text: string): void {
    const key = `${what}: ${said.map(({ rule, path, message }) => `${rule} ${path} ${message}`).join('; ')}`;
    if (this.#found.size < 20 && !this.#found.has(key)) this.#found.set(key, text.slice(0, 1000));
  }

  get all(): [string, string][] {
    return [...this.#found];
  }
}

describe.each(formats)('$kind', format => {
  const { kind, shape, runs } = format;
  const config = withMutations(configOf(shape));
  const writing = fc.oneof(
    { weight: 6, arbitrary: fc.constant('json') },
    { weight: 4, arbitrary: fc.constantFrom(...Object.keys(writings)) },
  );

  it(`validate and serve --check agree on ${runs} files`, () => {
    const differences = new Differences();
    for (const [value, how] of fc.sample(fc.tuple(config, writing), { seed, numRuns: runs })) {
      const text = writings[how]!(JSON.stringify(value, null, 1));
      const [one, other] = [validated(text, format), served(text, format)];
      const isOurs = kind === 'serve' || kind === 'mcp-config';
      const unexplained = isOurs ? other : other.filter(({ rule }) => servedAlone[rule] === undefined);
      if (one.length > 0 && other.length === 0) differences.add('only validate refuses', one, text);
      if (one.length === 0 && unexplained.length > 0) differences.add('only serve refuses', unexplained, text);
    }
    expect(differences.all).toEqual([]);
  });

  it(`validate and the published schema agree on ${runs} files`, () => {
    const schema = compile(kind);
    const differences = new Differences();
    let [taken, refused] = [0, 0];
    for (const value of fc.sample(config, { seed, numRuns: runs })) {
      const text = JSON.stringify(value, null, 1);
      const errors = validated(text, format, false);
      const takes = schema(JSON.parse(text));
      if (errors.length > 0) refused++;
      else taken++;
      const unexplained = errors.filter(error => !isBeyond(error));
      const wordless = errors.filter(({ message }) => message.startsWith('the published schema does not take'));
      if (wordless.length > 0 && wordless.length === errors.length) differences.add('no rule has words for it', wordless, text);
      if (!takes && errors.length === 0) differences.add(`only the schema refuses: ${schemaErrors(schema.errors)}`, [], text);
      if (takes && unexplained.length > 0) differences.add('the schema takes it', unexplained, text);
    }
    expect(differences.all).toEqual([]);
    expect(Math.min(taken, refused)).toBeGreaterThan(runs / 20);
  });
});

const schemaErrors = (errors: readonly ErrorObject[] | null | undefined): string =>
  (errors ?? [])
    .slice(0, 4)
    .map(({ instancePath, message }) => `${instancePath.replace(/\d+/g, '*')} ${message}`)
    .join('; ');
