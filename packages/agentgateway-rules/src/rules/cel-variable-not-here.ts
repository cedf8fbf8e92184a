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

/** What is known of a tool call only when it is over. */
const knownLater: readonly string[] = ['mcp.tool.arguments', 'mcp.tool.result', 'mcp.tool.error'];

/** The name of what an expression reads before it has a value; undefined if it has one. */
function readTooEarly(names: readonly string[], phase: CelPhase, version: string): string | undefined {
  const [name] = names;
  if (hasVariable(name!, version) && !isIn(name!, phase)) return name;
  return phase === 'mcp' ? knownLater.find(later => `${names.join('.')}.`.startsWith(`${later}.`)) : undefined;
}

function adviceFor(variable: string): string {
  if (variable === 'mcp') return 'write the rule in mcpAuthorization';
  return knownLater.includes(variable)
    ? 'compare "mcp.tool.name" or "mcp.tool.target"; a processor of mcpGuardrails, or the server, sees the arguments'
    : 'read it in a policy of another phase, or read another variable';
}

export const celVariableNotHere: Rule = {
  id: 'cel-variable-not-here',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A variable has a value only in some phases; an expression that reads it in another one fails for every request.',
  docs: {
    checks:
      'Variables are read where they have a value: `response` after the response, `mcp` in mcpAuthorization and logs, `llmRequest` in LLM transformations, and only `source` in networkAuthorization. Rules of mcpAuthorization know the name and the target of a tool, and not its arguments.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1: a request header computed from `response.code` or `mcp.tool.name` is never set, and an authorization rule on them answers every request with 403, so nothing passes. With `mcpAuthorization: {rules: [\'mcp.tool.arguments.q == "a"\']}`, v1.4.1 lists no tool, and answers `Unknown tool` to a call with this argument.',
    fix: 'Read it in a policy of the right phase: mcpAuthorization for `mcp`, a transformation of the response or a log field for `response`.',
    wrong: onRoute(`authorization: {rules: ['mcp.tool.name == "echo"']}`),
    correct: onRoute(`authorization: {rules: ['request.path.startsWith("/public")']}`),
  },
  check({ root, version, report }) {
    for (const { node, path, reads, effect, phase } of expressions(root, version)) {
      const early = reads.flatMap(({ path: names, guarded }) => (guarded ? [] : (readTooEarly(names, phase, version) ?? [])))[0];
      if (early === undefined) continue;
      report({
        at: node,
        path,
        message: `"${early}" has no value here: the expression runs ${places[phase]}, and ${effect}`,
        suggestion: adviceFor(early),
      });
    }
  },
};
