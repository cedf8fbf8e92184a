import { readFile } from 'node:fs/promises';
import { ConfigurationFailure } from '@mcpgw/failures';
import { ConfigurationError, type ConfigurationFault, dialects, expand, literalText, variablesOf } from '@mcpgw/mcp-config';
import type { RestApi, RestAuth } from './endpoint.js';

export interface SecretsDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readText?: (file: string) => Promise<string>;
}

const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const maxSecret = 64 * 1024;

/** The environment variables; undefined to check only the syntax of placeholders. */
type MaybeEnv = SecretsDeps['env'] | undefined;

const expanded = (text: string, env: MaybeEnv) =>
  expand(text, { dialect: dialects.apis, env: env ?? {}, file: '', resolve: env === undefined ? 'form' : 'all' });

/** Headers of an API with their references resolved. */
export interface ApiHeaders {
  /** The headers of one call. @throws ConfigurationFailure if a secret's file cannot be used */
  forCall(): Promise<Readonly<Record<string, string>>>;
  /** Values that no message may show; grows as secret files change. */
  readonly secrets: readonly string[];
}

function textFaults(path: readonly string[], text: string, env: MaybeEnv): ConfigurationFault[] {
  const { faults, text: value } = expanded(text, env);
  if (faults.length > 0) return faults.map(({ message, suggestion, rule }) => ({ path, message, suggestion, rule }));
  if (headerValue.test(env === undefined ? literalText(text, dialects.apis) : value)) return [];
  const message = 'the value of the header has a character that HTTP does not allow';
  return [{ path, message, suggestion: 'use printable characters on one line' }];
}

async function secretOfFile(auth: Extract<RestAuth, { file: string }>, readText: (file: string) => Promise<string>): Promise<string> {
  const text = await readText(auth.file).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationFailure(`auth.file: the secret's file cannot be read (${error.code ?? 'unknown error'})`, error);
  });
  const secret = text.trim();
  if (secret === '') throw new ConfigurationFailure("auth.file: the secret's file is empty");
  if (secret.length > maxSecret || !headerValue.test(secret))
    throw new ConfigurationFailure("auth.file: the secret's file holds what an HTTP header cannot");
  return secret;
}

/** Values of plain headers are not secret; those with variables and that of `auth` are. */
function secretsOf(api: RestApi, env: SecretsDeps['env']): string[] {
  const templates = [...Object.values(api.headers), ...(api.auth && 'value' in api.auth ? [api.auth.value] : [])];
  const values = templates.flatMap(text => variablesOf(text, dialects.apis)).map(name => env[name] ?? '');
  const whole = api.auth && 'value' in api.auth ? expanded(api.auth.value, env).text : '';
  return [...values, whole, ...whole.split(/\s+/).slice(1)].filter(text => text !== '');
}

/**
 * What is wrong with the placeholders and texts of an API's headers. Without an environment only the syntax of placeholders is
 * checked.
 */
export function headerFaults(api: RestApi, env: MaybeEnv): ConfigurationFault[] {
  const { auth } = api;
  const faults = Object.entries(api.headers).flatMap(([name, text]) => textFaults(['headers', name], text, env));
  return auth && 'value' in auth ? [...faults, ...textFaults(['auth', 'value'], auth.value, env)] : faults;
}

/** Resolves the placeholders of an API's headers. @throws ConfigurationError with every reference that cannot be resolved */
export function apiHeaders(api: RestApi, { env, readText = file => readFile(file, 'utf8') }: SecretsDeps): ApiHeaders {
  const { auth } = api;
  const faults = headerFaults(api, env);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const fixed: Record<string, string> = {};
  for (const [name, text] of Object.entries(api.headers)) fixed[name.toLowerCase()] = expanded(text, env).text;
  if (auth && 'value' in auth) fixed[auth.header.toLowerCase()] = expanded(auth.value, env).text;
  const secrets = secretsOf(api, env);
  const forCall = async () => {
    if (!auth || !('file' in auth)) return fixed;
    const secret = await secretOfFile(auth, readText);
    if (!secrets.includes(secret)) secrets.push(secret);
    return { ...fixed, [auth.header.toLowerCase()]: `${auth.prefix}${secret}` };
  };
  return { forCall, secrets };
}
