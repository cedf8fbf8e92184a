/** The nodes of open documents, for descriptions and completion: read once for each text. */
import type { Path, Span } from '@mcpgw/diagnostics';
import { fromPlain, type Node, type ReadYaml, yamlReadings } from '@mcpgw/structure';
import { documentAround } from './cursor.js';
import type { OpenDocument } from './open-document.js';

const readYaml: ReadYaml = yamlReadings();

/** The YAML or JSON documents of a text; none if it is broken. */
export function nodesOf({ text, kind, place }: OpenDocument): readonly Node[] {
  const dialect = kind === 'manifest' || kind === 'values' ? 'go' : 'core';
  return readYaml(text, { file: place.file, dialect }).documents;
}

/** The document around an offset. Of a broken one, only what conditions of schemas ask about: the kind of the object. */
export function documentAt(document: OpenDocument, offset: number): Node | undefined {
  const nodes = nodesOf(document);
  if (nodes.length > 0) return nodes.find(({ span }) => offset <= span.end) ?? nodes.at(-1);
  const { start, end } = documentAround(document.text, offset);
  const part = document.text.slice(start, end);
  const head = (name: string): Record<string, string> => {
    const value = new RegExp(`^${name}: *["']?([\\w./-]+)`, 'm').exec(part)?.[1];
    return value === undefined ? {} : { [name]: value };
  };
  return fromPlain({ ...head('apiVersion'), ...head('kind') });
}

/** A key or a value in a document. */
export interface FoundNode {
  readonly path: Path;
  readonly span: Span;
  readonly node: Node;
  readonly isKey: boolean;
}

const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

/** The key or the scalar at an offset. */
export function foundAt(root: Node | undefined, offset: number): FoundNode | undefined {
  const path: (string | number)[] = [];
  for (let node = root; node !== undefined; ) {
    if (node.kind === 'scalar') return holds(node.span, offset) ? { path, span: node.span, node, isKey: false } : undefined;
    const next = childAt(node, offset);
    if (next === undefined) return undefined;
    path.push(next.step);
    if (next.isKey) return { path, span: next.span, node: next.node, isKey: true };
    node = next.node;
  }
  return undefined;
}

interface Child {
  readonly step: string | number;
  readonly node: Node;
  readonly span: Span;
  readonly isKey: boolean;
}

function childAt(node: Exclude<Node, { kind: 'scalar' }>, offset: number): Child | undefined {
  if (node.kind === 'list') {
    const index = node.items.findIndex(({ span }) => holds(span, offset));
    return index < 0 ? undefined : { step: index, node: node.items[index]!, span: node.items[index]!.span, isKey: false };
  }
  for (const { key, keySpan, value, merged } of node.entries) {
    if (merged) continue;
    if (holds(keySpan, offset)) return { step: key, node: value, span: keySpan, isKey: true };
    if (holds(value.span, offset)) return { step: key, node: value, span: value.span, isKey: false };
  }
  return undefined;
}
