import { entries, get, isNull, memo, type Node } from '@mcpgw/structure';
import { child, listed, type Placed, walk } from './views.js';

/** Every guard of prompts (`request`) and answers (`response`), wherever a policy or a model has them. */
export interface GuardView extends Placed {
  readonly side: 'request' | 'response';
  /** The `promptGuard` or `guardrails` that contains it. */
  readonly holder: Placed;
}

export function promptGuards(root: Node): GuardView[] {
  return guardHolders(root).flatMap(holder =>
    (['request', 'response'] as const).flatMap(side =>
      listed(get(holder.node, side), [...holder.path, side]).map(guard => ({ ...guard, side, holder })),
    ),
  );
}

/** Every `promptGuard`, and the `guardrails` of models and of `llm.policies`. */
export const guardHolders = memo((root): readonly Placed[] => {
  const found: Placed[] = [];
  walk(
    { node: root, path: [] },
    placed => {
      for (const { key, value } of entries(placed.node)) {
        if (key !== 'promptGuard' && key !== 'guardrails') continue;
        const holder = child(placed, key);
        if (holder !== undefined && !isNull(value) && value.kind === 'map') found.push(holder);
      }
    },
    place => place.has('promptGuard') || place.has('guardrails'),
  );
  return found;
});
