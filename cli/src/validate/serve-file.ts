import { dirname, join, resolve } from 'node:path';
import type { Finding } from '@mcpgw/diagnostics';
import type { ServeFile } from '@mcpgw/mcp-config';
import { decodeFile, type Env, type ReadYaml } from '@mcpgw/structure';
import { detectKind, type EmbeddedServe, type Validated } from '@mcpgw/validate';
import { maxNamedBytes, readNamedText, readUpTo } from '../read-file.js';
import { stdinName } from './inputs.js';

const folderOf = (file: string): string => (file === stdinName ? '.' : dirname(file));

/** Reads a file that `file`, the configuration of `mcpgw serve`, reads servers from; its path is relative to the working directory. */
export function readServersFile(file: string, path: string): ServeFile | undefined {
  const named = resolve(path) === path ? path : join(folderOf(file), path);
  try {
    return { file: named, text: decodeFile(readUpTo(named, maxNamedBytes), named).text };
  } catch {
    return undefined;
  }
}

/** Errors of the REST APIs in a configuration of `mcpgw serve`. */
export async function restFindings(
  { file, text }: ServeFile,
  { env, readYaml }: { readonly env: Env | undefined; readonly readYaml: ReadYaml },
  known: readonly Finding[],
): Promise<Finding[]> {
  if (!/\bapis\b/.test(text)) return [];
  const { apiFindings } = await import('./api-findings.js');
  const readText = async (path: string): Promise<string> => readNamedText(resolve(folderOf(file), path));
  return apiFindings(text, { file, kind: 'serve', env, readText, known, readYaml });
}

/** A file that was read beside the one that names it, with what was found in it. */
export interface NamedFile extends ServeFile {
  readonly kind: string;
  readonly findings: readonly Finding[];
}

/** The files that a configuration reads servers from, except those that are inputs themselves. */
export function namedFiles({ files = [], findings }: Validated, isInput: (file: string) => boolean, readYaml: ReadYaml): NamedFile[] {
  return files
    .filter(({ file }) => !isInput(file))
    .map(({ file, text }) => ({
      file,
      text,
      kind: detectKind(file, readYaml(text, { file, dialect: 'core' }).documents) ?? 'unknown',
      findings: findings.filter(finding => finding.file === file),
    }));
}

/** Findings that depend on the pod: its variables and its files. */
const untold: ReadonlySet<string> = new Set(['unset-variable', 'bad-reference']);

const noFile = (): Promise<string> => Promise.reject(Object.assign(new Error('no file of the pod is read'), { code: 'ENOENT' }));

/** Errors of the REST APIs in configurations of `mcpgw serve` inside ConfigMaps. */
export async function embeddedRestFindings(embedded: readonly EmbeddedServe[], readYaml: ReadYaml): Promise<Finding[]> {
  const found = embedded.map(async ({ key, text, findings, place }) => {
    if (!/\bapis\b/.test(text)) return [];
    const { apiFindings } = await import('./api-findings.js');
    const known = findings.map(finding => ({ ...finding, file: key }));
    const rest = await apiFindings(text, { file: key, kind: 'serve', env: undefined, readText: noFile, known, readYaml });
    return rest.filter(({ rule }) => !untold.has(rule)).map(place);
  });
  return (await Promise.all(found)).flat();
}
