import { join } from 'node:path';
import { at, type Node, parseYaml } from '@mcpgw/config';
import type { Sources } from '@mcpgw/diagnostics';
import type { Chart } from '@mcpgw/helm';

/** The file of a template, `chart/templates/x.yaml` in Helm's words; its text is added to the sources. */
export function templateFile(template: string, chart: Chart, label: string, context: { readonly sources: Sources }): string {
  const inside = template.startsWith(`${chart.name}/`) ? template.slice(chart.name.length + 1) : template;
  const file = join(label, inside);
  const source = findTemplate(chart, inside);
  if (source !== undefined) context.sources.add(file, new TextDecoder().decode(source));
  return file;
}

function findTemplate(chart: Chart, path: string): Uint8Array | undefined {
  const own = chart.templates.find(({ name }) => name === path);
  if (own !== undefined) return own.data;
  for (const child of chart.dependencies) {
    const prefix = `charts/${child.name}/`;
    if (path.startsWith(prefix)) return findTemplate(child, path.slice(prefix.length));
  }
  return undefined;
}

/** The text of a scalar in a rendered document, below `data.KEY` also inside the embedded configuration. */
export function scalarAt(content: string, path: readonly (string | number)[]): string | undefined {
  const [root] = parseYaml(content, { file: '', dialect: 'go' }).documents;
  const direct = at(root, ...path);
  if (direct?.kind === 'scalar') return direct.text;
  const [data, key, ...rest] = path;
  const embedded: Node | undefined = data === 'data' && key !== undefined ? at(root, data, key) : undefined;
  if (embedded?.kind !== 'scalar') return undefined;
  const [inner] = parseYaml(embedded.text, { file: '', dialect: 'serde' }).documents;
  const found = at(inner, ...rest);
  return found?.kind === 'scalar' ? found.text : undefined;
}
