import { child, listed, type Placed, policiesNamed } from '@mcpgw/agentgateway/internal';
import type { Span } from '@mcpgw/diagnostics';
import { entries, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const ofRequest: ReadonlySet<string> = new Set([':authority', ':method', ':path', ':scheme']);

/** Why a pseudo header has no effect on a side; undefined for other names. */
function problem(name: string, side: string, isRemoved: boolean): string | undefined {
  if (name !== ':status' && !ofRequest.has(name)) return undefined;
  if (isRemoved) return `"${name}" is part of the first line and cannot be removed`;
  if (side === 'request') return name === ':status' ? 'a request has no status' : undefined;
  return name === ':status' ? undefined : `an answer has no "${name}"`;
}

export const pseudoHeaderSide: Rule = {
  id: 'pseudo-header-side',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy accepts every pseudo header on both sides, and leaves the message as it is where it has no such part.',
  docs: {
    checks:
      'Transformations set `:status` in responses only, `:authority`, `:method`, `:path` and `:scheme` in requests only, and remove none of them.',
    fix: 'Move the entry to the other side, or remove it.',
    wrong: onRoute(`transformations: {request: {set: {":status": '404'}}}`),
    correct: onRoute(`transformations: {response: {set: {":status": '404'}}}`),
  },
  check({ root, report }) {
    const say = (at: Node | Span, path: Placed['path'], message: string | undefined): void => {
      if (message !== undefined) report({ at, path, message: `${message}: this has no effect`, suggestion: 'remove it' });
    };
    for (const policy of policiesNamed(root, 'transformations'))
      for (const side of ['request', 'response']) {
        const change = child(policy, side);
        if (change === undefined) continue;
        for (const list of ['set', 'add'])
          for (const { key, keySpan } of entries(child(change, list)?.node))
            say(keySpan, [...change.path, list, key], problem(key, side, false));
        for (const item of listed(child(change, 'remove')?.node, [...change.path, 'remove']))
          say(item.node, item.path, problem(text(item.node) ?? '', side, true));
      }
  },
};
