import { decodeBytes } from '@mcpgw/go/values';
import { TemplateSet } from '@mcpgw/gotemplate';
import { type EncodedTree, encodeTree, type Strings } from '@mcpgw/gotemplate/internal';
import type { Chart } from '../chart/chart.js';
import type { FuncDeps } from '../funcs/index.js';
import { allFuncs } from './engine.js';

/** A template, and its code. */
export interface EncodedTemplate {
  readonly name: string;
  readonly trees: readonly EncodedTree[];
}

/** A chart's own templates as what a Renderer takes in `parsed`; what they name is added to `strings`. Throws ParseError. */
export function encodeTemplates(chart: Chart, deps: FuncDeps, strings: Strings): EncodedTemplate[] {
  const set = new TemplateSet('gotpl', { funcs: allFuncs(deps), missingKey: 'zero' });
  return chart.templates.map(file => {
    const name = `${chart.name}/${file.name}`;
    return { name, trees: Array.from(set.treesOf(name, decodeBytes(file.data)), tree => encodeTree(tree, strings)) };
  });
}
