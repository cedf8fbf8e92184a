/** Every field of agentgateway.dev objects, by its name, wherever it stands. */
import type { Path } from '@mcpgw/diagnostics';
import { entries, get, items, type Node } from '@mcpgw/structure';
import { type ObjectView, ofKind } from './objects.js';

/** A field with its place. */
export interface FieldView {
  readonly owner: ObjectView;
  readonly key: string;
  readonly node: Node;
  readonly path: Path;
  /** The mapping that has the field. */
  readonly parent: Node;
}

const kinds = ['AgentgatewayPolicy', 'AgentgatewayBackend', 'AgentgatewayModel', 'AgentgatewayParameters'];
const known = new WeakMap<Node, readonly FieldView[]>();

/** Every field of the objects of the checked file. */
function allFields(stream: Node): readonly FieldView[] {
  const done = known.get(stream);
  if (done !== undefined) return done;
  const out: FieldView[] = [];
  for (const owner of kinds.flatMap(kind => ofKind(stream, kind)))
    if (owner.own && owner.group === 'agentgateway.dev') collect(owner, get(owner.node, 'spec'), ['spec'], out);
  known.set(stream, out);
  return out;
}

/** Configurations of other formats below these fields are not looked into. */
const foreign: ReadonlySet<string> = new Set(['rawConfig', 'deployment', 'daemonSet', 'service', 'resourceMetadata']);

function collect(owner: ObjectView, node: Node | undefined, path: Path, out: FieldView[]): void {
  for (const { key, value } of entries(node)) {
    if (foreign.has(key)) continue;
    out.push({ owner, key, node: value, path: [...path, key], parent: node! });
    collect(owner, value, [...path, key], out);
  }
  items(node).forEach((item, index) => {
    collect(owner, item, [...path, index], out);
  });
}

/** The fields with a name, below a field with another name if one is given. */
export function fieldsNamed(stream: Node, key: string, inside?: string): readonly FieldView[] {
  return allFields(stream).filter(field => field.key === key && (inside === undefined || isInside(field, inside)));
}

/** Whether the mapping of a field stands under a name, list positions left out. */
function isInside({ path }: FieldView, inside: string): boolean {
  const names = path.slice(0, -1).filter(step => typeof step === 'string');
  return names.at(-1) === inside;
}
