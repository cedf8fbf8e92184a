import type { Finding, Path, Severity } from '@mcpgw/diagnostics';
import type { Node } from '../yaml/node.js';

/** The environment that placeholders are looked up in. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * How a format writes placeholders. `shell`: `${NAME}`; `shell-default`: also `${NAME:-default}`; `scheme`:
 * `${env:NAME}`, `${input:id}`, `${keyring:name}`; `none`: a placeholder is plain text.
 */
export type PlaceholderStyle = 'none' | 'shell' | 'shell-default' | 'scheme';

export interface Expansion {
  readonly style: PlaceholderStyle;
  readonly env: Env;
  readonly file: string;
  /** How much an unset variable weighs. */
  readonly unset: Severity;
}

const forms: Record<Exclude<PlaceholderStyle, 'none'>, RegExp> = {
  shell: /\$\{(\w+)\}/g,
  'shell-default': /\$\{(\w+)(?::-([^}]*))?\}/g,
  scheme: /\$\{([A-Za-z]+):([^}]+)\}/g,
};

/** Expands the placeholders of one string. Unset variables stay as written and are findings. */
export function expandText(text: string, node: Node, path: Path, expansion: Expansion, findings: Finding[]): string {
  if (expansion.style === 'none') return text;
  return text.replace(forms[expansion.style], (whole: string, name: string, rest: string | undefined) => {
    if (expansion.style === 'scheme') return expandScheme(whole, name, rest!, node, path, expansion, findings);
    const value = own(expansion.env, name) ?? (expansion.style === 'shell-default' ? rest : undefined);
    return value ?? unset(whole, name, node, path, expansion, findings);
  });
}

function expandScheme(
  whole: string,
  scheme: string,
  name: string,
  node: Node,
  path: Path,
  expansion: Expansion,
  findings: Finding[],
): string {
  if (scheme !== 'env') return whole;
  return own(expansion.env, name) ?? unset(whole, name, node, path, expansion, findings);
}

function own(env: Env, name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

function unset(whole: string, name: string, node: Node, path: Path, expansion: Expansion, findings: Finding[]): string {
  findings.push({
    rule: 'unset-variable',
    severity: expansion.unset,
    message: `the environment variable "${name}" is not set`,
    file: expansion.file,
    span: node.span,
    path,
    suggestion: `set ${name}, or name a file that sets it with --env-file`,
  });
  return whole;
}

/** Reads the lines of an env file: `NAME=value`, `export NAME="value"`, comments. Lines of another form give findings. */
export function parseEnvFile(text: string, file: string): { readonly env: Env; readonly findings: readonly Finding[] } {
  const env: Record<string, string> = Object.create(null);
  const findings: Finding[] = [];
  let start = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const match = /^(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line);
    if (match !== null) env[match[1]!] = envValue(match[2]!);
    else if (line !== '' && !line.startsWith('#')) {
      const span = { start, end: start + raw.length };
      findings.push({ rule: 'env-file-line', severity: 'error', message: 'this line is not of the form NAME=value', file, span });
    }
    start += raw.length + 1;
  }
  return { env, findings };
}

function envValue(text: string): string {
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, 1);
    if (end > 0) return quote === '"' ? text.slice(1, end).replaceAll('\\n', '\n') : text.slice(1, end);
  }
  return text.replace(/\s+#.*$/, '');
}
