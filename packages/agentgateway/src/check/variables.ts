import type { Finding } from '@mcpgw/diagnostics';
import type { Env } from '@mcpgw/structure';

/**
 * Reports variables of a static configuration without a value. The proxy replaces variables in the whole text, including comments, before
 * it reads it, and stops at the first one that is not set. `$NAME` and `${NAME}` are variables, `${NAME:-text}` has a default, `$$` is a `$`.
 */
export function variableFindings(text: string, file: string, env: Env | undefined): Finding[] {
  const findings: Finding[] = [];
  for (const { 0: whole, 1: braced, 2: bare, index } of text.matchAll(/\$\$|\$\{([^}]*)\}|\$(\w+)/g)) {
    const name = braced === undefined ? bare : braced.split(':-', 1)[0]!;
    if (name === undefined || (braced ?? '').includes(':-')) continue;
    const place = { file, span: { start: index, end: index + whole.length }, severity: 'error' } as const;
    if (name === '')
      findings.push({
        ...place,
        rule: 'unsupported-placeholder',
        message: `"${whole}" names no variable`,
        suggestion: 'write "$$" for a dollar',
      });
    else if (env !== undefined && (!Object.hasOwn(env, name) || env[name] === undefined))
      findings.push({
        ...place,
        rule: 'unset-variable',
        message: `the environment variable "${name}" is not set: the proxy stops`,
        suggestion: `set ${name}, name a file that sets it with --env-file, or write "$$" for a dollar`,
      });
  }
  return findings;
}
