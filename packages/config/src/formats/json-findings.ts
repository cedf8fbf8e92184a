import type { Finding, Severity, Span } from '@mcpgw/diagnostics';
import { isJsonFile, scanJson } from '../yaml/json-text.js';
import type { McpFormat } from './detect.js';

/** What the reader of a format does with comments and last commas in JSON; those of an error stop it. */
const lenience: Readonly<Record<McpFormat, Severity | undefined>> = {
  'mcp-config': 'error',
  'client-config': 'warning',
  'langchain-config': 'error',
  'mcp-servers': undefined,
  'vscode-config': undefined,
  'opencode-config': undefined,
  serve: undefined,
};

/** Formats whose reader takes YAML too. */
const yamlToo: ReadonlySet<McpFormat> = new Set(['mcp-servers', 'serve']);

const outcomes = { error: 'its reader refuses the file', warning: 'not every client reads the file', info: '' } as const;

/** What keeps the reader of a JSON file from reading it, though it is good YAML. */
export function jsonFindings(text: string, file: string, format: McpFormat): Finding[] {
  if (yamlToo.has(format) || !isJsonFile(file, text)) return [];
  const { fault, comments, lastCommas } = scanJson(text);
  const base = { rule: 'json-syntax', file } as const;
  const severity = lenience[format];
  const extra = (spans: readonly Span[], what: string, suggestion: string): Finding[] => {
    const [span] = spans;
    if (span === undefined || severity === undefined) return [];
    return [{ ...base, severity, message: `JSON takes no ${what}: ${outcomes[severity]}`, span, suggestion }];
  };
  return [
    ...extra(comments, 'comments', 'remove them'),
    ...extra(lastCommas, 'comma behind the last item', 'remove it'),
    ...(fault === undefined ? [] : [{ ...base, severity: 'error' as const, ...fault }]),
  ];
}
