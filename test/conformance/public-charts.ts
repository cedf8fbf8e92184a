/** Public charts: the cases of MCPGW_HELM_CORPUS whose charts are in MCPGW_HELM_CHARTS, at `<owner>/<name>/<path>`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, HelmError } from '@mcpgw/helm';
import { Command } from 'commander';
import { addRenderFlags, type RenderFlags } from '../../cli/src/render/flags.js';
import { rendererAt, renderToText, renderWithFlags } from '../../cli/src/render/run.js';

export interface Case {
  readonly id: string;
  readonly category: string;
  readonly repo: string;
  readonly dir?: string;
  readonly path: string;
  readonly args: readonly string[];
  readonly exit: number;
  readonly sha256: string;
}

/** The folder of cases.json. */
export const corpus = process.env.MCPGW_HELM_CORPUS;
const charts = process.env.MCPGW_HELM_CHARTS;
export const missing = corpus && charts ? undefined : 'MCPGW_HELM_CORPUS and MCPGW_HELM_CHARTS are not set';

export const chartOf = ({ repo, dir = '', path }: Case): string => join(charts!, repo, dir, path);
export const argsOf = (one: Case): string[] => one.args.map(word => word.replaceAll('{chart}', chartOf(one)));

/** The cases whose charts are there. */
export function readCases(): readonly Case[] {
  const cases = JSON.parse(readFileSync(join(corpus!, 'cases.json'), 'utf8')) as Case[];
  return cases.filter(one => existsSync(chartOf(one)));
}

/** Standard output, or undefined where the render is refused. */
export function render(one: Case, { version }: Dialect): string | undefined {
  const argv = ['--namespace', 'ns', '--helm-version', version, ...argsOf(one)];
  const flags = addRenderFlags(new Command()).exitOverride().parse(argv, { from: 'user' }).opts<RenderFlags>();
  try {
    return renderToText(renderWithFlags(rendererAt(chartOf(one), flags), 'rel', flags), flags);
  } catch (error) {
    if (error instanceof HelmError) return undefined;
    throw error;
  }
}
