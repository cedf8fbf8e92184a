import type { Finding } from '@mcpgw/diagnostics';
import { defaultVersion, duplicateKeys, type ReadFile, withoutRepeats } from '@mcpgw/structure';
import { checkStatic, type StaticOptions } from './check-static.js';

/** As for `checkStatic`; the version is by default the newest known. */
export interface StaticFindingsOptions extends Omit<StaticOptions, 'version' | 'readFile'> {
  readonly version?: string | undefined;
  readonly readFile?: ReadFile | undefined;
}

/**
 * What is wrong with a static configuration: what the proxy refuses, and keys that stand twice where the proxy takes the last one
 * without a word.
 */
export function staticFindings(text: string, options: StaticFindingsOptions): Finding[] {
  const { file, version = defaultVersion, readFile, env, readYaml } = options;
  const { root, findings } = checkStatic(text, { file, version, env, readYaml, ...(readFile === undefined ? {} : { readFile }) });
  return root === undefined ? [...findings] : withoutRepeats([...findings, ...duplicateKeys(root, file)]);
}
