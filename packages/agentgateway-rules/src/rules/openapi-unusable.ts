import { child, mcpTargets } from '@mcpgw/agentgateway/internal';
import { at, entries, get, items, type Node, parseYaml, type Rule, text } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Why the proxy makes no tools of an OpenAPI document. */
function problemOf(root: Node): string | undefined {
  if (items(get(root, 'servers')).length > 1) return 'it has several "servers"';
  if (/^2|^1/.test(text(get(root, 'swagger')) ?? '')) return 'it is Swagger 2';
  const operations = entries(get(root, 'paths')).flatMap(({ key, value }) =>
    entries(value)
      .filter(entry => methods.has(entry.key))
      .map(entry => ({ place: `${entry.key} ${key}`, node: entry.value })),
  );
  const unnamed = operations.find(({ node }) => text(get(node, 'operationId')) === undefined);
  if (unnamed !== undefined) return `"${unnamed.place}" has no "operationId"`;
  return operations.length === 0 ? 'it has no operations' : undefined;
}

export const openapiUnusable: Rule = {
  id: 'openapi-unusable',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The document is read only when a session starts, and every session then fails, or has no tools.',
  docs: {
    checks:
      'Reads OpenAPI documents that are inline or in a file: they need one entry in `servers` at most, and an `operationId` for each operation.',
    seen: 'Versions 1.1.0 and 1.4.1 answer 500 `failed to parse openapi` to `initialize` for a document with two servers.',
    fix: 'Keep one server in the document, and name each operation.',
    wrong: withTarget(
      `name: a\nopenapi:\n  host: "http://srv:8080"\n  schema: '{"openapi": "3.0.0", "info": {"title": "a", "version": "1"}, "paths": {"/a": {"get": {"responses": {}}}}}'`,
    ),
    correct: withTarget(
      `name: a\nopenapi:\n  host: "http://srv:8080"\n  schema: '{"openapi": "3.0.0", "info": {"title": "a", "version": "1"}, "paths": {"/a": {"get": {"operationId": "a", "responses": {}}}}}'`,
    ),
  },
  check({ root, report, readFile }) {
    for (const { kind, spec } of mcpTargets(root)) {
      const schema = child(spec, 'schema');
      if (kind !== 'openapi' || schema === undefined) continue;
      const file = text(get(schema.node, 'file'));
      const source = text(schema.node) ?? text(at(schema.node, 'inline')) ?? (file === undefined ? undefined : readFile?.(file));
      const parsed = source === undefined ? undefined : parseYaml(source, { file: '', dialect: 'serde' });
      const document = parsed?.findings.length === 0 ? parsed.documents[0] : undefined;
      const problem = document?.kind === 'map' ? problemOf(document) : undefined;
      if (problem !== undefined)
        report({
          at: schema.node,
          path: schema.path,
          message: `the OpenAPI document cannot be used: ${problem}`,
          suggestion: 'correct the document',
        });
    }
  },
};
