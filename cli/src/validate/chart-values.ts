/** Values of the chart mcp-gateway that its schema and templates accept: what the rules find, and what changes nothing that is rendered. */
import { type Finding, formatPath, type Path } from '@mcpgw/diagnostics';
import { fromPlain } from '@mcpgw/structure';
import { valuesFindings } from '@mcpgw/validate';
import { isTable, placeOf, type ValuesFile } from './values-tree.js';

type Table = Record<string, unknown>;

/** The name of the chart that these checks know. */
export const knownChart = 'mcp-gateway';

/** What the rules for values find in the merged values, at the place of each value in the user's files. */
export function ruleFindings(merged: Table, files: readonly ValuesFile[], label: string): Finding[] {
  return valuesFindings(fromPlain(merged), label).map(finding => ({ ...finding, ...nearestPlace(files, finding.path ?? [], label) }));
}

/** The place of a value, or of the closest section above it that a file has. */
function nearestPlace(files: readonly ValuesFile[], path: Path, label: string): Pick<Finding, 'file' | 'span'> {
  for (let length = path.length; length > 0; length--) {
    const place = placeOf(files, path.slice(0, length));
    if (place !== undefined) return place;
  }
  const [first] = files;
  return { file: first?.file ?? label, span: { start: 0, end: 1 } };
}

/** The input of the check for values without an effect. */
export interface EffectOptions {
  readonly files: readonly ValuesFile[];
  /** The values that the user gives, the chart's own, and both merged. */
  readonly user: Table;
  readonly known: Table;
  readonly merged: Table;
  /** Everything that is rendered with a change of the user's values, as one text. @throws HelmError if the render fails */
  readonly render: (change: Table) => string;
}

/** Renders at most; further values are not looked at. */
const maxRenders = 60;

/** Values that repeat what holds without them, and those that are documented as accepted for other charts. */
const pins =
  /(?:^|\.)(?:tag|version|namespace|serviceNamespace|namespaceOverride|fullnameOverride|nameOverride|clusterDomain|compatibility)$/;
const accepted = /^(?:agentgateway|global\.agentgateway\.(?:static\.configBridge|githubMcpServer\.image|installIstioCrds))(?:\.|$)/;

/**
 * The values of the user that differ from the chart's own and change nothing that is rendered: another value or the routing mode makes
 * them do nothing. Values of sections that are off are left out.
 */
export function valuesWithoutEffect({ files, user, known, merged, render }: EffectOptions): Finding[] {
  const isQuestion = (path: readonly string[]): boolean =>
    !pins.test(path.join('.')) && !accepted.test(path.join('.')) && !isOff(merged, path);
  const changed = leavesOf(user, known, []).filter(({ path }) => isQuestion(path));
  const whole = render({});
  if (whole.trim() === '') return [];
  return changed.slice(0, maxRenders).flatMap(({ path, usual }): Finding[] => {
    if (!isSame(() => render(changeOf(path, usual)), whole)) return [];
    return [
      {
        rule: 'value-without-effect',
        severity: 'warning',
        message: `the value ${formatPath(path)} changes nothing that is rendered: another value makes it do nothing`,
        suggestion: 'remove it, or look at the description of the value: mcpgw schema values prints it',
        path,
        ...nearestPlace(files, path, 'values.yaml'),
      },
    ];
  });
}

function isSame(render: () => string, whole: string): boolean {
  try {
    return render() === whole;
  } catch {
    // Without the value the chart refuses the others, so the value has an effect.
    return false;
  }
}

interface Changed {
  readonly path: string[];
  /** The chart's own value; null if there is none. */
  readonly usual: unknown;
}

/** The values that differ from the chart's own. Lists are compared whole. */
function leavesOf(user: Table, known: Table, path: string[]): Changed[] {
  return Object.entries(user).flatMap(([key, value]): Changed[] => {
    const own = Object.hasOwn(known, key) ? known[key] : undefined;
    const here = [...path, key];
    if (isTable(value) && isTable(own)) return leavesOf(value, own, here);
    if (value === null || JSON.stringify(value) === JSON.stringify(own)) return [];
    return isTable(value) && Object.keys(value).length === 0 ? [] : [{ path: here, usual: own ?? null }];
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
