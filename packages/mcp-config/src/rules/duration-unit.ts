import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Kind, type Node, numberAt, type Rule, type RuleContext } from '@mcpgw/structure';
import { serverKinds, serversOf } from './mcp-servers-of.js';

type Unit = 'milliseconds' | 'seconds';

/** Fields of servers that are numbers without a unit, with the unit in which their format reads them. */
const fields: Partial<Record<Kind, Readonly<Record<string, Unit>>>> = {
  'client-config': { timeout: 'milliseconds', sse_read_timeout: 'seconds' },
  'opencode-config': { timeout: 'milliseconds' },
  'langchain-config': { timeout: 'seconds', sse_read_timeout: 'seconds' },
  'mcp-servers': { read_timeout: 'seconds' },
};

export const durationUnit: Rule = {
  id: 'duration-unit',
  severity: 'warning',
  kinds: serverKinds,
  why: 'The number has no unit: read in another one, a timeout is a thousand times too short or too long.',
  docs: {
    checks: 'Timeouts that are plain numbers: fewer than 1000 where milliseconds are read, 1000 and more where seconds are read, and 0.',
    basedOn:
      'The documentation of each program: Gemini CLI, OpenCode and `mcpgw` read milliseconds, Cline and Roo Code seconds in the same field of the same kind of file, and LangChain seconds.',
    fix: 'Write the number in the unit of the format.',
    wrong: 'mcpServers:\n  files:\n    command: file-server\n    timeout: 30\n',
    correct: 'mcpServers:\n  files:\n    command: file-server\n    timeout: 30000\n',
  },
  check(context) {
    for (const { node, path } of serversOf(context))
      for (const [key, unit] of Object.entries(fields[context.kind] ?? {})) check(context, node, key, unit, [...path, key]);
    if (context.kind !== 'serve') return;
    for (const [index, api] of items(get(context.root, 'apis')).entries()) {
      check(context, api, 'timeout', 'seconds', ['apis', index, 'timeout']);
      for (const [place, endpoint] of items(at(api, 'endpoints')).entries())
        check(context, endpoint, 'timeout', 'seconds', ['apis', index, 'endpoints', place, 'timeout']);
    }
  },
};

/** Streams may be silent for hours. */
const longest: Readonly<Record<string, number>> = { sse_read_timeout: 100_000 };

function check({ report }: RuleContext, owner: Node, key: string, unit: Unit, path: Path): void {
  const value = numberAt(owner, key);
  const node = get(owner, key);
  if (value === undefined || node === undefined) return;
  if (value === 0)
    report({
      at: node,
      path,
      message: `"${key}: 0" leaves no time: programs read it as an end at once, or as no limit`,
      suggestion: 'write a number, or remove the field',
    });
  else if (unit === 'milliseconds' && value < 1000)
    report({
      at: node,
      path,
      message: `"${key}: ${value}" is ${value} milliseconds`,
      suggestion: `write ${value * 1000} for ${value} seconds`,
    });
  else if (unit === 'seconds' && value >= (longest[key] ?? 1000))
    report({
      at: node,
      path,
      message: `"${key}: ${value}" is ${value} seconds`,
      suggestion: `write ${value / 1000} for ${value} milliseconds`,
    });
  else if (unit === 'seconds' && value < 0.1)
    report({ at: node, path, message: `"${key}: ${value}" is ${value} seconds, which no server answers in`, suggestion: 'write more' });
}
