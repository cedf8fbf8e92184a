import { type ExpressionView, expressions, neededTexts, type PolicyView, policySets } from '@mcpgw/agentgateway/internal';
import { at, entries, isGiven, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

interface Written {
  /** The policy that writes the header. */
  readonly by: string;
  /** The value, if it is a plain text. */
  readonly value: string | undefined;
}

/** The headers that policies of a route write when its rules and limits have been asked, by their names in lower case. */
function writtenBy(policies: Node): ReadonlyMap<string, Written> {
  const found = new Map<string, Written>();
  for (const part of ['set', 'add']) {
    for (const { key, value } of entries(at(policies, 'transformations', 'request', part))) {
      const expression = text(value) ?? '';
      const literal = /^\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*$/.exec(expression);
      const own = key.toLowerCase();
      if (!expression.toLowerCase().includes(own)) found.set(own, { by: 'transformations', value: literal?.[1] ?? literal?.[2] });
    }
    for (const { key, value } of entries(at(policies, 'requestHeaderModifier', part)))
      found.set(key.toLowerCase(), { by: 'requestHeaderModifier', value: text(value) });
  }
  return found;
}

/** Services that may set headers before rules are asked, and listeners that do. */
function mayComeEarlier(set: PolicyView, sets: readonly PolicyView[]): boolean {
  const outer = sets.filter(
    ({ level, listener, node }) =>
      node !== set.node && (level === 'attached' || (level === 'listener' && listener?.node === set.listener?.node)),
  );
  return (
    ['extAuthz', 'extProc'].some(key => isGiven(set.node, key)) ||
    outer.some(({ node }) => ['extAuthz', 'extProc', 'transformations'].some(key => isGiven(node, key)))
  );
}

export const headerSetLater: Rule = {
  id: 'header-set-later',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'Rules and limits of a route, and rules of a listener, are asked before its transformations and header modifiers: they see what the client sent.',
  docs: {
    checks:
      'Rules that allow or require and keys of remote rate limits do not read a header that a transformation or a header modifier of the same route or listener sets. A rule that wants another value than the one that is set is about the client, and is left alone.',
    seen: 'Live: v1.1.0 and v1.4.1 answered 403 to a request without the header, with `requestHeaderModifier` and with `transformations`; a transformation of the listener was seen by a rule of the route. v1.4.1 answered 403 for a rule and a transformation of one listener. v1.4.1 did not limit requests by a header that a policy of the route sets.',
    fix: 'Move the transformation to the policies of the listener, or read what it is computed from.',
    wrong: onRoute(`
transformations: {request: {set: {x-tier: '"internal"'}}}
authorization: {rules: ['request.headers["x-tier"] == "internal"']}`),
    correct: onRoute(`
transformations: {request: {set: {x-tier: '"internal"'}}}
authorization: {rules: ['cidr("10.0.0.0/8").containsIP(source.address)']}`),
  },
  check({ root, version, report }) {
    const sets = policySets(root);
    for (const view of expressions(root, version)) {
      const { node, path, set } = view;
      if (set === undefined || !isEarly(view, set) || mayComeEarlier(set, sets)) continue;
      const found = laterWriter(view, writtenBy(set.node));
      if (found === undefined) continue;
      const level = set.level === 'listener' ? 'listener' : 'route';
      report({
        at: node,
        path,
        message: `"${found.by}" of the ${level} sets "${found.name}" after this is read: only the value of the client counts`,
        suggestion: level === 'listener' ? 'ask for it at the route' : 'set it in a transformation of the listener',
      });
    }
  },
};

/** Whether an expression is read before headers are changed: rules and keys of limits. */
function isEarly({ path, use }: ExpressionView, set: PolicyView): boolean {
  if (!['route', 'listener', 'attached'].includes(set.level)) return false;
  const policy = path.at(set.path.length);
  const isLimit = policy === 'remoteRateLimit' && path.at(-3) === 'entries';
  return isLimit || (policy === 'authorization' && (use === 'allow' || use === 'require'));
}

/** The first header that an expression reads and a policy writes later, unless the expression wants another value than the written one. */
function laterWriter({ reads, tree }: ExpressionView, written: ReadonlyMap<string, Written>): (Written & { name: string }) | undefined {
  for (const { path } of reads) {
    const name = path[0] === 'request' && path[1] === 'headers' ? (path[2] ?? '') : '';
    const writer = written.get(name.toLowerCase());
    const wanted = neededTexts(tree).get(`request.headers.${name}`);
    if (writer !== undefined && (wanted === undefined || writer.value === undefined || wanted.includes(writer.value)))
      return { ...writer, name };
  }
  return undefined;
}
