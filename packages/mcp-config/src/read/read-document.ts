/** Reads a text as one document and detects its format. `validate`, `serve`, `probe` and the kit all read lists of MCP servers with it. */
import type { Finding } from '@mcpgw/diagnostics';
import { duplicateKeys, headSpan, isJsonName, jsonFindings, type Node, parseYaml, type ReadYaml } from '@mcpgw/structure';
import { detectMcpFormat, type McpFormat, mcpFormatOfName } from '../formats/detect.js';
import { detectServe } from '../formats/detect-serve.js';

/** The result of reading a document. */
export interface ReadDocument {
  /** Absent if the text is invalid or empty, or contains several documents. */
  readonly root?: Node;
  /** Absent if the document is not a list of MCP servers. */
  readonly format?: McpFormat;
  readonly findings: readonly Finding[];
}

/** Reads one document of JSON or YAML. Detects the format from its keys unless `known` is given. It never throws. */
export function readDocument(text: string, file: string, known?: McpFormat, readYaml: ReadYaml = parseYaml): ReadDocument {
  const parsed = readYaml(text, { file, dialect: 'core' });
  if (parsed.findings.length > 0) return { findings: brokenFindings(text, file, parsed.findings) };
  const [root] = parsed.documents;
  if (root === undefined || parsed.documents.length > 1) return { findings: [notOne(parsed.documents, file)] };
  const format = known ?? formatOf(root, file);
  const findings = [...(format === undefined ? [] : jsonFindings(text, file, format)), ...duplicateKeys(root, file)];
  return { root, findings, ...(format !== undefined && { format }) };
}

/** Detects the format of a document from its keys and the name of its file. */
export const formatOf = (root: Node, file: string): McpFormat | undefined =>
  detectServe(file, root) ? 'serve' : (detectMcpFormat(root) ?? mcpFormatOfName(file));

/** The findings about an invalid text. For a file with a JSON name, these are JSON errors, which are closer to what its author meant. */
export function brokenFindings(text: string, file: string, findings: readonly Finding[]): readonly Finding[] {
  const json = isJsonName(file) ? jsonFindings(text, file, 'mcp-config') : [];
  return json.some(({ severity }) => severity === 'error') ? json : findings;
}

/** The finding for a file with no document, or with several; it points at the second one. */
export function notOne(documents: readonly Node[], file: string): Finding {
  const base = { rule: 'document-count', severity: 'error', file } as const;
  const second = documents[1];
  if (second === undefined) return { ...base, message: 'the file is empty', suggestion: 'fill it, or name another file' };
  const message = `the file holds ${documents.length} documents; one is expected`;
  return { ...base, message, span: headSpan(second), suggestion: 'remove "---", or put each document into its own file' };
}
