import { listed, type Placed, policiesNamed, promptGuards } from '@mcpgw/agentgateway/internal';
import { at, get, isNull, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

function failing(root: Node): (Placed & { readonly what: string })[] {
  const processors = policiesNamed(root, 'extProc').map(({ node, path }) => ({ node, path, what: 'requests pass unprocessed' }));
  const mcp = policiesNamed(root, 'mcpGuardrails').flatMap(({ node, path }) =>
    listed(get(node, 'processors'), [...path, 'processors']).map(each => ({ ...each, what: 'MCP messages pass unchecked' })),
  );
  const webhooks = promptGuards(root).flatMap(({ node, path }) => {
    const webhook = at(node, 'webhook');
    return webhook === undefined || isNull(webhook)
      ? []
      : [{ node: webhook, path: [...path, 'webhook'], what: 'prompts and answers pass unchecked' }];
  });
  return [...processors, ...mcp, ...webhooks];
}

export const failOpen: Rule = {
  id: 'fail-open',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'While the service fails, everything passes that it should check or change.',
  docs: {
    checks: 'External processors, guardrails of MCP and webhooks of prompt guards do not fail open.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 200 while the service of extProc with `failOpen` is down; v0.12.0 answers 500.',
    fix: 'Use `failClosed`, or keep it with the comment `mcpgw-ignore` if availability matters more.',
    wrong: onRoute('extProc: {host: "localhost:9001", failureMode: failOpen}'),
    correct: onRoute('extProc: {host: "localhost:9001", failureMode: failClosed}'),
  },
  check({ root, report }) {
    for (const { node, path, what } of failing(root)) {
      const mode = get(node, 'failureMode');
      if (text(mode) === 'failOpen')
        report({
          at: mode!,
          path: [...path, 'failureMode'],
          chosen: true,
          message: `while the service fails, ${what}`,
          suggestion: 'use "failClosed"',
        });
    }
  },
};
