/**
 * Settings that a format documents and mcpgw does not honor. Which ones stands beside the fields (`unsupported`); here they become
 * findings: an error where the setting protects something, because a gateway that ignores it is less safe than the file says.
 */
import type { Finding, Path, Severity } from '@mcpgw/diagnostics';
import { entries, type Field, items, type Node, type Shape, type StructShape, toPlain, type Unsupported } from '@mcpgw/structure';
import type { McpFormat } from '../formats/detect.js';
import { mcpConfig, serverConfig } from '../formats/mcp-config.js';
import { serveShape } from '../formats/serve.js';

interface Options {
  readonly file: string;
  readonly format: McpFormat;
  /** Names of settings that may be left out. */
  readonly allowed: ReadonlySet<string>;
}

const severities: Readonly<Record<Unsupported['weight'], Severity>> = { protection: 'error', behavior: 'warning', harmless: 'info' };

/** Whether a value asks for nothing: nothing is lost where it is ignored. */
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

/** The settings of a document that are not supported, by its shape. */
export function unsupportedFindings(root: Node, shape: Shape, options: Options): Finding[] {
  const findings: Finding[] = [];
  walk(root, shape, [], [], options, findings);
  return findings;
}

/** `names` are the keys below the nearest server or the top, so that a nested setting has a name of its own. */
function walk(node: Node, shape: Shape, path: Path, names: readonly string[], options: Options, findings: Finding[]): void {
  if (shape.type === 'lazy') walk(node, shape.get(), path, names, options, findings);
  if (shape.type === 'list')
    for (const [index, item] of items(node).entries()) walk(item, shape.of, [...path, index], [], options, findings);
  if (shape.type === 'map') for (const { key, value } of entries(node)) walk(value, shape.of, [...path, key], [], options, findings);
  if (shape.type === 'struct') struct(node, shape, path, names, options, findings);
}

function struct(node: Node, shape: StructShape, path: Path, names: readonly string[], options: Options, findings: Finding[]): void {
  for (const { key, keySpan, value } of entries(node)) {
    const field: Field | undefined = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
    if (field === undefined) continue;
    const [at, named] = [
      [...path, key],
      [...names, key],
    ];
    if (field.unsupported === undefined) walk(value, field.shape, at, named, options, findings);
    else if (!asksNothing(toPlain(value), field.unsupported))
      findings.push(findingOf(named.join('.'), field.unsupported, keySpan, at, options));
  }
}

/** A key of the list form of `mcp_config.json` in a server of the mapping form: it would have no effect there. */
export function ofListForm(finding: Finding, format: McpFormat): Finding {
  const key = String(finding.path?.at(-1));
  if (format !== 'client-config' || finding.path?.[0] !== 'mcpServers' || !Object.hasOwn(serverConfig.fields, key)) return finding;
  const { fix: _, ...rest } = finding;
  const suggestion = `only the list form knows it: write "mcpServers": [{"name": ${JSON.stringify(String(finding.path[1]))}, ${JSON.stringify(key)}: ...}]`;
  return { ...rest, suggestion };
}

const placeOf = { list: 'where "mcpServers" is a list', yaml: 'in gateway.yaml' } as const;
const remedies = {
  list: 'write mcpServers as a list of entries with "name", or move the setting to gateway.yaml',
  yaml: 'move the setting and the servers to gateway.yaml',
} as const;

/** Whether a value is a section of gateway.yaml: a client may have settings of the same name, not with the same members. */
function isOurSection(key: string, value: Node): boolean {
  const shape = serveShape.fields[key]?.shape;
  return shape?.type === 'struct' && entries(value).some(member => Object.hasOwn(shape.fields, member.key));
}

/** Where a key at the top is a setting of the gateway; undefined where it may be one of the program that the file is of. */
function settingOf(key: string, value: Node, isOurs: boolean): keyof typeof placeOf | undefined {
  const named = key.toLowerCase() === 'listen' ? 'listen' : key;
  const isTelling = isOurs || named === 'listen' || key.includes('_');
  if (Object.hasOwn(mcpConfig.fields, named) && isTelling) return 'list';
  if (!Object.hasOwn(serveShape.fields, key) || key === 'servers') return undefined;
  return isTelling || isOurSection(key, value) ? 'yaml' : undefined;
}

/** Settings of the gateway in a file whose servers are a mapping: nothing reads them there. */
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
