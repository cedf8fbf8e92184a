/** The providers of models: of AgentgatewayBackends, with those of their groups, and of AgentgatewayModels. */
import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, isGiven, type Node, text } from '@mcpgw/structure';
import { backendsOf } from './backends.js';
import { type ObjectView, ofKind } from './objects.js';
import { placed } from './placed.js';

/** A provider of models. */
export interface ModelProviderView {
  readonly owner: ObjectView;
  /** Its kind in the spelling of AgentgatewayBackend, such as `openai`. */
  readonly kind: string;
  /** The settings of the provider, such as `model` and `region`. */
  readonly node: Node;
  readonly path: Path;
  /** The mapping around the settings. */
  readonly around: Node;
  readonly aroundPath: Path;
  /** Whether its own address is replaced by another one. */
  readonly moved: boolean;
  /** The policies for its calls. */
  readonly policies: readonly Node[];
}

const kinds: ReadonlySet<string> = new Set(['openai', 'azureopenai', 'azure', 'anthropic', 'gemini', 'vertexai', 'bedrock', 'custom']);
const given = (...nodes: (Node | undefined)[]): Node[] => nodes.filter(node => node !== undefined);

function ofBackend(owner: ObjectView): ModelProviderView[] {
  const outer = at(owner.node, 'spec', 'policies');
  const single = at(owner.node, 'spec', 'ai', 'provider');
  const places = [
    ...(single === undefined ? [] : [{ node: single, path: ['spec', 'ai', 'provider'] as Path }]),
    ...placed(owner.node, [], 'spec', 'ai', 'groups').flatMap(group => placed(group.node, group.path, 'providers')),
  ];
  return places.flatMap(({ node, path }) =>
    entries(node)
      .filter(({ key }) => kinds.has(key))
      .map(({ key, value }) => ({
        owner,
        kind: key,
        node: value,
        path: [...path, key],
        around: node,
        aroundPath: path,
        moved: isGiven(node, 'host'),
        policies: given(get(node, 'policies'), outer),
      })),
  );
}

function ofModel(owner: ObjectView): ModelProviderView[] {
  const spec = get(owner.node, 'spec');
  const kind = text(get(spec, 'provider'))?.toLowerCase();
  if (spec === undefined || kind === undefined) return [];
  const settings = get(spec, kind);
  return [
    {
      owner,
      kind,
      node: settings ?? get(spec, 'match') ?? spec,
      path: settings === undefined ? ['spec', 'match'] : ['spec', kind],
      around: spec,
      aroundPath: ['spec'],
      moved: isGiven(spec, 'baseURL'),
      policies: given(get(spec, 'policies')),
    },
  ];
}

/** Every provider of the objects of the checked file. */
export function providersIn(stream: Node): ModelProviderView[] {
  const models = ofKind(stream, 'AgentgatewayModel').filter(({ group, own }) => own && group === 'agentgateway.dev');
  return [
    ...backendsOf(stream)
      .filter(({ own }) => own)
      .flatMap(ofBackend),
    ...models.flatMap(ofModel),
  ];
}
