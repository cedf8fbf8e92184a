import { join } from 'node:path';
import type { Sources, Span } from '@mcpgw/diagnostics';
import { type Chart, IdentifierNode, ParseError, parseText, StringNode, type Tree, walk } from '@mcpgw/helm';
import { at, type Node, parseYaml, type ReadYaml } from '@mcpgw/structure';

/** The file of a template, `chart/templates/x.yaml` as Helm names it; its text is added to the sources. */
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

/** Text that a template writes literally: between actions, or as a string in one. */
interface Written {
  readonly text: string;
  /** Offset in the template's file. */
  readonly pos: number;
}

/** One template of a file, or a `define` in it. */
interface Piece {
  readonly template: string;
  readonly written: readonly Written[];
  readonly includes: readonly string[];
}

/** Every template of a chart and its dependencies, by its name in a render. */
function piecesOf(chart: Chart): Map<string, Piece> {
  const found = new Map<string, Piece>();
  for (const { template, text } of inOrder(templatesOf(chart))) {
    for (const [name, tree] of treesOf(template, text)) {
      if (!tree.isBlank && !found.has(name)) found.set(name, pieceOf(template, text, tree));
    }
  }
  return found;
}

/** A template that does not parse has no pieces. */
function treesOf(template: string, text: string): Iterable<[string, Tree]> {
  try {
    return parseText(template, text);
  } catch (error) {
    if (error instanceof ParseError) return [];
    throw error;
  }
}

interface TemplateText {
  readonly template: string;
  readonly text: string;
}

function templatesOf(chart: Chart, prefix = chart.name): TemplateText[] {
  const own = chart.templates.map(({ name, data }) => ({ template: `${prefix}/${name}`, text: new TextDecoder().decode(data) }));
  return [...own, ...chart.dependencies.flatMap(child => templatesOf(child, `${prefix}/charts/${child.name}`))];
}

const depthOf = (path: string): number => path.split('/').length;

/** If templates share a name, Helm uses the one that it parses last: the least deep one, among those the first by name; blank ones are ignored. */
const inOrder = (templates: readonly TemplateText[]): TemplateText[] =>
  templates.toSorted((a, b) => depthOf(a.template) - depthOf(b.template) || (a.template < b.template ? -1 : 1));

function pieceOf(template: string, text: string, tree: Tree): Piece {
  const written: Written[] = [];
  const includes: string[] = [];
  walk(tree, {
    text: node => void written.push({ text: node.text, pos: node.pos }),
    string: node => void written.push({ text: text.slice(node.pos, node.pos + node.quoted.length), pos: node.pos }),
    template: ({ name }) => {
      includes.push(name);
      return true;
    },
    command: ({ args: [name, argument] }) => {
      if (name instanceof IdentifierNode && name.ident === 'include' && argument instanceof StringNode) includes.push(argument.text);
      return true;
    },
  });
  return { template, written, includes };
}

/** A template and the templates that it includes, nearest first. */
function reachedFrom(template: string, pieces: ReadonlyMap<string, Piece>): Piece[] {
  const names = new Set([template]);
  const reached: Piece[] = [];
  for (const name of names) {
    const piece = pieces.get(name);
    if (piece === undefined) continue;
    reached.push(piece);
    for (const included of piece.includes) names.add(included);
  }
  return reached;
}

/**
 * The most likely source of a rendered line: the same line in the template or in one that it includes, else the first position that
 * writes its key. Comments are ignored.
 */
export function writerOf(
  chart: Chart,
  template: string,
  line: string,
  key: string,
): { readonly template: string; readonly span: Span } | undefined {
  const reached = reachedFrom(template, piecesOf(chart));
  const wanted = line.includes(`${key}:`) ? [line, `${key}:`] : [`${key}:`];
  for (const text of wanted) {
    for (const { template, written } of reached) {
      for (const part of written) {
        const found = part.text.indexOf(text);
        if (found < 0) continue;
        const start = part.pos + found + text.indexOf(`${key}:`);
        return { template, span: { start, end: start + key.length } };
      }
    }
  }
  return undefined;
}

/** The text of a scalar in a rendered document, and below `data.KEY` inside the embedded configuration. */
export function scalarAt(
  content: string,
  path: readonly (string | number)[],
  file = '',
  readYaml: ReadYaml = parseYaml,
): string | undefined {
  const found = renderedAt(content, path, file, readYaml);
  return found?.kind === 'scalar' ? found.text : undefined;
}

/** What a rendered document has at a path, and below `data.KEY` inside the embedded configuration. */
export function renderedAt(content: string, path: readonly (string | number)[], file: string, readYaml: ReadYaml): Node | undefined {
  const [root] = readYaml(content, { file, dialect: 'go' }).documents;
  const direct = at(root, ...path);
  if (direct !== undefined) return direct;
  const [data, key, ...rest] = path;
  const embedded: Node | undefined = data === 'data' && key !== undefined ? at(root, data, key) : undefined;
  if (embedded?.kind !== 'scalar') return undefined;
  const [inner] = readYaml(embedded.text, { file, dialect: 'serde' }).documents;
  return at(inner, ...rest);
}
