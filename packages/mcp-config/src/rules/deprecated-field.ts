import type { Rule } from '@mcpgw/structure';
import { publishedFormat } from '../schema/published.js';
import { walkSchema } from '../schema/walk.js';

export const deprecatedField: Rule = {
  id: 'deprecated-field',
  severity: 'warning',
  kinds: ['mcp-config'],
  why: 'The field is kept for old files only and is going to be refused.',
  docs: {
    checks: 'No field is one that later versions no longer read.',
    basedOn: 'The code of `mcpgw serve`: it reads the field, and names the one that replaces it.',
    fix: 'Use the field that the finding names, or remove it.',
    wrong: `{"mcpServers": [], "features": {}}
`,
    correct: `{"mcpServers": []}
`,
  },
  check({ root, report }) {
    const { schema } = publishedFormat('mcp-config');
    walkSchema(root, schema, schema, {
      value: ({ schema, entry, path }) => {
        const advice = schema['x-mcpgw']?.deprecated;
        if (advice !== undefined && entry !== undefined)
          report({ at: entry.keySpan, path, message: `"${entry.key}" is deprecated`, suggestion: advice });
        return true;
      },
    });
  },
};
