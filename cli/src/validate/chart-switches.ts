/** Values of the user in sections of the chart that are switched off (rule switched-off). */
import { type Finding, formatPath, type Path } from '@mcpgw/diagnostics';
import { type ValuesSwitch, valuesSwitches } from '@mcpgw/validate';
import { isTable } from './values-tree.js';

type Table = Record<string, unknown>;

/** Where a value stands in the files of the user. */
type PlaceOf = (path: Path) => Pick<Finding, 'file' | 'span'>;

const sectionOf = (values: Table, path: readonly string[]): Table | undefined => {
  const found = path.reduce<unknown>((inner, key) => (isTable(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), values);
  return isTable(found) ? found : undefined;
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) || (isTable(value) && Object.values(value).every(isEmpty));

/**
 * What waits in a section that is off. A file that says "off" itself prepares the values for another one, or has switched off what was
 * to protect: an info. Where nothing says so, values of `jwtAuth` are a warning: nobody prepares an issuer for others.
 */
export function switchedOffValues(user: Table, known: Table, merged: Table, placeOf: PlaceOf): Finding[] {
  return valuesSwitches.flatMap(each => findingFor(each, user, known, merged, placeOf));
}

function findingFor(
  { section, by = 'enabled', fields, effect, protects, severity }: ValuesSwitch,
  user: Table,
  known: Table,
  merged: Table,
  placeOf: PlaceOf,
): Finding[] {
  const [own, usual] = [sectionOf(user, section), sectionOf(known, section) ?? {}];
  if (own === undefined || sectionOf(merged, section)?.[by] !== false || isBelowOff(merged, section)) return [];
  const waiting = Object.keys(own).filter(
    key => key !== by && (fields?.includes(key) ?? true) && !isEmpty(own[key]) && JSON.stringify(own[key]) !== JSON.stringify(usual[key]),
  );
  const [first] = waiting;
  const isSaid = Object.hasOwn(own, by);
  if (first === undefined || (isSaid && protects === undefined)) return [];
  const path = [...section, first];
  const name = formatPath(section);
  return [
    {
      rule: 'switched-off',
      severity: isSaid ? 'info' : (severity ?? 'info'),
      message: `${waiting.map(key => `"${key}"`).join(', ')} of ${name} ${waiting.length === 1 ? 'has' : 'have'} no effect, because ${name}.${by} is off: ${effect}`,
      suggestion: `write "${name}.${by}: true", or remove the values`,
      path,
      ...placeOf(path),
    },
  ];
}

/** Whether a section further out is off, which is said there. */
const isBelowOff = (merged: Table, section: readonly string[]): boolean =>
  section.some((_, length) => length > 0 && sectionOf(merged, section.slice(0, length))?.enabled === false);
