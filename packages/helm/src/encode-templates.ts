import { decodeBytes, type EncodedTree, encodeTree, TemplateSet } from '@mcpgw/gotemplate';
import type { Chart } from './chart.js';
import { allFuncs } from './engine.js';
import type { FuncDeps } from './funcs/index.js';

/** A template, and what the parser makes of it. */
export interface EncodedTemplate {
  readonly name: string;
  readonly trees: readonly EncodedTree[];
}

/** A chart's own templates, parsed, as what a Renderer takes in `parsed`. Throws ParseError. */
export function encodeTemplates(chart: Chart, deps: FuncDeps): EncodedTemplate[] {
  const set = new TemplateSet('gotpl', { funcs: allFuncs(deps), missingKey: 'zero' });
  return chart.templates.map(file => {
    const name = `${chart.name}/${file.name}`;
    return { name, trees: [...set.treesOf(name, decodeBytes(file.data))].map(encodeTree) };
  });
}
