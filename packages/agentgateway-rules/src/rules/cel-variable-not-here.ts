import { type CelPhase, expressions, hasVariable, isIn } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const places: Readonly<Record<CelPhase, string>> = {
  start: 'once at the start, without a request',
  connection: 'when a connection is opened, before there is a request',
  request: 'before the request is sent on',
  response: 'when the response has come',
  mcp: 'for one MCP message, before it is sent on',
  llm: 'with the body of an LLM request',
  log: 'when the request is finished',
};

export const celVariableNotHere: Rule = {
  id: 'cel-variable-not-here',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A variable has a value only in some phases; an expression that reads it in another one fails for every request.',
  docs: {
    checks:
      'Variables are read where they have a value: `response` after the response, `mcp` in mcpAuthorization and logs, `llmRequest` in LLM transformations, and only `source` in networkAuthorization.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1: a request header computed from `response.code` or `mcp.tool.name` is never set, and an authorization rule on them refuses every request with 403.',
    fix: 'Read it in a policy of the right phase: mcpAuthorization for `mcp`, a transformation of the response or a log field for `response`.',
    wrong: onRoute(`authorization: {rules: ['mcp.tool.name == "echo"']}`),
    correct: onRoute(`authorization: {rules: ['request.path.startsWith("/public")']}`),
  },
  check({ root, version, report }) {
    for (const { node, path, reads, effect, phase } of expressions(root, version)) {
      const read = reads.find(({ path: [name], guarded }) => !guarded && hasVariable(name!, version) && !isIn(name!, phase));
      if (read === undefined) continue;
      report({
        at: node,
        path,
        message: `"${read.path[0]}" has no value here: the expression runs ${places[phase]}, and ${effect}`,
        suggestion:
          read.path[0] === 'mcp' ? 'write the rule in mcpAuthorization' : 'read it in a policy of another phase, or read another variable',
      });
    }
  },
};
