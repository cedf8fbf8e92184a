import { join } from 'node:path';
import type { Sources, Span } from '@mcpgw/diagnostics';
import type { Chart } from '@mcpgw/helm';
import { at, type Node, parseYaml } from '@mcpgw/structure';

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

/** A text that takes part in a render: a whole template, or a `define` of a partial. */
interface Piece {
  readonly template: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface TemplateText {
  readonly template: string;
  readonly text: string;
}

function templatesOf(chart: Chart, prefix = chart.name): TemplateText[] {
  const own = chart.templates.map(({ name, data }) => ({ template: `${prefix}/${name}`, text: new TextDecoder().decode(data) }));
  return [...own, ...chart.dependencies.flatMap(child => templatesOf(child, `${prefix}/charts/${child.name}`))];
}

/** The bodies of `define`, each up to the next one. */
function definitions(templates: readonly TemplateText[]): Map<string, Piece> {
  const found = new Map<string, Piece>();
  for (const { template, text } of templates) {
    const starts = [...text.matchAll(/\{\{-? *define +"([^"]+)"/g)];
    starts.forEach(({ 1: name, index }, i) => {
      found.set(name!, { template, text, start: index, end: starts[i + 1]?.index ?? text.length });
    });
  }
  return found;
}

/** A template and the partials that it reaches, the nearest first. */
function piecesOf(chart: Chart, template: string): Piece[] {
  const templates = templatesOf(chart);
  const defined = definitions(templates);
  const root = templates.find(candidate => candidate.template === template);
  const pieces: Piece[] = root === undefined ? [] : [{ ...root, start: 0, end: root.text.length }];
  const seen = new Set<string>();
  for (const { text, start, end } of pieces) {
    for (const [, name] of text.slice(start, end).matchAll(/\b(?:include|template) +"([^"]+)"/g)) {
      const piece = defined.get(name!);
      if (piece !== undefined && !seen.has(name!)) pieces.push(piece);
      seen.add(name!);
    }
  }
  return pieces;
}

/**
 * Where a rendered line was most likely written: where the template, or a partial that it reaches, has that very line, else
 * the first place that writes its key.
 */
export function writerOf(
  chart: Chart,
  template: string,
  line: string,
  key: string,
): { readonly template: string; readonly span: Span } | undefined {
  const pieces = piecesOf(chart, template);
  const wanted = line.includes(`${key}:`) ? [line, `${key}:`] : [`${key}:`];
  for (const text of wanted) {
    for (const piece of pieces) {
      const found = piece.text.slice(piece.start, piece.end).indexOf(text);
      if (found < 0) continue;
      const start = piece.start + found + text.indexOf(`${key}:`);
      return { template: piece.template, span: { start, end: start + key.length } };
    }
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
