import { type GuardView, guardHolders, integerOf, promptGuards } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, given, inRange, isGiven, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { onAiRoute } from '../examples/examples.js';

const rejects = (regex: Node | undefined): boolean => {
  const action = get(regex, 'action');
  return text(action) === 'reject' || get(action, 'reject') !== undefined;
};
/** Parts that may all be absent, such as `[0-9]*`. */
const optional = /^\^?(?:(?:\\[dwsDWS]|\[[^\][\\]{1,80}\]|[\w .-])(?:\*|\?|\{0,\d{0,4}\})){1,20}\$?$/;
/** A pattern that every text contains, because it finds nothing too. With both anchors it finds the empty text only, or more. */
const matchesAll = (pattern: string): boolean =>
  pattern === '' || /^\^?\(?\.\*\)?\$?$/.test(pattern) || (optional.test(pattern) && !(pattern.startsWith('^') && pattern.endsWith('$')));

function regexProblem({ node }: GuardView): readonly [Node, string, string] | undefined {
  const regex = given(node, 'regex');
  const rules = items(get(regex, 'rules'));
  if (regex === undefined) return undefined;
  if (rules.length === 0)
    return [get(regex, 'rules') ?? regex, 'the guard has no patterns, so it finds nothing', 'write a pattern, or remove the guard'];
  const all = rules.map(rule => get(rule, 'pattern')).find(pattern => matchesAll(text(pattern) ?? 'x'));
  if (all !== undefined)
    return [
      all,
      rejects(regex) ? 'every text has a match: every request is refused' : 'every text has a match: all of it is masked',
      'write what the guard shall find',
    ];
  const rejection = given(node, 'rejection');
  return rejection !== undefined && !rejects(regex)
    ? [
        rejection,
        'the action is "mask", so nothing is refused and the rejection is never used',
        'set "action: reject", or remove "rejection"',
      ]
    : undefined;
}

/** Azure Content Safety: something is asked, and of a host. */
function checkAzure({ node, path, side }: GuardView, report: RuleContext['report']): void {
  const azure = get(node, 'azureContentSafety');
  if (azure?.kind !== 'map') return;
  const place = [...path, 'azureContentSafety'];
  const asks = (key: string): boolean => isGiven(azure, key);
  if (!asks('analyzeText') && !(side === 'request' && asks('detectJailbreak')))
    report({
      at: azure,
      path: place,
      message: asks('detectJailbreak')
        ? 'answers are not checked for jailbreaks, and nothing else is asked: the guard checks nothing'
        : 'neither "analyzeText" nor "detectJailbreak" is there: the guard checks nothing',
      suggestion: 'write "analyzeText: {}"',
    });
  const endpoint = get(azure, 'endpoint');
  const host = text(endpoint);
  if (host !== undefined && !/^[A-Za-z0-9.-]+$/.test(host))
    report({
      at: endpoint!,
      path: [...place, 'endpoint'],
      message: `"${host}" is not a hostname, so the service is never reached: the proxy adds scheme and port itself`,
      suggestion: 'write only the host, such as name.cognitiveservices.azure.com',
    });
}

const isTrue = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === true;

/** Whether the policy of a guard makes every request one for a stream. */
const streamsAlways = (root: Node, path: Path): boolean =>
  ['defaults', 'overrides'].some(part => isTrue(at(root, ...path.slice(0, -1), part, 'stream')));

export const promptGuardInert: Rule = {
  id: 'prompt-guard-inert',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A guard that finds nothing, or everything, does not protect; a refusal with a status of success looks like an answer of the model.',
  docs: {
    checks:
      'Guards have patterns that some strings contain and others do not, a rejection is used and has an error status, thresholds can be reached, Azure Content Safety is asked something at a hostname, and answers are guarded in streams too (an info, unless the policy asks for streams).',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1: without rules every prompt passes, an empty pattern refuses every prompt with 403, `.*` masks all of it, and `rejection: {status: 200}` answers 200.',
    fix: 'Write the patterns, `action: reject` beside a rejection, and `streaming: Enabled` (from v1.3) for answers.',
    wrong: onAiRoute('ai: {promptGuard: {request: [{regex: {rules: [{builtin: ssn}]}, rejection: {status: 403, body: refused}}]}}'),
    correct: onAiRoute(
      'ai: {promptGuard: {request: [{regex: {action: reject, rules: [{builtin: ssn}]}, rejection: {status: 403, body: refused}}]}}',
    ),
  },
  check({ root, version, report }) {
    for (const guard of promptGuards(root)) {
      const { node, path } = guard;
      const problem = regexProblem(guard);
      if (problem !== undefined) report({ at: problem[0], path, message: problem[1], suggestion: problem[2] });
      const status = at(node, 'rejection', 'status');
      const code = integerOf(status);
      if (code !== undefined && code < 400)
        report({
          at: status!,
          path: [...path, 'rejection', 'status'],
          message: `a refused request gets ${code}, which clients take for success`,
          suggestion: 'write a status 400 or above',
        });
      checkAzure(guard, report);
      const threshold = at(node, 'azureContentSafety', 'analyzeText', 'severityThreshold');
      const severity = integerOf(threshold);
      if (severity !== undefined && (severity > 7 || severity < 0))
        report({
          at: threshold!,
          path: [...path, 'azureContentSafety', 'analyzeText', 'severityThreshold'],
          message: 'severities are from 0 to 7',
          suggestion: 'write 2, 4 or 6',
        });
    }
    for (const { node, path } of guardHolders(root)) {
      if (items(get(node, 'request')).length + items(get(node, 'response')).length === 0 && entries(node).length > 0)
        report({ at: node, path, message: 'there is no guard: nothing is checked', suggestion: 'write a guard, or remove it' });
      if (items(get(node, 'response')).length > 0 && inRange(version, { since: '1.3.0' }) && text(get(node, 'streaming')) !== 'Enabled')
        report({
          at: get(node, 'response')!,
          path: [...path, 'response'],
          ...(streamsAlways(root, path) ? {} : { severity: 'info' as const }),
          message: streamsAlways(root, path)
            ? 'every request asks for a stream, and streamed answers are not guarded'
            : 'streamed answers are not guarded',
          suggestion: 'set "streaming: Enabled"',
        });
    }
  },
};
