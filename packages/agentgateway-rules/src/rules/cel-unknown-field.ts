import { expressions, fieldsOf, hasVariable } from '@mcpgw/agentgateway/internal';
import { nearest } from '@mcpgw/diagnostics';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** Names under which other programs have what stands directly below the variable here. */
const flat: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  jwt: ['claims', 'payload'],
  apiKey: ['metadata'],
});

/** The first field of a path that its variable does not have in a version, with the fields that it has. */
function unknownField(path: readonly string[], version: string): readonly [string, readonly string[]] | undefined {
  for (const length of [1, 2]) {
    const fields = fieldsOf(path.slice(0, length), version);
    const field = path[length];
    if (fields !== undefined && field !== undefined && !fields.includes(field)) return [path.slice(0, length + 1).join('.'), fields];
  }
  return undefined;
}

export const celUnknownField: Rule = {
  id: 'cel-unknown-field',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An expression that reads a field which its variable does not have fails for every request.',
  docs: {
    checks:
      'Fields of `request`, `response`, `source`, `mcp`, `llm`, `backend` and other variables of the proxy exist in this version. Claims stand directly below `jwt`, and the metadata of a key directly below `apiKey`.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 start with `request.query`; a header that it computes is never set. `request.pathAndQuery` has no value in v0.12.0.',
    fix: 'Use a field that the message names. Claims of `jwt`, headers and metadata have free names.',
    wrong: onRoute(`authorization: {rules: ['request.query == "a=1"']}`),
    correct: onRoute(`authorization: {rules: ['request.pathAndQuery.endsWith("?a=1")']}`),
  },
  check({ root, version, report }) {
    for (const { node, path, reads, effect } of expressions(root, version)) {
      const found = reads.map(read => (hasVariable(read.path[0]!, version) ? unknownField(read.path, version) : undefined)).find(Boolean);
      const nested = reads.find(({ path: [variable = '', field = '', inner] }) => inner !== undefined && flat[variable]?.includes(field));
      if (nested !== undefined) {
        const [variable, field, inner] = nested.path;
        report({
          at: node,
          path,
          message: `there is no "${variable}.${field}" unless a claim or a value has this name: ${effect}`,
          suggestion: `write ${variable}.${inner}: the values stand directly below ${variable}`,
        });
      }
      if (found === undefined) continue;
      const [name, fields] = found;
      const near = nearest(name.slice(name.lastIndexOf('.') + 1), fields);
      report({
        at: node,
        path,
        message: `there is no "${name}": ${effect}`,
        suggestion: near === undefined ? `known are ${fields.join(', ')}` : `did you mean "${near}"?`,
      });
    }
  },
};
