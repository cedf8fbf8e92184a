import { checkJsonSchema } from '@mcpgw/config';
import type { Finding, Path } from '@mcpgw/diagnostics';
import type { Chart } from '@mcpgw/helm';
import { isTable, placeOf, type ValuesFile } from './values-tree.js';

/** Checks values against the values.schema.json of a chart and, under their names, of its dependencies. */
export function checkValuesSchema(chart: Chart, values: Record<string, unknown>, files: readonly ValuesFile[], path: Path = []): Finding[] {
  const problems = chart.schema === undefined ? [] : checkJsonSchema(new TextDecoder().decode(chart.schema), values, path);
  const own = problems.map(
    ({ path: at, isKey, ...problem }): Finding => ({
      rule: 'values-schema',
      severity: 'error',
      path: at,
      ...nearestPlace(files, at, isKey),
      ...problem,
    }),
  );
  const below = chart.dependencies.flatMap(child => {
    const table = values[child.name];
    return isTable(table) ? checkValuesSchema(child, table, files, [...path, child.name]) : [];
  });
  return [...own, ...below];
}

/** The place of a path, or of the nearest path above it that some file has. */
function nearestPlace(files: readonly ValuesFile[], path: Path, key: boolean): Pick<Finding, 'file' | 'span'> {
  for (let length = path.length; length >= 0; length--) {
    const place = placeOf(files, path.slice(0, length), key && length === path.length);
    if (place !== undefined) return place;
  }
  return { file: files.at(-1)?.file ?? 'values.yaml' };
}
