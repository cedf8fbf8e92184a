/** What templates read of their values, by their syntax trees. */
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

/** What the values of one chart are read for. */
export interface Reads {
  /** Below `.Values`. Whatever stands below a path is read too. */
  readonly paths: readonly (readonly string[])[];
  /** The values are read as one, as `toYaml .Values` does: nothing can be told of single ones. */
  readonly whole: boolean;
}

/** What one template reads, and which templates it runs. */
export interface TreeReads extends Reads {
  readonly includes: ReadonlySet<string>;
  /** It includes a template whose name only the render knows. */
  readonly includesAny: boolean;
  /** It runs text as a template (`tpl`). */
  readonly runsText: boolean;
}

/** Functions that look keys up in their first argument. */
const lookups = new Set(['index', 'get', 'hasKey']);

/**
 * The path below `Values` of a chain of fields, whatever stands before: `.Values.a`, `$.Values.a`, `.context.Values.a`. Values of a
 * dependency that are reached by `.Subcharts.NAME` stand below its name.
 */
function below(fields: readonly string[]): string[] | undefined {
  const at = fields.indexOf('Values');
  if (at < 0) return undefined;
  return at >= 2 && fields[at - 2] === 'Subcharts' ? [fields[at - 1]!, ...fields.slice(at + 1)] : fields.slice(at + 1);
}

/** The path that an expression reads; undefined for one that reads none, or not only. What else is in it is added to `rest`. */
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

/** The keys count up to the first that only the render knows. */
function pathOfLookup(subject: Node, keys: readonly Node[], others: readonly Node[], rest: Node[]): string[] | undefined {
  const start = pathOf(subject, rest);
  if (start === undefined) return undefined;
  rest.push(...keys, ...others);
  const unknown = keys.findIndex(key => !(key instanceof StringNode));
  return [...start, ...keys.slice(0, unknown < 0 ? keys.length : unknown).map(key => (key as StringNode).text)];
}

/** What a tree reads; what it includes is not followed. */
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
 * What each template of a text reads: the text's own under `name`, and those that it defines.
 * @throws ParseError for a text that does not parse.
 */
export const templateReads = (name: string, text: string): ReadonlyMap<string, TreeReads> =>
  new Map([...parseText(name, text)].map(([tree, nodes]) => [tree, readsOfTree(nodes)]));
