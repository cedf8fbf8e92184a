import type { Finding } from '@mcpgw/diagnostics';
import type { ValidateOptions } from '../validate-options.js';
import { defaultVersion } from '../versions.js';
import { duplicateKeys, withoutRepeats } from '../yaml/duplicate-keys.js';
import { checkStatic } from './check-static.js';

/**
 * What is wrong with a static configuration: what the proxy refuses, and keys that stand twice where the proxy takes the last one
 * without a word.
 */
export function staticFindings(text: string, options: Pick<ValidateOptions, 'file' | 'version' | 'readFile' | 'env'>): Finding[] {
  const { file, version = defaultVersion, readFile, env } = options;
  const { root, findings } = checkStatic(text, { file, version, env, ...(readFile === undefined ? {} : { readFile }) });
  return root === undefined ? [...findings] : withoutRepeats([...findings, ...duplicateKeys(root, file)]);
}
