import type { Finding } from '@mcpgw/diagnostics';
import type { Env } from '@mcpgw/structure';

/**
 * Variables of a static configuration that have no value. The proxy replaces them in the whole text before it reads it, comments
 * included, and stops at the first that is not set. `$NAME` and `${NAME}` name one, `${NAME:-text}` has a default, `$$` is a dollar.
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
