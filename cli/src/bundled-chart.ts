import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EncodedTree } from '@mcpgw/helm';

/** Path inside the chart (with `/`) to bytes of the file. */
export type ChartFiles = ReadonlyMap<string, Uint8Array>;

/** What the build knows of the bundled chart's templates; nothing when run from source. */
export const parsedTemplates: ReadonlyMap<string, { readonly text: string; readonly trees: readonly EncodedTree[] }> = new Map();

/** Whether a schema is that of the bundled chart and known to need no compiling; unknown when run from source. */
export const isPlainSchema = (_text: string): boolean => false;

/** The chart `mcp-gateway` that ships with mcpgw. The build replaces this module by one that holds the files. */
export function bundledChart(): ChartFiles {
  const root = fileURLToPath(new URL('../../charts/mcp-gateway', import.meta.url));
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return new Map(files.map(entry => join(entry.parentPath, entry.name)).map(path => [relative(root, path), readFileSync(path)]));
}
