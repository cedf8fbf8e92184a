import { child, policiesNamed } from '@mcpgw/agentgateway/internal';
import { entries, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const ofRequest: ReadonlySet<string> = new Set([':authority', ':method', ':path', ':scheme']);

/** Why a pseudo header has no effect on a side; undefined for other names. */
function problem(name: string, side: string): string | undefined {
  if (side === 'request') return name === ':status' ? 'a request has no status' : undefined;
  return ofRequest.has(name) ? `an answer has no "${name}"` : undefined;
}

export const pseudoHeaderSide: Rule = {
  id: 'pseudo-header-side',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy accepts every pseudo header on both sides, and leaves the message as it is where it has no such part.',
  docs: {
    checks: 'Transformations set `:status` in responses only, and `:authority`, `:method`, `:path` and `:scheme` in requests only.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 send a request with `:status` set as it was, and answer with `:path` set as before.',
    fix: 'Move the entry to the other side, or remove it.',
    wrong: onRoute(`transformations: {request: {set: {":status": '404'}}}`),
    correct: onRoute(`transformations: {response: {set: {":status": '404'}}}`),
  },
  check({ root, report }) {
    for (const policy of policiesNamed(root, 'transformations'))
      for (const side of ['request', 'response'])
        for (const list of ['set', 'add'])
          for (const { key, keySpan } of entries(child(policy, side) && child(child(policy, side)!, list)?.node)) {
            const message = problem(key, side);
            if (message === undefined) continue;
            report({
              at: keySpan,
              path: [...policy.path, side, list, key],
              message: `${message}: this has no effect`,
              suggestion: 'remove it',
            });
          }
  },
};
