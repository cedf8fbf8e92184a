import { regexReadsAs } from '@mcpgw/agentgateway';
import { expressions, listed, promptGuards, regexArgument } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { at, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const regexMisread: Rule = {
  id: 'regex-misread',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The pattern can be compiled, and finds other strings than it suggests: a wildcard is a repetition, and the slashes and flags of JavaScript are characters.',
  docs: {
    checks:
      'Patterns of `matches()` and `regexReplace()` and of guards do not end with a character and "*", as wildcards do (`read_*`), and are not written between slashes (`/password/i`).',
    seen: 'Live: v1.1.0 and v1.4.1 refused `x-team: team-red` by the pattern `^team-*$`, which let `team` and `team---` in.',
    fix: 'Write ".*" for any text, and "(?i)" before a pattern that takes upper-case and lower-case letters.',
    wrong: onRoute(`authorization: {rules: ['request.headers["x-team"].matches("^team-*$")']}`),
    correct: onRoute(`authorization: {rules: ['request.headers["x-team"].matches("^team-.*$")']}`),
  },
  check({ root, version, report }) {
    const say = (at: Node, path: Path, pattern: string, problem: string | undefined): void => {
      if (problem === undefined) return;
      const isScript = pattern.startsWith('/');
      report({
        at,
        path,
        message: `the pattern "${pattern.slice(0, 80)}" finds other strings than it suggests: ${problem}`,
        suggestion: isScript ? 'write the pattern without slashes, and "(?i)" before it for capital letters' : 'write ".*" for any text',
      });
    };
    for (const { node, path, calls } of expressions(root, version))
      for (const call of calls) {
        const pattern = regexArgument(call);
        if (pattern !== undefined) say(node, path, pattern, regexReadsAs(pattern));
      }
    for (const { node, path } of promptGuards(root))
      for (const rule of listed(at(node, 'regex', 'rules'), [...path, 'regex', 'rules'])) {
        const pattern = at(rule.node, 'pattern');
        const value = text(pattern);
        if (value !== undefined) say(pattern!, [...rule.path, 'pattern'], value, regexReadsAs(value));
      }
  },
};
