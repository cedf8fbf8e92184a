import { readFile } from 'node:fs/promises';
import { ConfigurationError, type ConfigurationFault } from '../../failures/gateway-failure.js';
import type { RestApi, RestAuth } from './endpoint.js';

export interface SecretsDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readText?: (file: string) => Promise<string>;
}

const variable = /\$\{(\w+)\}/g;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const maxSecret = 64 * 1024;

function isSet(name: string, env: SecretsDeps['env']): boolean {
  return Object.hasOwn(env, name) && env[name] !== undefined;
}

/** The names that `text` refers to and `env` does not have. */
function unset(text: string, env: SecretsDeps['env']): string[] {
  return [...text.matchAll(variable)].map(match => match[1]!).filter(name => !isSet(name, env));
}

function filled(text: string, env: SecretsDeps['env']): string {
  return text.replace(variable, (_all, name: string) => env[name] ?? '');
}

/** Headers of an API with their references resolved. */
export interface ApiHeaders {
  /** The headers of one call. Throws ConfigurationError where a secret's file cannot be used. */
  forCall(): Promise<Readonly<Record<string, string>>>;
  /** Values that no message may show; grows as secret files change. */
  readonly secrets: readonly string[];
}

function fault(path: readonly string[], message: string): ConfigurationFault {
  return { path, message };
}

function textFaults(path: readonly string[], text: string, env: SecretsDeps['env']): ConfigurationFault[] {
  const missing = unset(text, env);
  if (missing.length > 0)
    return missing.map(name => ({
      path,
      message: `the environment variable "${name}" is not set`,
      suggestion: `set ${name}, or name a file that sets it with --env-file`,
      rule: 'unset-variable' as const,
    }));
  if (headerValue.test(filled(text, env))) return [];
  const message = 'the value of the header has a character that HTTP does not allow';
  return [{ path, message, suggestion: 'use printable characters on one line' }];
}

async function secretOfFile(auth: Extract<RestAuth, { file: string }>, readText: (file: string) => Promise<string>): Promise<string> {
  const path = ['auth', 'file'];
  const text = await readText(auth.file).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError([fault(path, `the secret's file cannot be read (${error.code ?? 'unknown error'})`)], { cause: error });
  });
  const secret = text.trim();
  if (secret === '') throw new ConfigurationError([fault(path, "the secret's file is empty")]);
  if (secret.length > maxSecret || !headerValue.test(secret))
    throw new ConfigurationError([fault(path, "the secret's file holds what an HTTP header cannot")]);
  return secret;
}

/** Values of plain headers are no secret; those made with variables and that of `auth` are. */
function secretsOf(api: RestApi, env: SecretsDeps['env']): string[] {
  const templates = [...Object.values(api.headers), ...(api.auth && 'value' in api.auth ? [api.auth.value] : [])];
  const values = templates.flatMap(text => [...text.matchAll(variable)].map(match => env[match[1]!] ?? ''));
  const whole = api.auth && 'value' in api.auth ? filled(api.auth.value, env) : '';
  return [...values, whole, ...whole.split(/\s+/).slice(1)].filter(text => text !== '');
}

/** Resolves `${VAR}` in an API's headers. Throws ConfigurationError with every reference that leads nowhere. */
export function apiHeaders(api: RestApi, { env, readText = file => readFile(file, 'utf8') }: SecretsDeps): ApiHeaders {
  const { auth } = api;
  const faults = Object.entries(api.headers).flatMap(([name, text]) => textFaults(['headers', name], text, env));
  if (auth && 'value' in auth) faults.push(...textFaults(['auth', 'value'], auth.value, env));
  if (faults.length > 0) throw new ConfigurationError(faults);
  const fixed: Record<string, string> = {};
  for (const [name, text] of Object.entries(api.headers)) fixed[name.toLowerCase()] = filled(text, env);
  if (auth && 'value' in auth) fixed[auth.header.toLowerCase()] = filled(auth.value, env);
  const secrets = secretsOf(api, env);
  const forCall = async () => {
    if (!auth || !('file' in auth)) return fixed;
    const secret = await secretOfFile(auth, readText);
    if (!secrets.includes(secret)) secrets.push(secret);
    return { ...fixed, [auth.header.toLowerCase()]: `${auth.prefix}${secret}` };
  };
  return { forCall, secrets };
}
