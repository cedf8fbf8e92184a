import type { Path } from '@mcpgw/diagnostics';
import { entries, type Node, type Rule, type RuleContext, type StructShape } from '@mcpgw/structure';
import { mcpConfig, serverConfig } from '../formats/mcp-config.js';
import { serversOf } from './mcp-servers-of.js';

export const deprecatedField: Rule = {
  id: 'deprecated-field',
  severity: 'warning',
  kinds: ['mcp-config'],
  why: 'The field is kept for old files only and is going to be refused.',
  check(context) {
    look(context, context.root, mcpConfig, []);
    for (const { node, path } of serversOf(context)) look(context, node, serverConfig, path);
  },
};

function look(context: RuleContext, node: Node, shape: StructShape, path: Path): void {
  for (const { key, keySpan } of entries(node)) {
    const advice = shape.fields[key]?.deprecated;
    if (advice !== undefined) context.report({ at: keySpan, path: [...path, key], message: `"${key}" is deprecated`, suggestion: advice });
  }
}
