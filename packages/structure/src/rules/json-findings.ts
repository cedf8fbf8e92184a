import type { Finding, Severity, Span } from '@mcpgw/diagnostics';
import { beginsAsJson, isJsonName, scanJson } from '../yaml/json-text.js';
import type { Kind } from './rule.js';

/** How the programs that read files of a kind treat text that JSON (RFC 8259) does not allow. */
interface Lenience {
  /** Severity of comments, trailing commas and a byte order mark; undefined if the readers accept them. */
  readonly extras?: Severity;
  /** The whole text must be JSON, not only its beginning. */
  readonly whole: boolean;
}

const strict: Lenience = { extras: 'error', whole: true };

const lenience: Readonly<Record<Kind, Lenience>> = {
  'mcp-config': strict,
  'langchain-config': strict,
  'mcp-servers': strict,
  serve: strict,
  'client-config': { extras: 'warning', whole: true },
  'vscode-config': { whole: true },
  'opencode-config': { whole: true },
  manifest: { whole: false },
  agentgateway: { whole: false },
  values: { whole: false },
  settings: { whole: false },
  'golden-case': { whole: false },
};

const outcomes = { error: 'its reader refuses the file', warning: 'not every client reads the file', info: '' } as const;

/** What makes a file with a JSON name unreadable as JSON although it is valid YAML. */
export function jsonFindings(text: string, file: string, kind: Kind): Finding[] {
  if (!isJsonName(file)) return [];
  const base = { rule: 'json-syntax', file } as const;
  if (!beginsAsJson(text)) return [{ ...base, severity: 'error', ...notJson(text) }];
  const { extras, whole } = lenience[kind];
  if (!whole) return [];
  const { fault, comments, lastCommas } = scanJson(text);
  const extra = (spans: readonly Span[], what: string, suggestion: string): Finding[] => {
    const [span] = spans;
    if (span === undefined || extras === undefined) return [];
    return [{ ...base, severity: extras, message: `JSON takes no ${what}: ${outcomes[extras]}`, span, suggestion }];
  };
  const mark = text.startsWith('\ufeff') ? [{ start: 0, end: 1 }] : [];
  return [
    ...extra(mark, 'byte order mark', 'save the file as UTF-8 without a byte order mark'),
    ...extra(comments, 'comments', 'remove them'),
    ...extra(lastCommas, 'comma behind the last item', 'remove it'),
    ...(fault === undefined ? [] : [{ ...base, severity: 'error' as const, ...fault }]),
  ];
}

function notJson(text: string): Pick<Finding, 'message' | 'span' | 'suggestion'> {
  const start = text.length - text.replace(/^[\ufeff\s]+/, '').length;
  return {
    message: 'the name of the file says JSON, and its text is not JSON',
    span: { start, end: Math.min(text.length, start + 1) },
    suggestion: 'write JSON, or give the file a name that ends in .yaml',
  };
}
