import { entrySpan, type PolicyView, policySets } from '@mcpgw/agentgateway/internal';
import { entries, get, isGiven, isNull, type Rule, type RuleContext } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Policies that do only what their fields say. */
const ofFields = ['urlRewrite', 'timeout', 'requestHeaderModifier', 'responseHeaderModifier', 'buffer', 'http', 'ai', 'transformations'];
/** Policies about a call that a route without a call never makes. */
const aboutCalls = ['urlRewrite', 'requestMirror', 'retry', 'backendTLS', 'backendAuth', 'backendTunnel', 'requestHeaderModifier'];
const isSet = (set: PolicyView, key: string): boolean => isGiven(set.node, key);

export const policyWithoutEffect: Rule = {
  id: 'policy-without-effect',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The policy is accepted where nothing reads it, so it protects or changes nothing.',
  docs: {
    checks:
      'Looks for policies of calls on routes that answer requests themselves, by a redirect or a direct response, for a mirror of no request, and for sets of policies that are null.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer with the redirect where a route has a redirect and a direct response, and with the direct response before any rewrite.',
    fix: 'Keep one policy that answers, or remove it to let the others work.',
    wrong: withRoute('policies:\n  requestRedirect:\n    scheme: https\n  directResponse:\n    status: 200\n    body: ok\nbackends: []'),
    correct: withRoute('policies:\n  directResponse:\n    status: 200\n    body: ok\nbackends: []'),
  },
  check(context) {
    for (const set of policySets(context.root)) {
      if (isNull(set.node) && ['route', 'listener', 'backend'].includes(set.level))
        context.report({
          at: set.node,
          path: set.path,
          message: '"policies" is null: there are none',
          suggestion: 'remove it',
          severity: 'info',
        });
      for (const key of ofFields)
        if (get(set.node, key)?.kind === 'map' && entries(get(set.node, key)).length === 0)
          context.report({
            at: entrySpan(set.node, key)!,
            path: [...set.path, key],
            message: `"${key}" is empty and sets nothing`,
            suggestion: 'remove it',
            severity: 'info',
          });
      const share = get(get(set.node, 'requestMirror'), 'percentage');
      if (share?.kind === 'scalar' && share.value === 0)
        context.report({
          at: share,
          path: [...set.path, 'requestMirror', 'percentage'],
          message: 'a share of 0 mirrors no request',
          suggestion: 'write a share up to 1, or remove the mirror',
          severity: 'info',
        });
      if (set.level === 'route' || set.level === 'backend') checkAnswer(set, context);
    }
  },
};

/** A redirect or a direct response ends a request before most other policies are asked. */
function checkAnswer(set: PolicyView, { report }: RuleContext): void {
  const answer = ['requestRedirect', 'directResponse'].find(key => isSet(set, key));
  if (answer === undefined || get(get(set.node, answer), 'conditional') !== undefined) return;
  for (const key of [...aboutCalls, ...(answer === 'requestRedirect' ? ['directResponse'] : [])]) {
    const message = `"${answer}" answers the request, so "${key}" has no effect`;
    if (isSet(set, key)) report({ at: entrySpan(set.node, key)!, path: [...set.path, key], message, suggestion: 'keep one of them' });
  }
  if (set.level !== 'route' || (set.route?.backends.length ?? 0) === 0) return;
  const message = `"${answer}" answers every request: the backends of the route get none`;
  report({ at: entrySpan(set.node, answer)!, path: [...set.path, answer], message, suggestion: 'remove the backends', severity: 'info' });
}
