import { staticFindings } from '@mcpgw/agentgateway-rules';
import type { Finding } from '@mcpgw/diagnostics';
import { brokenFindings, notOne, type ServeFile, serveFindings, serversOf } from '@mcpgw/mcp-config';
import {
  checkShape,
  duplicateKeys,
  jsonFindings,
  type Kind,
  type Node,
  type Parsed,
  type ReadYaml,
  withoutRepeats,
  yamlReadings,
} from '@mcpgw/structure';
import { allRules } from './catalogue/catalogue.js';
import { withoutConsequences } from './consequences.js';
import { goldenCase } from './kinds/golden-case.js';
import { detectKind, otherKinds } from './kinds/kind.js';
import { readSettings } from './kinds/settings.js';
import { checkManifests } from './manifest/check-manifests.js';
import { checkStream, firstDocuments, largeLimits, tooLarge } from './manifest/check-stream.js';
import type { ValidateOptions } from './manifest/validate-options.js';
import { valuesFindings } from './values/index.js';

/** The result of validating a file. */
export interface Validated {
  /** `unknown` if the file has none of the known kinds. */
  readonly kind: Kind | 'unknown';
  readonly findings: readonly Finding[];
  /** Other kinds with almost as much evidence, if the kind was detected. */
  readonly others?: readonly Kind[];
  /** Files that the configuration of `mcpgw serve` includes servers from, with the names that findings use. */
  readonly files?: readonly ServeFile[];
}

/** Validates one file: detects its kind, checks its structure, and runs the rules. Chart values are not checked, because that needs the chart. */
export function validateText(text: string, given: ValidateOptions): Validated {
  const options = { ...given, readYaml: given.readYaml ?? yamlReadings() };
  const result = checkText(text, options);
  const own = result.findings.filter(({ file }) => file === options.file);
  const { onServe: _serve, onObject: _object, onSkip: _skip, progress: _progress, ...silent } = options;
  const kind = result.kind === 'unknown' ? undefined : result.kind;
  const again = (fixed: string): readonly Finding[] => checkText(fixed, { ...silent, kind, readYaml: yamlReadings() }).findings;
  const kept = new Set(withoutConsequences(text, own, again));
  return { ...result, findings: result.findings.filter(finding => finding.file !== options.file || kept.has(finding)) };
}

/** The options of one validation, with the memoized reader that its steps share. */
interface SharedReadOptions extends ValidateOptions {
  readonly readYaml: ReadYaml;
}

function checkText(text: string, options: SharedReadOptions): Validated {
  if (text.length > largeLimits.maxDocument) return largeResult(text, options);
  if (options.kind === 'agentgateway') return staticResult(text, options);
  const kept = options.kept?.documents.findings(text, options);
  if (kept !== undefined) return { kind: 'manifest', findings: kept };
  const manifests = readManifests(text, options);
  if (manifests !== undefined) return manifestResult(text, options, manifests);
  const parsed = options.readYaml(text, { file: options.file, dialect: options.kind === 'manifest' ? 'go' : 'core' });
  if (parsed.findings.length > 0) return brokenResult(text, options, parsed.findings);
  const kind = options.kind ?? detectKind(options.file, parsed.documents);
  if (kind === undefined)
    return {
      kind: 'unknown',
      findings: [unknownKind(options.file, text), ...parsed.documents.flatMap(root => duplicateKeys(root, options.file))],
    };
  if (kind === 'agentgateway') return staticResult(text, options);
  if (kind === 'manifest') return manifestResult(text, options, options.readYaml(text, { file: options.file, dialect: 'go' }));
  const others = options.kind === undefined ? otherKinds(options.file, parsed.documents) : [];
  const result = resultOf(kind, text, options, parsed.documents);
  return others.length === 0 ? result : { ...result, others };
}

function resultOf(
  kind: Exclude<Kind, 'agentgateway' | 'manifest'>,
  text: string,
  options: SharedReadOptions,
  documents: readonly Node[],
): Validated {
  if (kind === 'values' && options.leavesValues === true) return { kind, findings: [] };
  if (kind === 'values')
    return { kind, findings: documents.flatMap(root => [...duplicateKeys(root, options.file), ...valuesFindings(root, options.file)]) };
  if (kind !== 'settings') return listResult(kind, text, options, documents);
  const ids = allRules().map(({ id }) => id);
  return { kind, findings: readSettings(text, options.file, ids, options.readYaml).findings };
}

/** The result for a text with syntax errors. In a stream of manifests, the valid documents are still checked. */
function brokenResult(text: string, options: SharedReadOptions, findings: readonly Finding[]): Validated {
  const json = options.kind === 'manifest' ? findings : brokenFindings(text, options.file, findings);
  if (json !== findings) return { kind: options.kind ?? detectKind(options.file, []) ?? 'unknown', findings: json };
  const isStream = /\n---\s/.test(text) && !/^%/m.test(text) && (options.kind ?? 'manifest') === 'manifest';
  const kind = options.kind ?? detectKind(options.file, isStream ? firstDocuments(text, options.file, largeLimits, options.readYaml) : []);
  return isStream && kind === 'manifest' ? { kind, findings: checkStream(text, options) } : { kind: kind ?? 'unknown', findings };
}

/** The result for a large file. Only streams of manifests may be large; a larger file with one document is not read. */
function largeResult(text: string, options: SharedReadOptions): Validated {
  const kind =
    options.kind ??
    detectKind(options.file, firstDocuments(text, options.file, largeLimits, options.readYaml)) ??
    (/\n---\s/.test(text) ? 'manifest' : 'unknown');
  return { kind, findings: kind === 'manifest' ? checkStream(text, options) : [tooLarge(options.file, largeLimits.maxDocument)] };
}

/** Reads a text as manifests. Returns undefined if it has another kind or cannot be read. Manifests are read in no other dialect. */
function readManifests(text: string, { file, kind, readYaml }: SharedReadOptions): Parsed | undefined {
  if (kind !== 'manifest' && (kind !== undefined || !mayBeManifest.test(text))) return undefined;
  const read = readYaml(text, { file, dialect: 'go' });
  return read.findings.length === 0 && (kind ?? detectKind(file, read.documents)) === 'manifest' ? read : undefined;
}

/** Every manifest contains one of these keys. */
const mayBeManifest = /apiVersion|metadata/;

function staticResult(text: string, options: SharedReadOptions): Validated {
  const found = staticFindings(text, { ...options, kept: options.kept?.parts });
  return { kind: 'agentgateway', findings: [...jsonFindings(text, options.file, 'agentgateway'), ...found] };
}

function manifestResult(text: string, options: SharedReadOptions, read: Parsed): Validated {
  return {
    kind: 'manifest',
    findings: [...jsonFindings(text, options.file, 'manifest'), ...read.findings, ...checkManifests(text, read.documents, options)],
  };
}

function listResult(
  kind: Exclude<Kind, 'agentgateway' | 'manifest' | 'values' | 'settings'>,
  text: string,
  options: SharedReadOptions,
  documents: readonly Node[],
): Validated {
  const [root] = documents;
  if (root === undefined || documents.length > 1) return { kind, findings: [notOne(documents, options.file)] };
  const { file, env = {}, allowUnsupported = [], readServers, readYaml } = options;
  const resolve = options.env === undefined ? 'form' : 'values';
  const kept = options.kept && { text, parts: options.kept.parts };
  const read = { file, env, resolve, allowUnsupported, readYaml, kept } as const;
  const ofText = [...jsonFindings(text, file, kind), ...duplicateKeys(root, file)];
  if (kind === 'golden-case') {
    const findings = checkShape(root, goldenCase, { file, version: '0.0.0', reader: 'mcpgw golden' });
    return { kind, findings: withoutRepeats([...ofText, ...findings]) };
  }
  const found =
    kind === 'serve' || kind === 'mcp-config'
      ? serveFindings(root, { ...read, readServers, kind })
      : { findings: serversOf(root, { ...read, format: kind }).findings };
  return { kind, ...found, findings: withoutRepeats([...ofText, ...found.findings]) };
}

function unknownKind(file: string, text: string): Finding {
  const isEmpty = text.trim() === '';
  return {
    rule: 'unknown-kind',
    severity: 'warning',
    message: isEmpty ? 'the file is empty' : 'the file is not of a kind that is checked',
    file,
    suggestion: isEmpty
      ? 'fill it, or remove it'
      : 'say what it is with --kind values, manifest, agentgateway, mcp-config, mcp-servers, serve, settings, golden-case or client-config',
  };
}
