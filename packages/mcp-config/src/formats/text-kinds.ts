/**
 * Kinds of text: their names in messages, and checks that a pattern cannot express. The published schemas name the kind beside the
 * pattern (`x-mcpgw.text`), so that the same function explains why the pattern refuses a text.
 */
import { type Problem, type StringShape, string } from '@mcpgw/structure';
import { addressName } from './address-name.js';
import { type DurationBounds, durationProblem } from './go-duration.js';
import { addressProblem, framingHeaders, headerNameProblem, headerValueProblem } from './http.js';
import { parseListen } from './listen.js';
import { patternProblem } from './pattern.js';
import { dialects, expand, literalText } from './placeholders.js';

/** The bounds of a duration. */
export type TextBounds = DurationBounds;

export interface TextKind {
  /** The name of the kind in messages: `expected a server name, found a list`. */
  readonly name: string;
  readonly check: (text: string, bounds: TextBounds) => Problem | undefined;
}

function serverName(name: string): Problem | undefined {
  if (name === '') return { message: 'the server name is empty', suggestion: 'name the server, such as "github"' };
  if (!name.includes(':')) return undefined;
  return {
    message: `the server name "${name}" must not contain ":", which separates server and tool`,
    suggestion: `use "${name.replaceAll(':', '-')}"`,
  };
}

function profileSlug(name: string): Problem | undefined {
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(name))
    return {
      message: `"${name.slice(0, 100)}" is not a profile name: lower-case letters, digits, "-" and "_", at most 63`,
      suggestion: 'write such a name, beginning with a letter or digit: "reading"',
    };
  if (!['all', 'code', 'call', 'p'].includes(name)) return undefined;
  return { message: `the profile name "${name}" is reserved`, suggestion: 'choose a name other than all, code, call and p' };
}

/** Whether a text contains a placeholder. Such texts are accepted: their value is known only when the file is used. */
const isOpen = (value: string): boolean => /\$\{/.test(value);

function serverUrl(value: string): Problem | undefined {
  return /\$\{|\{(?:env|file):/.test(value) ? undefined : addressProblem(value);
}

function listenAddress(value: string): Problem | undefined {
  if (parseListen(value) !== undefined || isOpen(value)) return undefined;
  return { message: `"${value}" is not an address to listen on`, suggestion: 'write host and port, such as "127.0.0.1:8080"' };
}

function separator(value: string): Problem | undefined {
  if (/^[-_.:/]{1,8}$/.test(value)) return undefined;
  return { message: `"${value}" cannot separate server and tool`, suggestion: 'use one to eight of the characters - _ . : /' };
}

/** What is wrong with the address of a store. */
export function storeUrlProblem(value: string): Problem | undefined {
  if (/^rediss?:\/\/[^\s]/.test(value) && URL.canParse(value)) return undefined;
  return { message: 'the address of the store is not a redis or rediss URL', suggestion: 'write redis://HOST:6379' };
}

function hostName(value: string): Problem | undefined {
  if (/^(?:\*|\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i.test(value) || isOpen(value)) return undefined;
  return { message: `"${value}" is not a name of a host`, suggestion: 'write the name alone, without scheme and port' };
}

function toolName(value: string): Problem | undefined {
  if (/^[A-Za-z0-9_.-]{1,128}$/.test(value)) return undefined;
  return { message: `"${value.slice(0, 128)}" is not a name of a tool`, suggestion: 'use letters, digits, "-", "_" and ".", at most 128' };
}

function slashed(value: string): Problem | undefined {
  return value.startsWith('/') ? undefined : { message: `the path "${value}" must begin with "/"`, suggestion: `write "/${value}"` };
}

function filled(value: string): Problem | undefined {
  return value === '' ? { message: 'the text is empty', suggestion: 'fill it in, or remove the field' } : undefined;
}

function headerName(value: string): Problem | undefined {
  const problem = headerNameProblem(value);
  if (problem === undefined || framingHeaders.has(value.toLowerCase())) return problem;
  return { message: `"${value.slice(0, 128)}" is not a name of an HTTP header`, suggestion: problem.suggestion! };
}

/** Checks the placeholders and characters of a value. Whether its variables have values is known only when it is used. */
function apiHeaderValue(value: string): Problem | undefined {
  const dialect = dialects.apis;
  const [fault] = expand(value, { dialect, env: {}, file: '', resolve: 'form' }).faults;
  return fault ?? headerValueProblem(undefined, literalText(value, dialect));
}

function entryName(name: string): Problem | undefined {
  return name.trim() === '' ? { message: 'the name is empty', suggestion: 'name the server, such as "template"' } : undefined;
}

/** The least length of a key that encrypts logins, in characters. */
export const minLoginKey = 32;

function loginKey(key: string): Problem | undefined {
  if (isOpen(key) || [...key].length >= minLoginKey) return undefined;
  return {
    message: `the key has fewer than ${minLoginKey} characters`,
    suggestion: 'use random text, such as that of: openssl rand -base64 32',
  };
}

/** Every kind of text, by its name in schemas. */
export const textKinds = {
  'server-name': { name: 'a server name', check: serverName },
  'profile-name': { name: 'a profile name', check: profileSlug },
  'server-url': { name: 'an http or https URL', check: serverUrl },
  // Checked where it is used: the scheme depends on the transport.
  url: { name: 'an http or https URL', check: () => undefined },
  'api-url': { name: 'an http or https URL', check: value => addressProblem(value, true, 'https://api.example.com') },
  duration: { name: 'a duration such as "30s"', check: durationProblem },
  'listen-address': { name: 'an address to listen on', check: listenAddress },
  // The list form calls it a string, as mcpproxy does.
  'listen-text': { name: 'a string', check: listenAddress },
  separator: { name: 'a separator', check: separator },
  'redis-url': { name: 'a redis URL', check: value => (isOpen(value) ? undefined : storeUrlProblem(value)) },
  'login-key': { name: 'a key of at least 32 characters', check: loginKey },
  'host-name': { name: 'the name of a host', check: hostName },
  'server-key': { name: 'a server name', check: addressName('a server') },
  'api-name': { name: 'the name of an API', check: addressName('an API') },
  'tool-name': { name: 'the name of a tool', check: toolName },
  'header-name': { name: 'the name of a header', check: headerName },
  'api-header-value': { name: 'a string', check: apiHeaderValue },
  path: { name: 'a path', check: slashed },
  filled: { name: 'a non-empty string', check: filled },
  pattern: { name: 'a regular expression', check: patternProblem },
  'entry-name': { name: 'a name', check: entryName },
} as const satisfies Readonly<Record<string, TextKind>>;

export type TextKindName = keyof typeof textKinds;

/** The shape of a text of a kind; `schema` is the part of its check that JSON Schema can express. */
export const textOfKind = (kind: TextKindName, schema: Readonly<Record<string, unknown>> = {}, bounds: TextBounds = {}): StringShape =>
  string(textKinds[kind].name, undefined, { ...schema, 'x-mcpgw': { text: kind, ...bounds } });
