import { decodeBytes, type EncodedTree, encodeTree, TemplateSet } from '@mcpgw/gotemplate';
import type { Chart } from './chart.js';
import { allFuncs } from './engine.js';
import type { FuncDeps } from './funcs/index.js';

/** A template with its text, and what the parser makes of it. */
export interface EncodedTemplate {
  readonly name: string;
  readonly text: string;
  readonly trees: readonly EncodedTree[];
}

/** A chart's own templates, parsed, as what a Renderer takes in `parsed`. Throws ParseError. */
export function encodeTemplates(chart: Chart, deps: FuncDeps): EncodedTemplate[] {
  const set = new TemplateSet('gotpl', { funcs: allFuncs(deps), missingKey: 'zero' });
  return chart.templates.map(file => {
    const name = `${chart.name}/${file.name}`;
    const text = decodeBytes(file.data);
    return { name, text, trees: [...set.treesOf(name, text)].map(encodeTree) };
  });
}
