import { authorizationRules, expressions } from '@mcpgw/agentgateway/internal';
import { type Rule, yes } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** A rule that is nothing but the range of all addresses. */
const everyAddress = /^\s*cidr\(\s*["'](?:0\.0\.0\.0|::)\/0["']\s*\)\.containsIP\(\s*source\.\w+\s*\)\s*$/;

export const authzAllowAll: Rule = {
  id: 'authz-allow-all',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'One rule that allows is enough: beside a rule that is always true, the others have no effect.',
  docs: {
    checks: 'No rule that allows always holds beside other rules that allow, and none allows the range of all addresses (`0.0.0.0/0`).',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 let every request pass with `true` beside another rule.',
    fix: 'Remove the rule, or write the others as `deny` or `require`.',
    wrong: onRoute(`authorization: {rules: ['true', 'request.path == "/open"']}`),
    correct: onRoute(`authorization: {rules: ['true', {deny: 'request.path == "/closed"'}]}`),
  },
  check({ root, version, report }) {
    const always = new Set(expressions(root, version).flatMap(({ text, judgement }) => (judgement.outcomes === yes ? [text] : [])));
    for (const { node, path, use, text } of expressions(root, version))
      if (use === 'allow' && everyAddress.test(text))
        report({
          at: node,
          path,
          message: 'the range holds every address of its family: the rule allows everybody',
          suggestion: 'write the ranges of those who may call',
        });
    for (const rule of authorizationRules(root)) {
      const others = rule.siblings.filter(other => other.node !== rule.node);
      if (rule.effect !== 'allow' || !always.has(rule.expression) || !others.some(({ effect }) => effect === 'allow')) continue;
      report({
        at: rule.node,
        path: rule.path,
        message: 'this rule allows everything, so the other rules that allow have no effect',
        suggestion: 'remove it, or write the others as "deny" or "require"',
      });
    }
  },
};
