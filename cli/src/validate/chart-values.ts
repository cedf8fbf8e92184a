/** Values of the chart mcp-gateway that its schema and templates accept: what the rules find, and what changes nothing that is rendered. */
import { type Finding, formatPath, type Path } from '@mcpgw/diagnostics';
import { fromPlain } from '@mcpgw/structure';
import { valuesFindings } from '@mcpgw/validate';
import { switchedOffValues } from './chart-switches.js';
import { closestPlace, isTable, type ValuesFile } from './values-tree.js';

type Table = Record<string, unknown>;

/** The name of the chart that these checks know. */
export const knownChart = 'mcp-gateway';

/** What the rules for values find in the merged values, at the place of each value in the user's files. */
export function ruleFindings(merged: Table, files: readonly ValuesFile[], label: string): Finding[] {
  return valuesFindings(fromPlain(merged), label).map(finding => ({ ...finding, ...nearestPlace(files, finding.path ?? [], label) }));
}

/** The place of a value or of the closest section above it, else the start of the first file. */
function nearestPlace(files: readonly ValuesFile[], path: Path, label: string): Pick<Finding, 'file' | 'span'> {
  return closestPlace(files, path) ?? { file: files[0]?.file ?? label, span: { start: 0, end: 1 } };
}

/** The input of the check for values without an effect. */
export interface EffectOptions {
  readonly files: readonly ValuesFile[];
  /** The values that the user gives, the chart's own, and both merged. */
  readonly user: Table;
  readonly known: Table;
  readonly merged: Table;
  /** Whether the same is rendered with a change of the user's values. @throws HelmError if that render fails */
  readonly rendersSame: (change: Table) => boolean;
}

/** Renders at most; further values are not looked at. */
const maxRenders = 60;

/** Values that repeat what holds without them, and those that are documented as accepted for other charts. */
const pins =
  /(?:^|\.)(?:tag|version|namespace|serviceNamespace|namespaceOverride|fullnameOverride|nameOverride|clusterDomain|compatibility|sessionAffinity|pathPrefix|serviceAccount\.name)$/;
const accepted =
  /^(?:agentgateway|global\.agentgateway\.(?:static\.configBridge|githubMcpServer\.image|installIstioCrds|extraMcpTargets\.\d+\.credential_?[sS]ources))(?:\.|$)/;

/** Values of items that are one of a few words, of which an unknown one is read as the default: changing them shows nothing. */
const words = /^protocol$/;

/**
 * The values of the user that differ from the chart's own and change nothing that is rendered: another value or the routing mode makes
 * them do nothing. Values of items of lists too. Of sections that are off only
 * what `switchedOffValues` reports is said.
 */
export function valuesWithoutEffect({ files, user, known, merged, rendersSame }: EffectOptions): Finding[] {
  const isQuestion = (path: readonly string[]): boolean =>
    !pins.test(path.join('.')) && !accepted.test(path.join('.')) && !isOff(merged, path);
  const changed = leavesOf(user, known, []).filter(({ path }) => isQuestion(path));
  let renders = 0;
  const isWithout = (change: Table): boolean => renders++ < maxRenders && isSame(() => rendersSame(change));
  // A value may say in another spelling what the chart's own says ("9100" for 9100): a different one then changes what is rendered.
  const isRead = (path: readonly string[], value: unknown): boolean => {
    const other = otherScalar(value);
    return other !== undefined && changesRender(() => rendersSame(changeOf(path, other)));
  };
  const inert = changed.flatMap(({ path, usual, value }): Path[] => {
    if (isWithout(changeOf(path, usual)) && !isRead(path, value)) return [path];
    const items = itemLeaves(value, []).filter(
      inside => !words.test(String(inside.at(-1))) && isQuestion([...path, ...inside.map(String)]),
    );
    // A value of an item may repeat the default of the chart, so it is left out once and changed once.
    return items
      .filter(inside => variants(value, inside).every(other => isWithout(changeOf(path, other))))
      .map(inside => [...path, ...inside]);
  });
  return [
    ...inert.map(path => withoutEffect(files, path)),
    ...switchedOffValues(user, known, merged, path => nearestPlace(files, path, 'values.yaml')),
  ];
}

function withoutEffect(files: readonly ValuesFile[], path: Path): Finding {
  return {
    rule: 'value-without-effect',
    severity: 'warning',
    message: `the value ${formatPath(path)} changes nothing that is rendered: another value makes it do nothing`,
    suggestion: 'remove it, or look at the description of the value: mcpgw schema values prints it',
    path,
    ...nearestPlace(files, path, 'values.yaml'),
  };
}

/** The paths of texts, numbers and switches in the items of a list, at any depth. Items that are off are left out. */
function itemLeaves(value: unknown, path: readonly (string | number)[]): (readonly (string | number)[])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => (isTable(item) ? itemLeaves(item, [...path, index]) : []));
  if (!isTable(value) || path.length === 0) return path.length === 0 || value === null || typeof value === 'object' ? [] : [path];
  return value.enabled === false ? [] : Object.entries(value).flatMap(([key, inner]) => itemLeaves(inner, [...path, key]));
}

/** A list without the value at a path, and with another one there. */
function variants(list: unknown, path: readonly (string | number)[]): unknown[] {
  const at = path.reduce<unknown>((inner, key) => (inner as Table)[key], list);
  const other = typeof at === 'boolean' ? !at : (otherScalar(at) ?? `${at}x`);
  return [undefined, other].map(value => copied(list, path, value));
}

function copied(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? copied(item, rest, by) : item));
  const { [key]: inner, ...others } = value as Table;
  const next = copied(inner, rest, by);
  return next === undefined ? others : { ...others, [key]: next };
}

/** Another text or number of the same form; undefined for other values. */
function otherScalar(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return undefined;
  return /^\d{1,9}$/.test(value) ? String(Number(value) + 1) : `${value}x`;
}

/** Whether a change is rendered; false also if the chart refuses it. */
function changesRender(rendersSame: () => boolean): boolean {
  try {
    return !rendersSame();
  } catch {
    return false;
  }
}

function isSame(rendersSame: () => boolean): boolean {
  try {
    return rendersSame();
  } catch {
    // Without the value the chart refuses the others, so the value has an effect.
    return false;
  }
}

interface Changed {
  readonly path: string[];
  /** The chart's own value; null if there is none. */
  readonly usual: unknown;
  /** The value of the user. */
  readonly value: unknown;
}

/** The values that differ from the chart's own. Lists are compared whole first. */
function leavesOf(user: Table, known: Table, path: string[]): Changed[] {
  return Object.entries(user).flatMap(([key, value]): Changed[] => {
    const own = Object.hasOwn(known, key) ? known[key] : undefined;
    const here = [...path, key];
    if (isTable(value) && isTable(own)) return leavesOf(value, own, here);
    if (value === null || JSON.stringify(value) === JSON.stringify(own)) return [];
    return isTable(value) && Object.keys(value).length === 0 ? [] : [{ path: here, usual: own ?? null, value }];
  });
}

const changeOf = (path: readonly string[], value: unknown): Table =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Table;

/** Whether the `enabled` of a section above a value is false: its values wait until it is turned on. */
function isOff(merged: Table, path: readonly string[]): boolean {
  let section: unknown = merged;
  for (const key of path.slice(0, -1)) {
    section = isTable(section) ? section[key] : undefined;
    if (isTable(section) && section.enabled === false) return true;
  }
  return false;
}
