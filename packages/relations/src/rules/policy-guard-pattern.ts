import { readsAsPattern } from '@mcpgw/agentgateway';
import { regex } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { onBackend } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';
import { textOr } from '../objects/objects.js';

const problemOf = (pattern: Node | undefined): string | undefined =>
  text(pattern) === undefined ? undefined : regex.check!(text(pattern)!)?.message;

export const policyGuardPattern: Rule = {
  id: 'policy-guard-pattern',
  severity: 'error',
  kinds: ['manifest'],
  why: 'A pattern that the proxy cannot compile is left out with a warning in its log: the guard finds nothing of what it should find.',
  docs: {
    checks:
      'Patterns of guards, and of headers that a webhook guard gets, can be compiled by the proxy (syntax of RE2), and exact values of these headers are not patterns (a warning).',
    seen: 'The controller of v1.4.1 reports the policy as Attached=True and sends the pattern as it is written.',
    basedOn: 'The source of the proxy of v1.4.1: a pattern that does not compile is left out with a warning.',
    fix: 'Correct the pattern: there is no look-around and no back reference.',
    wrong: onBackend(String.raw`backend: {ai: {promptGuard: {request: [{regex: {action: Reject, matches: ['(?<!\d)\d{16}(?!\d)']}}]}}}`),
    correct: onBackend(String.raw`backend: {ai: {promptGuard: {request: [{regex: {action: Reject, matches: ['\b\d{16}\b']}}]}}}`),
  },
  check({ root, report }) {
    const say = (at: Node, path: Path, problem: string | undefined, effect: string): void => {
      if (problem !== undefined)
        report({ at, path, message: `${problem}: ${effect}`, suggestion: 'the syntax is that of RE2: no look-around, no back references' });
    };
    for (const { node, path } of fieldsNamed(root, 'matches', 'regex'))
      items(node).forEach((item, index) => {
        say(item, [...path, index], problemOf(item), 'the pattern is left out, and the guard does not look for it');
      });
    for (const { node, path } of fieldsNamed(root, 'forwardHeaderMatches', 'webhook'))
      items(node).forEach((item, index) => {
        const value = get(item, 'value');
        const isExact = textOr(item, 'type', 'Exact') === 'Exact';
        if (value !== undefined && isExact && (text(value) === '*' || readsAsPattern(text(value) ?? '') !== undefined))
          report({
            at: value,
            path: [...path, index, 'value'],
            message: `"${text(value)}" is compared as it is: the header is not forwarded`,
            suggestion: 'write type: RegularExpression, and ".*" for any value',
            severity: 'warning',
          });
        if (value !== undefined && !isExact) say(value, [...path, index, 'value'], problemOf(value), 'no header is forwarded by it');
      });
  },
};
