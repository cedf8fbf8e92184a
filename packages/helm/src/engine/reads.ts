/** Finds which values templates read, from their syntax trees. */
import {
  ChainNode,
  CommandNode,
  FieldNode,
  IdentifierNode,
  type Node,
  PipeNode,
  parseText,
  StringNode,
  type Tree,
  VariableNode,
  type Visitor,
  walk,
} from '@mcpgw/gotemplate';

/** Which values of one chart are read. */
export interface Reads {
  /** Paths below `.Values`. Everything below a path is read too. */
  readonly paths: readonly (readonly string[])[];
  /** The values are read as a whole, as `toYaml .Values` does, so no single value can be shown to be unused. */
  readonly whole: boolean;
}

/** Which values one template reads, and which templates it runs. */
export interface TreeReads extends Reads {
  readonly includes: ReadonlySet<string>;
  /** The template includes another one whose name is known only during the render. */
  readonly includesAny: boolean;
  /** The template runs text as a template (`tpl`). */
  readonly runsText: boolean;
}

/** Functions that look up keys in their first argument. */
const lookups = new Set(['index', 'get', 'hasKey']);

/**
 * Returns the path below `Values` in a chain of fields, whatever precedes it: `.Values.a`, `$.Values.a`, `.context.Values.a`. Values of a
 * dependency that are reached by `.Subcharts.NAME` are below its name.
 */
function below(fields: readonly string[]): string[] | undefined {
  const at = fields.indexOf('Values');
  if (at < 0) return undefined;
  return at >= 2 && fields[at - 2] === 'Subcharts' ? [fields[at - 1]!, ...fields.slice(at + 1)] : fields.slice(at + 1);
}

/**
 * Returns the path that an expression reads; undefined if it reads none, or does more than read one. Its other parts are added to `rest`.
 */
function pathOf(node: Node, rest: Node[]): string[] | undefined {
  if (node instanceof FieldNode) return below(node.ident);
  if (node instanceof VariableNode) return below(node.fields);
  if (node instanceof ChainNode) {
    const inner = pathOf(node.node, rest);
    if (inner !== undefined) return [...inner, ...node.field];
    const path = below(node.field);
    if (path !== undefined) rest.push(node.node);
    return path;
  }
  if (node instanceof PipeNode) return node.decl.length === 0 && node.cmds.length === 1 ? pathOf(node.cmds[0]!, rest) : undefined;
  return node instanceof CommandNode ? pathOfCommand(node.args, rest) : undefined;
}

function pathOfCommand(args: readonly Node[], rest: Node[]): string[] | undefined {
  const [first, ...others] = args;
  if (others.length === 0) return pathOf(first!, rest);
  if (!(first instanceof IdentifierNode)) return undefined;
  if (first.ident === 'dig') return pathOfLookup(others.at(-1)!, others.slice(0, -2), others.slice(-2, -1), rest);
  return lookups.has(first.ident) ? pathOfLookup(others[0]!, others.slice(1), [], rest) : undefined;
}

/** The keys up to the first one that is known only during the render. */
function pathOfLookup(subject: Node, keys: readonly Node[], others: readonly Node[], rest: Node[]): string[] | undefined {
  const start = pathOf(subject, rest);
  if (start === undefined) return undefined;
  rest.push(...keys, ...others);
  const unknown = keys.findIndex(key => !(key instanceof StringNode));
  return [...start, ...keys.slice(0, unknown < 0 ? keys.length : unknown).map(key => (key as StringNode).text)];
}

/** Returns the values that a tree reads. Included templates are not followed. */
function readsOfTree(tree: Tree): TreeReads {
  const paths: (readonly string[])[] = [];
  const includes = new Set<string>();
  let [whole, includesAny, runsText] = [false, false, false];
  const read = (node: Node): boolean => {
    const rest: Node[] = [];
    const path = pathOf(node, rest);
    if (path === undefined) return true;
    if (path.length > 0) paths.push(path);
    else whole = true;
    for (const part of rest) walk(part, visitor);
    return false;
  };
  const visitor: Visitor = {
    field: node => void read(node),
    variable: node => void read(node),
    chain: read,
    command: node => {
      const [name, argument] = node.args;
      if (name instanceof IdentifierNode && name.ident === 'include') {
        if (argument instanceof StringNode) includes.add(argument.text);
        else includesAny = true;
      }
      return read(node);
    },
    template: ({ name }) => {
      includes.add(name);
      return true;
    },
    identifier: ({ ident }) => {
      runsText ||= ident === 'tpl';
    },
  };
  walk(tree, visitor);
  return { paths, whole, includes, includesAny, runsText };
}

/**
 * Returns the reads of each template in a text: the text's own under `name`, and those that it defines.
 *
 * @throws ParseError if the text does not parse
 */
export const templateReads = (name: string, text: string): ReadonlyMap<string, TreeReads> =>
  new Map([...parseText(name, text)].map(([tree, nodes]) => [tree, readsOfTree(nodes)]));
