/** Text → one document and its format: the one way in which `validate`, `serve`, `probe` and the kit read lists of MCP servers. */
import type { Finding } from '@mcpgw/diagnostics';
import { duplicateKeys, headSpan, isJsonName, jsonFindings, type Node, parseYaml, type ReadYaml } from '@mcpgw/structure';
import { detectMcpFormat, type McpFormat, mcpFormatOfName } from '../formats/detect.js';
import { detectServe } from '../formats/detect-serve.js';

/** A document that could be read. */
export interface ReadDocument {
  /** Absent where the text is broken, empty, or holds several documents. */
  readonly root?: Node;
  /** Absent where the document is no list of MCP servers. */
  readonly format?: McpFormat;
  readonly findings: readonly Finding[];
}

/** Reads one document of JSON or YAML; the format is told from its keys where it is not given. Throws nothing. */
export function readDocument(text: string, file: string, known?: McpFormat, readYaml: ReadYaml = parseYaml): ReadDocument {
  const parsed = readYaml(text, { file, dialect: 'core' });
  if (parsed.findings.length > 0) return { findings: brokenFindings(text, file, parsed.findings) };
  const [root] = parsed.documents;
  if (root === undefined || parsed.documents.length > 1) return { findings: [notOne(parsed.documents, file)] };
  const format = known ?? formatOf(root, file);
  const findings = [...(format === undefined ? [] : jsonFindings(text, file, format)), ...duplicateKeys(root, file)];
  return { root, findings, ...(format !== undefined && { format }) };
}

/** The format of a document, from its keys and the name of its file. */
export const formatOf = (root: Node, file: string): McpFormat | undefined =>
  detectServe(file, root) ? 'serve' : (detectMcpFormat(root) ?? mcpFormatOfName(file));

/** Of a broken text that is named as JSON, what JSON says against it; it is closer to what a person meant. */
export function brokenFindings(text: string, file: string, findings: readonly Finding[]): readonly Finding[] {
  const json = isJsonName(file) ? jsonFindings(text, file, 'mcp-config') : [];
  return json.some(({ severity }) => severity === 'error') ? json : findings;
}

/** A file that holds no document, or several; points at the second one. */
export function notOne(documents: readonly Node[], file: string): Finding {
  const base = { rule: 'document-count', severity: 'error', file } as const;
  const second = documents[1];
  if (second === undefined) return { ...base, message: 'the file is empty', suggestion: 'fill it, or name another file' };
  const message = `the file holds ${documents.length} documents; one is expected`;
  return { ...base, message, span: headSpan(second), suggestion: 'remove "---", or put each document into a file of its own' };
}
