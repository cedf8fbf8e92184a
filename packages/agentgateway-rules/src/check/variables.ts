import type { Finding } from '@mcpgw/diagnostics';
import type { Env } from '@mcpgw/structure';

/**
 * Reports variables of a static configuration without a value. The proxy replaces variables in the whole text, including comments, before
 * it reads it, and stops at the first one that is not set. `$NAME` and `${NAME}` are variables, `${NAME:-text}` has a default, `$$` is a `$`.
 */
export function variableFindings(text: string, file: string, env: Env | undefined): Finding[] {
  const findings: Finding[] = [];
  for (const { whole, braced, bare, index } of variablesIn(text)) {
    const name = braced === undefined ? bare : braced.split(':-', 1)[0]!;
    if (name === undefined || (braced ?? '').includes(':-')) continue;
    const place = { file, span: { start: index, end: index + whole.length }, severity: 'error' } as const;
    if (name === '')
      findings.push({
        ...place,
        rule: 'unsupported-placeholder',
        message: `"${whole}" does not name a variable`,
        suggestion: 'write "$$" for a dollar',
      });
    else if (env !== undefined && (!Object.hasOwn(env, name) || env[name] === undefined))
      findings.push({
        ...place,
        rule: 'unset-variable',
        message: `the environment variable "${name}" is not set: the proxy stops`,
        suggestion: `set ${name}, name a file that sets it with --vars, or write "$$" for a dollar`,
      });
  }
  return findings;
}

interface Variable {
  readonly whole: string;
  readonly braced: string | undefined;
  readonly bare: string | undefined;
  readonly index: number;
}

/** Every `$$`, `${...}` and `$NAME`. Behind the last brace no `${` is looked at, so that many without an end take linear time. */
function variablesIn(text: string): Variable[] {
  const end = text.lastIndexOf('}') + 1;
  const found = [...text.slice(0, end).matchAll(/\$\$|\$\{([^}]*)\}|\$(\w+)/g)].map(match => variableOf(match, match[1], match[2], 0));
  return [...found, ...[...text.slice(end).matchAll(/\$\$|\$(\w+)/g)].map(match => variableOf(match, undefined, match[1], end))];
}

const variableOf = (match: RegExpExecArray, braced: string | undefined, bare: string | undefined, from: number): Variable => ({
  whole: match[0],
  braced,
  bare,
  index: match.index + from,
});
