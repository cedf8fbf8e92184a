import { child, expressionsByNode, listed, walk } from '@mcpgw/agentgateway/internal';
import { type CelNode, celImplies, get, type Rule, yes } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const conditionalShadowed: Rule = {
  id: 'conditional-shadowed',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.2.0',
  why: 'The first entry whose condition holds is used, so entries after one that always holds, or that holds for all of their requests, never are.',
  docs: {
    checks:
      'Each entry of `conditional`, and each target of a virtual model, can be reached: no condition before it always holds, is the same, or holds whenever this one does (`startsWith("/a")` before `startsWith("/a/b")`, `x` before `x && y`).',
    seen: 'Live: v1.4.1: after an entry with `condition: "true"` no other transformation of the list was applied.',
    fix: 'Put the most specific condition first, and the fallback without a condition last.',
    wrong: onRoute(`
transformations:
  conditional:
  - {condition: 'true', request: {set: {x-tier: '"basic"'}}}
  - {condition: 'request.path.startsWith("/pro")', request: {set: {x-tier: '"pro"'}}}`),
    correct: onRoute(`
transformations:
  conditional:
  - {condition: 'request.path.startsWith("/pro")', request: {set: {x-tier: '"pro"'}}}
  - {request: {set: {x-tier: '"basic"'}}}`),
  },
  check({ root, version, report }) {
    const views = expressionsByNode(root, version);
    walk(
      { node: root, path: [] },
      parent => {
        const list = child(parent, 'conditional');
        const targets = list === undefined ? undefined : child(list, 'targets');
        const entries = listed((targets ?? list)?.node, (targets ?? list)?.path ?? []);
        const before: CelNode[] = [];
        let reached = true;
        for (const { node, path } of entries) {
          const condition = get(node, targets === undefined ? 'condition' : 'when');
          const view = condition && views.get(condition);
          const why = reached ? shadowedBy(view?.tree, before) : 'a condition before always holds';
          if (why !== undefined)
            report({ at: node, path, message: `${why}, so this entry is never used`, suggestion: 'move it up, or remove it' });
          if (view?.judgement.outcomes === yes) reached = false;
          if (view !== undefined) before.push(view.tree);
        }
      },
      place => place.has('conditional'),
    );
  },
};

/** Why the conditions before take all requests of an entry; undefined if they may leave some. */
function shadowedBy(tree: CelNode | undefined, before: readonly CelNode[]): string | undefined {
  const wider = tree === undefined ? undefined : before.find(other => celImplies(tree, other));
  if (tree === undefined || wider === undefined) return undefined;
  return celImplies(wider, tree) ? 'an entry before has the same condition' : 'a condition before holds whenever this one does';
}
