/**
 * Findings about settings that a format documents but mcpgw does not honor. The fields in the published schema mark them (`x-mcpgw`).
 * A setting that protects something is an error, because a gateway that ignores it is less safe than the file requests.
 */
import type { Finding, Path, Severity } from '@mcpgw/diagnostics';
import { entries, type Node, toPlain, type Unsupported } from '@mcpgw/structure';
import type { McpFormat } from '../formats/detect.js';
import { resolved } from '../schema/json-schema.js';
import { publishedFields, publishedFormat } from '../schema/published.js';
import { walkSchema } from '../schema/walk.js';

interface Options {
  readonly file: string;
  readonly format: McpFormat;
  /** Names of settings that may be ignored. */
  readonly allowed: ReadonlySet<string>;
}

const severities: Readonly<Record<Unsupported['weight'], Severity>> = { protection: 'error', behavior: 'warning', harmless: 'info' };

/** Whether ignoring a value has no effect: it is off, empty, or what mcpgw does anyway. */
function asksNothing(value: unknown, { same = [] }: Unsupported): boolean {
  if (value === null) return true;
  if (value === false || value === '' || value === 0) return same.length === 0 || same.includes(value);
  if (same.some(plain => plain === value)) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return false;
  const { enabled, mode } = value as { enabled?: unknown; mode?: unknown };
  return Object.keys(value).length === 0 || enabled === false || mode === 'none' || mode === 'off';
}

function findingOf(name: string, field: Unsupported, keySpan: Finding['span'], path: Path, { file, format, allowed }: Options): Finding {
  const isAllowed = allowed.has(name) || allowed.has(String(path.at(-1)));
  const severity = isAllowed && field.weight === 'protection' ? 'warning' : severities[field.weight];
  const setting = format === 'serve' ? ` or "allow_unsupported: [${name}]"` : '';
  const suggestion =
    severity === 'error'
      ? `remove it, or accept that with --allow-unsupported ${name}${setting}`
      : 'remove it, or leave it to other programs that read the file';
  const message = `mcpgw does not support "${name}": ${field.without}`;
  return { rule: 'unsupported-setting', severity, message, file, path, suggestion, ...(keySpan && { span: keySpan }) };
}

/** Reports the unsupported settings of a document, by its published schema. */
export function unsupportedFindings(root: Node, options: Options): Finding[] {
  const findings: Finding[] = [];
  const { schema } = publishedFormat(options.format);
  walkSchema(root, schema, schema, {
    value: ({ node, schema, entry, path, names }) => {
      const unsupported = schema['x-mcpgw']?.unsupported;
      if (unsupported === undefined || entry === undefined) return true;
      if (!asksNothing(toPlain(node), unsupported)) findings.push(findingOf(names.join('.'), unsupported, entry.keySpan, path, options));
      return false;
    },
  });
  return findings;
}

/** Explains a finding about a key of the list form of `mcp_config.json` in a server of the mapping form, where it has no effect. */
export function ofListForm(finding: Finding, format: McpFormat): Finding {
  const key = String(finding.path?.at(-1));
  if (format !== 'client-config' || finding.path?.[0] !== 'mcpServers' || !Object.hasOwn(publishedFields('mcp-config', 'MCP-server'), key))
    return finding;
  const { fix: _, ...rest } = finding;
  const suggestion = `only the list form knows it: write "mcpServers": [{"name": ${JSON.stringify(String(finding.path[1]))}, ${JSON.stringify(key)}: ...}]`;
  return { ...rest, suggestion };
}

const placeOf = { list: 'where "mcpServers" is a list', yaml: 'in gateway.yaml' } as const;
const remedies = {
  list: 'write mcpServers as a list of entries with "name", or move the setting to gateway.yaml',
  yaml: 'move the setting and the servers to gateway.yaml',
} as const;

/** Whether a value is a section of gateway.yaml. A client may have settings of the same name, but no member in common except "enabled". */
function isOurSection(key: string, value: Node): boolean {
  const { schema } = publishedFormat('serve');
  const field = publishedFields('serve')[key];
  const sections = field === undefined ? [] : [field, ...(field.anyOf ?? [])].map(part => resolved(part, schema).properties ?? {});
  return sections.some(section => entries(value).some(({ key: name }) => name !== 'enabled' && Object.hasOwn(section, name)));
}

/** The file to which a top-level gateway setting belongs; undefined if the key may be a setting of the client. */
function settingOf(key: string, value: Node, isOurs: boolean): keyof typeof placeOf | undefined {
  const named = key.toLowerCase() === 'listen' ? 'listen' : key;
  const isTelling = isOurs || named === 'listen' || key.includes('_');
  if (Object.hasOwn(publishedFields('mcp-config'), named) && isTelling) return 'list';
  if (!Object.hasOwn(publishedFields('serve'), key) || key === 'servers') return undefined;
  return isTelling || isOurSection(key, value) ? 'yaml' : undefined;
}

/** Reports gateway settings in a file whose servers are a mapping, where nothing reads them. */
export function listFormSettings(root: Node, file: string): Finding[] {
  const isOurs = /(?:^|[/\\])mcp_config\.json$/i.test(file);
  return entries(root).flatMap(({ key, keySpan, value }): Finding[] => {
    if (key === 'mcpServers' || key === '$schema') return [];
    const place = settingOf(key, value, isOurs);
    if (place === undefined) return [];
    const message = `"${key}" has no effect: settings of the gateway count only ${placeOf[place]}`;
    return [{ rule: 'ignored-field', severity: 'error', message, file, span: keySpan, path: [key], suggestion: remedies[place] }];
  });
}
