import { aiPolicies } from '@mcpgw/agentgateway/internal';
import { at, entries, get, isGiven, items, type Node, type Rule, text } from '@mcpgw/structure';
import { onAiRoute } from '../examples/examples.js';

/** Paths at which models are asked. */
const chat = /\/(?:chat\/completions|completions|messages|responses)$/;
/** What the formats leave out: `passthrough` reads nothing, `detect` knows the model and the tokens. */
const leftOut: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  passthrough: ['promptGuard', 'prompts', 'defaults', 'overrides', 'transformations', 'modelAliases', 'promptCaching'],
  detect: ['promptGuard', 'prompts', 'promptCaching', 'modelAliases'],
});

/** The limits beside a policy that count tokens. */
function tokenLimits(policies: Node | undefined): string[] {
  const limits: readonly (readonly [string, Node | undefined])[] = [
    ['localRateLimit', get(policies, 'localRateLimit')],
    ['remoteRateLimit', get(get(policies, 'remoteRateLimit'), 'descriptors')],
  ];
  return limits.flatMap(([name, list]) => (items(list).some(limit => text(get(limit, 'type')) === 'tokens') ? [name] : []));
}

export const aiGuardSkipped: Rule = {
  id: 'ai-guard-skipped',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Requests that the proxy passes on as they are, or whose format it only guesses, are not read: no guard sees them, and nothing is written into them.',
  docs: {
    checks:
      'Paths at which models are asked, and `*` where no such path is named, are not read as `passthrough` beside guards, prompts, defaults, overrides, aliases or limits of tokens, nor as `detect` beside guards, prompts and aliases.',
    seen: 'Live: v1.1.0 and v1.4.1 sent a prompt that the guard rejects to the provider with `passthrough` and with `detect`, and answered 403 with `completions`. v1.4.1 with `detect`: overrides were written and tokens counted, prompts and aliases left out; with `passthrough` a limit of one token refused nothing.',
    fix: 'Name the format of the path: completions, messages or responses.',
    wrong: onAiRoute(
      'ai: {routes: {/v1/chat/completions: passthrough}, promptGuard: {request: [{regex: {action: reject, rules: [{builtin: ssn}]}}]}}',
    ),
    correct: onAiRoute(
      'ai: {routes: {/v1/chat/completions: completions, "*": passthrough}, promptGuard: {request: [{regex: {action: reject, rules: [{builtin: ssn}]}}]}}',
    ),
  },
  check({ root, report }) {
    for (const { node, path } of aiPolicies(root)) {
      const routes = entries(get(node, 'routes'));
      const named = routes.some(({ key }) => chat.test(key));
      for (const { key, value } of routes) {
        const format = text(value)?.toLowerCase() ?? '';
        if (!chat.test(key) && (key !== '*' || named)) continue;
        const parts = (leftOut[format] ?? []).filter(part => isGiven(node, part));
        const skipped = [...parts, ...(format === 'passthrough' ? tokenLimits(at(root, ...path.slice(0, -1))) : [])];
        if (skipped.length > 0)
          report({
            at: value,
            path: [...path, 'routes', key],
            message: `"${format}" does not read requests to "${key}": ${skipped.map(part => `"${part}"`).join(' and ')} ${skipped.length === 1 ? 'has' : 'have'} no effect`,
            suggestion: 'name the format: completions, messages or responses',
          });
      }
    }
  },
};
