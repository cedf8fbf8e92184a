import { expressions } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** A text that reads as a variable of requests. */
const variable = /^(["'])(?:request|response|source|jwt|apiKey|basicAuth|mcp|llm|backend|extauthz)(?:\.[A-Za-z_]\w*|\[[^\]]*\])+\1$/;

const limit = (value: string): string =>
  onRoute(
    `remoteRateLimit: {domain: d, host: "limits.tools:8081", descriptors: [{entries: [{key: path, value: ${value}}], type: requests}]}`,
  );

export const celQuoted: Rule = {
  id: 'cel-quoted',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'In quotes it is a string, the same for every request: a limit counts all callers together, and a header holds the name of a variable.',
  docs: {
    checks: 'Expressions are not the name of a variable in quotes.',
    seen: 'Live: v1.1.0 and v1.4.1 wrote the text `request.path` into a header in quotes, and `/some/path` without them.',
    fix: 'Remove the inner quotes; those of YAML are enough.',
    wrong: limit(`'"request.path"'`),
    correct: limit(`'request.path'`),
  },
  check({ root, version, report }) {
    for (const { node, path, text } of expressions(root, version))
      if (text.length < 256 && variable.test(text.trim()))
        report({
          at: node,
          path,
          message: `${text.trim()} is a string, not the variable: it is the same for every request`,
          suggestion: `write ${text.trim().slice(1, -1)}`,
        });
  },
};
