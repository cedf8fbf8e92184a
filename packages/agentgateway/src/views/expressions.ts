/** Every CEL expression of a static configuration, with the phase in which it runs and what its value is for. */
import type { Path } from '@mcpgw/diagnostics';
import {
  type CelCall,
  type CelJudgement,
  type CelNode,
  type CelRead,
  celTree,
  celUses,
  fails,
  get,
  judgeCel,
  memo,
  memoBy,
  type Node,
  no,
  text,
} from '@mcpgw/structure';
import { parseDuration } from '../config/duration.js';
import { type CelPhase, celWorld, hasFunction, hasVariable, namespaces } from './cel-world.js';
import { type KeyPath, type Placed, type PolicyView, policySets, walk } from './views.js';

/** What an expression is for: a rule of an authorization policy, another condition, a share, a header, a text, a key, or any value. */
export type Use = 'allow' | 'deny' | 'require' | 'condition' | 'filter' | 'share' | 'header' | 'text' | 'value';

export interface ExpressionView extends Placed {
  readonly text: string;
  readonly tree: CelNode;
  readonly phase: CelPhase;
  readonly use: Use;
  /** What does not happen if the expression fails or is false. */
  readonly effect: string;
  readonly reads: readonly CelRead[];
  readonly calls: readonly CelCall[];
  readonly judgement: CelJudgement;
  /** It reads an unknown variable or calls an unknown function, which rules of their own report. */
  readonly broken: boolean;
  /** The set of policies that contains it. */
  readonly set: PolicyView | undefined;
}

type Row = readonly [pattern: string, phase: CelPhase, use: Use, effect: string];
const refused = 'every request is refused';
const left = 'the value is left out';
const unset = 'the header is not set';
const unused = 'the entry is never used';

/** Keys from the end of a path; `*` is any key. The first row that fits counts. */
const slots: readonly (readonly [readonly string[], CelPhase, Use, string])[] = (
  [
    ['networkAuthorization.rules.allow', 'connection', 'allow', 'the rule allows nobody'],
    ['networkAuthorization.rules.deny', 'connection', 'deny', 'the rule denies nobody'],
    ['networkAuthorization.rules.require', 'connection', 'require', 'every connection is refused'],
    ['networkAuthorization.rules', 'connection', 'allow', 'the rule allows nobody'],
    ['mcpAuthorization.rules.allow', 'mcp', 'allow', 'the rule allows nothing'],
    ['mcpAuthorization.rules.deny', 'mcp', 'deny', 'the rule denies nothing'],
    ['mcpAuthorization.rules.require', 'mcp', 'require', 'everything is refused'],
    ['mcpAuthorization.rules', 'mcp', 'allow', 'the rule allows nothing'],
    ['authorization.rules.allow', 'request', 'allow', 'the rule allows nobody'],
    ['authorization.rules.deny', 'request', 'deny', 'the rule denies nobody'],
    ['authorization.rules.require', 'request', 'require', refused],
    ['authorization.rules', 'request', 'allow', 'the rule allows nobody'],
    ['conditional.condition', 'request', 'condition', unused],
    ['conditional.targets.when', 'request', 'condition', 'the target is never chosen'],
    ['ai.transformations.*', 'llm', 'value', 'the field is not set'],
    ['models.transformation.*', 'llm', 'value', 'the field is not set'],
    ['defaults.transformation.*', 'llm', 'value', 'the field is not set'],
    ['request.set.*', 'request', 'header', unset],
    ['request.add.*', 'request', 'header', unset],
    ['request.metadata.*', 'request', 'value', left],
    ['request.body', 'request', 'value', 'the body is empty'],
    ['request.replace', 'request', 'value', 'the headers stay as they are'],
    ['response.set.*', 'response', 'header', unset],
    ['response.add.*', 'response', 'header', unset],
    ['response.metadata.*', 'response', 'value', left],
    ['response.body', 'response', 'value', 'the body is empty'],
    ['response.replace', 'response', 'value', 'the headers stay as they are'],
    ['protocol.http.path', 'request', 'text', refused],
    ['protocol.http.redirect', 'request', 'text', 'refused users get an error instead of the redirect'],
    ['protocol.http.body', 'request', 'value', refused],
    ['protocol.http.addRequestHeaders.*', 'request', 'header', unset],
    ['protocol.http.metadata.*', 'response', 'value', left],
    ['grpc.metadata.*', 'request', 'value', left],
    ['cache.key', 'request', 'value', 'nothing is found in the cache'],
    ['cache.ttl', 'request', 'value', 'nothing is kept in the cache'],
    ['descriptors.entries.value', 'request', 'value', 'the descriptor is dropped, so the request is not limited by it'],
    ['descriptors.cost', 'log', 'value', 'the descriptor is dropped, so the request is not limited by it'],
    ['descriptors.limitOverride', 'request', 'value', 'the descriptor is dropped, so the request is not limited by it'],
    ['metadataContext.*.*', 'request', 'value', left],
    ['requestAttributes.*', 'request', 'value', left],
    ['responseAttributes.*', 'response', 'value', left],
    ['bodyExpression', 'request', 'value', 'the answer has no such body'],
    ['directResponse.conditional.headers.*', 'request', 'header', unset],
    ['directResponse.headers.*', 'request', 'header', unset],
    ['retry.precondition', 'request', 'condition', 'nothing is tried again'],
    ['retry.condition', 'response', 'condition', 'nothing is tried again'],
    ['delay.duration', 'request', 'value', 'there is no delay'],
    ['health.unhealthyExpression', 'response', 'condition', 'no backend ever counts as failed'],
    ['webhook.headers.*', 'llm', 'header', unset],
    ['processors.metadata.*', 'request', 'value', left],
    ['location.expression', 'request', 'text', 'no credential is found'],
    ['authorizationLocation.expression', 'request', 'text', 'no credential is found'],
    ['source.expression', 'request', 'text', 'no credential is found'],
    ['sessionName.expression', 'request', 'text', 'the request fails'],
    ['tags.expression', 'request', 'text', 'the request fails'],
    ['additionalParams.*', 'request', 'value', left],
    ['tracing.resources.*', 'start', 'value', left],
    ['tracing.attributes.*', 'log', 'value', left],
    ['tracing.filter', 'log', 'filter', 'no span is exported'],
    ['tracing.headers.*', 'request', 'header', unset],
    ['randomSampling', 'request', 'share', 'no request is traced'],
    ['clientSampling', 'request', 'share', 'no request is traced'],
    ['accessLog.filter', 'log', 'filter', 'no request is logged'],
    ['logging.filter', 'log', 'filter', 'no request is logged'],
    ['otlp.filter', 'log', 'filter', 'no request is logged'],
    ['accessLog.add.*', 'log', 'value', left],
    ['logging.add.*', 'log', 'value', left],
    ['database.add.*', 'log', 'value', left],
    ['fields.add.*', 'log', 'value', left],
    ['standardAttributes.user', 'log', 'value', left],
    ['standardAttributes.group', 'log', 'value', left],
  ] satisfies readonly Row[]
).map(([pattern, phase, use, effect]) => [pattern.split('.'), phase, use, effect] as const);

type Slot = readonly [phase: CelPhase, use: Use, effect: string];

/** The phase, the use and the effect of the expression at a path; undefined if there is no expression. */
export const slotOf = (path: Path): Slot | undefined => slotBehind(path.filter(step => typeof step === 'string'));

const slotAt = memo(({ keys }: KeyPath) => slotBehind(keys));

function slotBehind(keys: readonly string[]): Slot | undefined {
  const found = slots.find(([pattern]) => pattern.every((key, index) => key === '*' || keys[keys.length - pattern.length + index] === key));
  return found === undefined ? undefined : [found[1], found[2], found[3]];
}

/** Every expression whose syntax is correct, as the version of the proxy reads it. */
export const expressions = memoBy(expressionsOf);

/** The expressions by the value that they are written in. */
export const expressionsByNode = memoBy(
  (root: Node, version: string) => new Map(expressions(root, version).map(view => [view.node, view])),
);

/** The names of the functions that `config.customFunctions` defines. */
export const customFunctions = (root: Node): ReadonlySet<string> =>
  new Set((text(get(get(root, 'config'), 'customFunctions')) ?? '').match(/[A-Za-z_]\w*(?=\s*\()/g));

function expressionsOf(root: Node, version: string): readonly ExpressionView[] {
  const custom = customFunctions(root);
  const world = celWorld(version, custom);
  const setAround = setsByPath(root);
  const found: ExpressionView[] = [];
  walk(
    { node: root, path: [] },
    placed => {
      const slot = placed.node.kind === 'scalar' ? slotAt(placed.place) : undefined;
      const source = slot === undefined ? undefined : expressionText(placed, slot[1]);
      const tree = source === undefined ? undefined : celTree(source);
      if (slot === undefined || source === undefined || tree === undefined) return;
      const [phase, use, effect] = slot;
      const set = setAround(placed.path);
      const uses = celUses(tree, namespaces);
      const broken =
        uses.reads.some(({ path: [name] }) => !hasVariable(name!, version)) ||
        uses.calls.some(({ name }) => !hasFunction(name, version) && !custom.has(name));
      let judged: CelJudgement | undefined;
      found.push({
        ...placed,
        broken,
        text: source,
        tree,
        phase,
        use,
        effect,
        reads: uses.reads,
        calls: uses.calls,
        set,
        get judgement() {
          judged ??= judgeCel(tree, world);
          return judged;
        },
      });
    },
    place => slotAt(place) !== undefined,
  );
  return found;
}

/** A function that gives the innermost set of policies around a path. */
function setsByPath(root: Node): (path: Path) => PolicyView | undefined {
  const byPath = new Map(
    policySets(root)
      .toReversed()
      .map(set => [JSON.stringify(set.path), set]),
  );
  const lengths = [...new Set([...byPath.values()].map(set => set.path.length))].sort((one, other) => other - one);
  return path => {
    for (const length of lengths) {
      if (length > path.length) continue;
      const set = byPath.get(JSON.stringify(path.slice(0, length)));
      if (set !== undefined) return set;
    }
    return undefined;
  };
}

/** Shares may be numbers, and some fields take a bare duration instead of an expression. */
function expressionText({ node, path }: Placed, use: Use): string | undefined {
  if (node.kind !== 'scalar') return undefined;
  if (use === 'share') return node.value === null ? undefined : node.text;
  const source = text(node);
  const isDuration = ['ttl', 'duration'].includes(String(path.at(-1))) && source !== undefined && !('problem' in parseDuration(source));
  return source?.trim() === '' || isDuration ? undefined : source;
}

/** The reason why an expression has one result only, for messages of other rules. */
export const reasonOf = (constants: readonly { readonly message: string }[], text: string, outcomes: number): string =>
  constants[0]?.message ?? (outcomes === fails ? 'it always fails' : outcomes === no ? `"${text.trim()}" is constant` : 'it never holds');

/** The regular expression that a call of `matches()` or `regexReplace()` is given; undefined for other calls and for computed ones. */
export function regexArgument({ name, method, args }: CelCall): string | undefined {
  if (name !== 'matches' && name !== 'regexReplace') return undefined;
  const arg = args[method ? 0 : 1];
  return arg?.type === 'literal' && typeof arg.value === 'string' ? arg.value : undefined;
}
