import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EncodedTree } from '@mcpgw/helm/internal';

/** Path inside the chart (with `/`) to bytes of the file. */
export type ChartFiles = ReadonlyMap<string, Uint8Array>;

/** The code of a template of the bundled chart; unknown when run from source. */
export const parsedTemplate = (_name: string, _data: Uint8Array): readonly EncodedTree[] | undefined => undefined;

/** The requirements of the bundled chart's schema, if they need no compilation; unknown when run from source. */
export const plainSchema = (_schema: Uint8Array): string | undefined => undefined;

/** The chart `mcp-gateway` that ships with mcpgw. In the build, packed-chart.ts replaces this module. */
export function bundledChart(): ChartFiles {
  const root = fileURLToPath(new URL('../../charts/mcp-gateway', import.meta.url));
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return new Map(files.map(entry => join(entry.parentPath, entry.name)).map(path => [relative(root, path), readFileSync(path)]));
}
