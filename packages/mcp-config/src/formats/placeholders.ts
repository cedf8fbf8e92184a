/**
 * Placeholders of every format: one table with the syntax of each format, and one function that expands them.
 * A placeholder that cannot be resolved is a finding and is never used as text.
 */
import type { Severity } from '@mcpgw/diagnostics';
import type { Env } from '@mcpgw/structure';
import type { McpFormat } from './detect.js';

/**
 * How far placeholders are resolved. `all`: every placeholder must have a value, because the text is used. `values`: variables must
 * have values; placeholders that only the client resolves need not. `form`: only the syntax is checked.
 */
export type Resolve = 'all' | 'values' | 'form';

/** The placeholder syntax of a format. */
export interface PlaceholderDialect {
  /** `${...}`, or `{...}` where only `{env:` and `{file:` begin a placeholder. */
  readonly opening: '${' | '{';
  /** `${NAME}` is a variable of the environment. */
  readonly bare?: true;
  /** `${NAME:-text}` is a variable with a default. */
  readonly defaults?: true;
  /** `${env:NAME}` is a variable of the environment. */
  readonly env?: true;
  /** Placeholders that only the client of the format can resolve; matches the whole text between the braces. */
  readonly client?: RegExp;
  /** The part of `client` that no other form matches, for the published pattern. A text that matches in two ways would make the pattern slow. */
  readonly clientPattern?: string;
  /** `$${` stands for the text `${`. */
  readonly escape?: true;
  /** The severity of a variable without a value if the file is only checked. Some clients leave the text unchanged. */
  readonly unset: Severity;
  /** The form to suggest instead of a placeholder that the format does not support. */
  readonly write: string;
}

const listForm: PlaceholderDialect = { opening: '${', env: true, escape: true, unset: 'error', write: '$' + '{env:NAME}' };
const bareForm: PlaceholderDialect = { opening: '${', bare: true, unset: 'error', write: '$' + '{NAME}' };

/** The placeholders of each format; docs/placeholders.md shows the table. */
export const dialects: Readonly<Record<McpFormat | 'apis', PlaceholderDialect>> = {
  'mcp-config': listForm,
  serve: listForm,
  apis: { ...bareForm, env: true },
  'mcp-servers': bareForm,
  'langchain-config': { ...bareForm, unset: 'warning' },
  'client-config': {
    opening: '${',
    bare: true,
    defaults: true,
    env: true,
    client: /^(?:workspaceFolder|workspaceFolderBasename|userHome|pathSeparator|\/|file:.+)$/,
    clientPattern: '/|file:[^-}][^}]*',
    unset: 'warning',
    write: '$' + '{NAME} or $' + '{env:NAME}',
  },
  'vscode-config': {
    opening: '${',
    env: true,
    client:
      /^(?:(?:input|command|config):.+|(?:workspaceFolder|workspaceFolderBasename|cwd|(?:relativeFile|fileDirname)\w*)(?::.+)?|userHome|file|file(?:WorkspaceFolder|Basename|BasenameNoExtension|Extname)|lineNumber|columnNumber|selectedText|execPath|defaultBuildTask|pathSeparator|\/)$/,
    unset: 'warning',
    write: '$' + '{env:NAME} or $' + '{input:ID}',
  },
  'opencode-config': { opening: '{', env: true, client: /^file:.+$/, unset: 'warning', write: '{env:NAME}' },
};

/** The options of an expansion. */
export interface Expansion {
  readonly dialect: PlaceholderDialect;
  readonly env: Env;
  readonly file: string;
  readonly resolve: Resolve;
}

/** A part of a text: plain text, a variable, or a placeholder that is not resolved here. */
type TextPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'variable'; readonly whole: string; readonly name: string; readonly fallback?: string }
  | { readonly type: 'client' | 'unknown'; readonly whole: string; readonly inner: string }
  | { readonly type: 'open'; readonly whole: string };

const name = /^[A-Za-z_]\w*$/;

function partOf(whole: string, inner: string, dialect: PlaceholderDialect): TextPart {
  const scheme = /^env:(.*)$/s.exec(inner)?.[1];
  if (scheme !== undefined && dialect.env && name.test(scheme)) return { type: 'variable', whole, name: scheme };
  if (dialect.bare && name.test(inner) && dialect.client?.test(inner) !== true) return { type: 'variable', whole, name: inner };
  const [, variable, fallback] = /^([A-Za-z_]\w*):-(.*)$/s.exec(inner) ?? [];
  if (dialect.defaults && variable !== undefined) return { type: 'variable', whole, name: variable, fallback: fallback! };
  return { type: scheme === undefined && dialect.client?.test(inner) === true ? 'client' : 'unknown', whole, inner };
}

/** Splits a text at its placeholders, in time linear in its length. */
export function partsOf(text: string, dialect: PlaceholderDialect): TextPart[] {
  const parts: TextPart[] = [];
  // Matches a run of dollars at once, even if no brace follows. Otherwise, the search for the brace would restart at each dollar.
  const opening = dialect.opening === '${' ? /\$+\{?/g : /\{(?=(?:env|file):)/g;
  let from = 0;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    if (!match[0].endsWith('{')) continue;
    const escaped = dialect.escape === true && match[0].length > 2;
    const start = match.index + match[0].length - (escaped ? 3 : dialect.opening.length);
    if (start > from) parts.push({ type: 'text', text: text.slice(from, start) });
    const end = text.indexOf('}', opening.lastIndex);
    if (escaped) parts.push({ type: 'text', text: '${' });
    else if (end < 0) parts.push({ type: 'open', whole: text.slice(start) });
    else parts.push(partOf(text.slice(start, end + 1), text.slice(opening.lastIndex, end), dialect));
    from = escaped ? opening.lastIndex : end < 0 ? text.length : end + 1;
    opening.lastIndex = from;
  }
  if (from < text.length) parts.push({ type: 'text', text: text.slice(from) });
  return parts;
}

/** The text without its placeholders: the part that is known before they are resolved. */
export const literalText = (text: string, dialect: PlaceholderDialect): string =>
  partsOf(text, dialect)
    .map(part => (part.type === 'text' ? part.text : part.type === 'variable' ? (part.fallback ?? '') : ''))
    .join('');

/** The names of the variables that a text refers to. */
export const variablesOf = (text: string, dialect: PlaceholderDialect): string[] =>
  partsOf(text, dialect).flatMap(part => (part.type === 'variable' ? [part.name] : []));

/** What is wrong with one placeholder. */
interface Fault {
  readonly rule: 'unset-variable' | 'unsupported-placeholder';
  readonly severity: Severity;
  readonly message: string;
  readonly suggestion: string;
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text);

function unknownFault(part: Exclude<TextPart, { type: 'text' | 'variable' }>, { dialect }: Expansion): Fault {
  const base = { rule: 'unsupported-placeholder', severity: 'error' } as const;
  if (part.type === 'open')
    return { ...base, message: `the placeholder "${short(part.whole)}" is not closed`, suggestion: 'close it with "}"' };
  const plain = dialect.escape ? '; for the text itself, write "$' + '$' + '{"' : '';
  const advice = `write "${dialect.write}"${plain}`;
  if (part.inner.trim() === '')
    return { ...base, message: `the placeholder "${short(part.whole)}" does not name a variable`, suggestion: advice };
  const scheme = /^(\w+):/.exec(part.inner)?.[1];
  if (scheme !== undefined && scheme !== 'env' && !part.inner.includes(':-')) {
    const message = `mcpgw cannot resolve "${short(part.whole)}": it reads no "${scheme}" values`;
    return { ...base, message, suggestion: `put the value into an environment variable and ${advice}` };
  }
  return { ...base, message: `"${short(part.whole)}" is not a placeholder of this format`, suggestion: advice };
}

function faultOf(part: Exclude<TextPart, { type: 'text' }>, expansion: Expansion): Fault | undefined {
  const { dialect, env, resolve } = expansion;
  if (part.type === 'client') {
    if (resolve !== 'all') return undefined;
    const message = `"${short(part.whole)}" is resolved by the client that the file belongs to, not by mcpgw`;
    const suggestion = 'write the value, or name an environment variable';
    return { rule: 'unsupported-placeholder', severity: 'error', message, suggestion };
  }
  if (part.type !== 'variable') return unknownFault(part, expansion);
  if (resolve === 'form' || part.fallback !== undefined || variableOf(env, part.name) !== undefined) return undefined;
  return {
    rule: 'unset-variable',
    severity: resolve === 'all' ? 'error' : dialect.unset,
    message: `the environment variable "${part.name}" is not set`,
    suggestion: `set ${part.name}, or name a file that sets it with --vars`,
  };
}

/** The value of a variable; undefined if the variable is not set. Inherited members of Object do not count. */
function variableOf(env: Env, variable: string): string | undefined {
  return Object.hasOwn(env, variable) ? env[variable] : undefined;
}

/** A text with its placeholders replaced, and the faults of those that were not. */
export interface Expanded {
  readonly text: string;
  /** Whether the text still contains a placeholder. */
  readonly isOpen: boolean;
  readonly faults: readonly Fault[];
}

/** Replaces the placeholders of one string. A placeholder without a value stays unchanged, and is a fault unless only the syntax is checked. */
export function expand(text: string, expansion: Expansion): Expanded {
  const faults: Fault[] = [];
  let isOpen = false;
  const out = partsOf(text, expansion.dialect).map(part => {
    if (part.type === 'text') return part.text;
    const fault = faultOf(part, expansion);
    if (fault !== undefined) faults.push(fault);
    const value =
      part.type !== 'variable' || expansion.resolve === 'form' ? undefined : (variableOf(expansion.env, part.name) ?? part.fallback);
    isOpen ||= value === undefined;
    return value ?? part.whole;
  });
  return { text: out.join(''), isOpen, faults };
}
