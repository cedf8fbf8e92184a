import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeFile, maxStreamBytes, type Node } from '@mcpgw/structure';
import { definitionsIn, type FileText, validateText } from '@mcpgw/validate';
import { CliError } from '../errors.js';
import { readBytes } from '../read-file.js';
import type { RunContext } from './context.js';

/**
 * The CustomResourceDefinitions of `--crds`, of the settings, and of the files and charts that are checked.
 * @throws CliError for a path without any, because the requested check would not happen
 */
export async function readDefinitions(context: RunContext, texts: readonly FileText[], charts: readonly string[]): Promise<Node[]> {
  const { flags, settings } = context;
  const folder = flags.settings === undefined ? '.' : dirname(flags.settings);
  const named = [...settings.crds.map(path => join(folder, path)), ...flags.crds].flatMap(path => definitionsAt(path, context));
  const ofCharts = charts.length === 0 ? [] : (await import('./chart.js')).chartDefinitions(charts, context);
  return [
    ...named,
    ...ofCharts.flatMap(text => definitionsIn(text)),
    ...texts.flatMap(({ file, text }) => definitionsIn(text, file, context.readYaml)),
  ];
}

function definitionsAt(path: string, context: RunContext): Node[] {
  const found = filesAt(path).flatMap(file => {
    const { text, findings } = decodeFile(readBytes(file, file), file, maxStreamBytes);
    if (findings.length > 0) throw new CliError(`--crds: ${file}: ${findings[0]!.message}`);
    context.findings.push(...removed(text, file, context));
    return definitionsIn(text, file, context.readYaml);
  });
  if (found.length === 0) throw new CliError(`--crds: ${path} contains no CustomResourceDefinition`);
  return found;
}

/** Definitions of a version that servers no longer accept define nothing; this is reported. */
function removed(text: string, file: string, context: RunContext): ReturnType<typeof validateText>['findings'] {
  if (!text.includes('apiextensions.k8s.io/v1beta1')) return [];
  context.sources.add(file, text);
  const { findings } = validateText(text, { file, kind: 'manifest', env: {} });
  return findings.filter(({ rule }) => rule === 'removed-api');
}

function filesAt(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new CliError(`--crds: open ${path}: no such file or directory`);
  if (!stat.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => /\.(?:ya?ml|json)$/.test(entry.name) && !entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}
