import type { Finding } from '@mcpgw/diagnostics';
import { defaultVersion, duplicateKeys, type ReadFile, withoutRepeats } from '@mcpgw/structure';
import { checkStatic, type StaticOptions } from './check-static.js';

/** The options of `checkStatic`. Default version: the newest known one. */
export interface StaticFindingsOptions extends Omit<StaticOptions, 'version' | 'readFile'> {
  readonly version?: string | undefined;
  readonly readFile?: ReadFile | undefined;
}

/**
 * The findings about a static configuration: what the proxy refuses, and duplicate keys of which the proxy silently uses the last one.
 */
export function staticFindings(text: string, options: StaticFindingsOptions): Finding[] {
  const { file, version = defaultVersion, readFile, env, readYaml, kept } = options;
  const { root, findings } = checkStatic(text, { file, version, env, readYaml, kept, ...(readFile === undefined ? {} : { readFile }) });
  return root === undefined ? [...findings] : withoutRepeats([...findings, ...duplicateKeys(root, file)]);
}
