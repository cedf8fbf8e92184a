import { expressions } from '@mcpgw/agentgateway/internal';
import { type Rule, yes } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const celConstant: Rule = {
  id: 'cel-constant',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A comparison that has the same result for every request selects nothing: the author had another text or type in mind.',
  docs: {
    checks:
      'Comparisons in expressions can have both results: types fit, a path begins with "/", a method is in upper case, an address is not a CIDR, and `x == "a" && x == "b"` is not written.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1: `request.method == "get"`, `request.path == 5` and `source.port == "1"` are always false, and `request.path > 5` fails.',
    fix: 'Compare with a value that the variable can have.',
    wrong: onRoute(`transformations: {request: {set: {x-internal: 'source.address == "10.0.0.0/8" ? "1" : "0"'}}}`),
    correct: onRoute(`transformations: {request: {set: {x-internal: 'cidr("10.0.0.0/8").containsIP(source.address) ? "1" : "0"'}}}`),
  },
  check({ root, version, report }) {
    for (const { node, path, judgement, use, text } of expressions(root, version)) {
      const never = (judgement.outcomes & yes) === 0;
      const reportedAsRule = (use === 'allow' || use === 'require' || use === 'deny') && never;
      const reportedAsCondition = (use === 'condition' || use === 'filter') && never;
      if (reportedAsRule || reportedAsCondition || /^\s*(?:true|false)\s*$/.test(text)) continue;
      for (const { message } of judgement.constants)
        report({ at: node, path, message, suggestion: 'compare with a value that it can have' });
    }
  },
};
