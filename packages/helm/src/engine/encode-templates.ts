import { decodeBytes } from '@mcpgw/go/values';
import { TemplateSet } from '@mcpgw/gotemplate';
import { type EncodedTree, encodeTree, type Strings } from '@mcpgw/gotemplate/internal';
import type { Chart } from '../chart/chart.js';
import type { FuncDeps } from '../funcs/index.js';
import { allFuncs } from './engine.js';

/** A template and its bytecode. */
export interface EncodedTemplate {
  readonly name: string;
  readonly trees: readonly EncodedTree[];
}

/**
 * Encodes a chart's own templates in the form that a Renderer takes in `parsed`. The names that they use are added to `strings`.
 *
 * @throws ParseError if a template is malformed
 */
export function encodeTemplates(chart: Chart, deps: FuncDeps, strings: Strings): EncodedTemplate[] {
  const set = new TemplateSet('gotpl', { funcs: allFuncs(deps), missingKey: 'zero' });
  return chart.templates.map(file => {
    const name = `${chart.name}/${file.name}`;
    return { name, trees: Array.from(set.treesOf(name, decodeBytes(file.data)), tree => encodeTree(tree, strings)) };
  });
}
