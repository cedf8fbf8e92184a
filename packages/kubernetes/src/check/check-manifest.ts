import { type Finding, nearest, type Path, type RuleId } from '@mcpgw/diagnostics';
import { docsOf, entry, errorAt, given, isNull, itemsAt, listNames, type MapNode, type Node, textAt, typeName } from '@mcpgw/structure';
import { apiVersionsOf, isServerGroup, isUndescribedKind, kindNames, kindOf, newestMinor, oldestMinor } from '../objects/kinds.js';
import { typeOf } from '../types/index.js';
import { checkObject } from './check-object.js';
import { removalOf } from './removed.js';

export interface ManifestOptions {
  readonly file: string;
  /** `1.34` or `v1.34.2`. For a version outside of 1.29 to 1.35, the nearest of these is used. */
  readonly kubernetesVersion: string;
  /** Finds the most likely correction for an object of an unknown kind; returns undefined if no known kind is similar. */
  readonly slipOf?: (apiVersion: string, kind: string) => Slip | undefined;
}

/** A misspelling that is certain enough to refuse the object: the wrong field (apiVersion or kind), and its correction. */
export interface Slip {
  readonly at: 'apiVersion' | 'kind';
  readonly message: string;
  readonly suggestion: string;
}

/** The maximum depth of nesting in a manifest. */
export const maxManifestDepth = 200;

/** The version that is assumed if none is given. */
export const defaultKubernetesVersion = '1.35';

/** The minor version of `1.34`, `v1.34.2` or `1.34+`; undefined if the text is not a version of Kubernetes 1. */
export function parseKubernetesMinor(text: string): number | undefined {
  const match = /^v?1\.(\d{1,3})(?:[.+-].*)?$/.exec(text);
  return match === null ? undefined : Number(match[1]);
}

/**
 * Checks one document of a stream as the API server does with strict field validation: unknown and duplicate fields, types,
 * missing fields, then the rules of each type. Returns one `unknown-kind` finding for an unknown kind, and no findings for an
 * empty document. Lists are checked item by item.
 */
export function checkManifest(document: Node, options: ManifestOptions, base: Path = []): Finding[] {
  if (isNull(document)) return [];
  if (document.kind !== 'map')
    return [
      finding(
        'not-an-object',
        options,
        document,
        base,
        `a Kubernetes object is a mapping, found ${typeName(document)}`,
        'begin it with "apiVersion:" and "kind:"',
      ),
    ];
  const missing = missingHead(document, options, base);
  if (missing.length > 0) return missing;
  const apiVersion = textAt(document, 'apiVersion');
  const kind = textAt(document, 'kind');
  const known = kindOf(apiVersion, kind);
  const minor = minorOf(options);
  if (known !== undefined && minor >= known.since) {
    const unnamed = given(document, 'metadata') === undefined && !['Eviction', 'Binding', 'Scale'].includes(kind);
    const nameless = unnamed
      ? [
          finding(
            'missing-field',
            options,
            document,
            [...base, 'metadata'],
            '"metadata" is missing: every object needs a name',
            'add "metadata: {name: ...}"',
          ),
        ]
      : [];
    return [...nameless, ...checkObject(document, typeOf(known.type), { file: options.file, minor, apiVersion, kind }, base)];
  }
  if (isList(apiVersion, kind)) return checkItems(document, options, base);
  return [notServed(document, apiVersion, kind, minor, options, base)];
}

function minorOf(options: ManifestOptions): number {
  const minor = parseKubernetesMinor(options.kubernetesVersion) ?? newestMinor;
  return Math.min(newestMinor, Math.max(oldestMinor, minor));
}

function missingHead(document: MapNode, options: ManifestOptions, base: Path): Finding[] {
  return ['apiVersion', 'kind'].flatMap(key => {
    if (textAt(document, key) !== '') return [];
    const value = entry(document, key)?.value;
    if (value === undefined)
      return [
        finding(
          'missing-field',
          options,
          document,
          [...base, key],
          `"${key}" is missing: every Kubernetes object has one`,
          fix(document, key),
        ),
      ];
    return [finding('wrong-type', options, value, [...base, key], `"${key}" must be a text that is not empty, found ${typeName(value)}`)];
  });
}

/** The suggestion for a missing apiVersion or kind, derived from the other one if possible. */
function fix(document: MapNode, key: string): string {
  const [version] = key === 'apiVersion' ? apiVersionsOf(textAt(document, 'kind')) : [];
  return `add "${key}: ${version ?? '...'}"`;
}

function isList(apiVersion: string, kind: string): boolean {
  return kind.endsWith('List') && (kind === 'List' ? apiVersion === 'v1' : kindOf(apiVersion, kind.slice(0, -4)) !== undefined);
}

function checkItems(document: MapNode, options: ManifestOptions, base: Path): Finding[] {
  const items = given(document, 'items');
  if (items !== undefined && items.kind !== 'list')
    return [finding('wrong-type', options, items, [...base, 'items'], `expected a list, found ${typeName(items)}`)];
  if (base.length > 20) return [finding('too-deep', options, document, base, 'lists are nested too deeply')];
  return itemsAt(document, 'items').flatMap((item, index) => checkManifest(item, options, [...base, 'items', index]));
}

function notServed(document: MapNode, apiVersion: string, kind: string, minor: number, options: ManifestOptions, base: Path): Finding {
  const at = entry(document, 'apiVersion')!.value;
  const path = [...base, 'apiVersion'];
  const removal = removalOf(apiVersion, kind);
  if (removal !== undefined && minor >= removal.gone) {
    const message = `${kind} of ${apiVersion} was removed in Kubernetes 1.${removal.gone}`;
    const fix =
      removal.instead === undefined ? 'remove it: nothing took its place' : `use ${removal.instead}, and look at the fields that changed`;
    return finding('removed-api', options, at, path, message, fix);
  }
  const slash = apiVersion.indexOf('/');
  const known = kindOf(apiVersion, kind);
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  if (known !== undefined)
    return finding(
      'unknown-kind',
      options,
      at,
      path,
      `${kind} of ${apiVersion} exists from Kubernetes 1.${known.since} on, this is 1.${minor}`,
    );
  if (isServerGroup(group) && !isUndescribedKind(apiVersion, kind) && removal === undefined)
    return wrongKind(document, apiVersion, kind, options, base);
  const slip = isUndescribedKind(apiVersion, kind) ? undefined : options.slipOf?.(apiVersion, kind);
  if (slip !== undefined)
    return finding('unknown-kind', options, entry(document, slip.at)!.value, [...base, slip.at], slip.message, slip.suggestion);
  const message = `not checked: ${kind} of ${apiVersion} is not known here`;
  const suggestion = 'give its CustomResourceDefinition (--crds), or leave the kind out (--skip, or "skip" in mcpgw.config.yaml)';
  return { ...finding('unknown-kind', options, at, path, message, suggestion), severity: 'warning' };
}

function wrongKind(document: MapNode, apiVersion: string, kind: string, options: ManifestOptions, base: Path): Finding {
  const others = apiVersionsOf(kind);
  const message = `Kubernetes has no ${kind} in ${apiVersion}`;
  if (others.length > 0) {
    const at = entry(document, 'apiVersion')!.value;
    return finding('unknown-kind', options, at, [...base, 'apiVersion'], message, `use ${listNames(others, 'or')}`);
  }
  const near = nearest(kind, kindNames(apiVersion));
  const suggestion = near === undefined ? undefined : `did you mean "${near}"?`;
  return finding('unknown-kind', options, entry(document, 'kind')!.value, [...base, 'kind'], message, suggestion);
}

function finding(rule: RuleId, options: ManifestOptions, at: Node, path: Path, message: string, suggestion?: string): Finding {
  return { ...errorAt(options.file, rule, at, path, message, suggestion), docs: docsOf(rule) };
}
