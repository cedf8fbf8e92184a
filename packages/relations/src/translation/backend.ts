/** Policies of backends, and AI policies, as the static configuration has them. Follows plugins/backend_policies.go and ai_policies.go. */
import { type Entry, entries, get, items, type Node, text } from '@mcpgw/structure';
import { added, type Conversion, each, entryFor, mapping, pairs, renamed, same, scalarAt, word } from './changes.js';
import { authorization, extAuthz, remoteKeys, transformations } from './traffic.js';

const builtin: Conversion = node => {
  const changed = word(node);
  return changed === undefined ? undefined : mapping(node.span, [{ key: 'builtin', keySpan: node.span, value: changed }]);
};
const pattern: Conversion = node => mapping(node.span, [{ key: 'pattern', keySpan: node.span, value: node }]);
const regex: Conversion = node => {
  const [matches, builtins] = [get(node, 'matches'), get(node, 'builtins')];
  const rules = [...items(matches).flatMap(item => pattern(item) ?? []), ...items(builtins).flatMap(item => builtin(item) ?? [])];
  return mapping(node.span, [
    ...entryFor(node, 'action', 'action', word),
    { key: 'rules', keySpan: node.span, value: { kind: 'list', items: rules, span: (matches ?? builtins ?? node).span } },
  ]);
};
const webhook = renamed({ headers: ['headers'], failureMode: ['failureMode', word] });
/** The controller has statuses of refusals from 200 on; one that is not written is 403. */
const rejection = renamed({ message: ['body'], statusCode: ['status'] });
const guard = renamed({
  regex: ['regex', regex],
  webhook: ['webhook', webhook],
  openAIModeration: ['openAIModeration'],
  bedrockGuardrails: ['bedrockGuardrails'],
  googleModelArmor: ['googleModelArmor'],
  response: ['rejection', rejection],
});
const promptGuard = renamed({ request: ['request', each(guard)], response: ['response', each(guard)], streaming: ['streaming'] });

/** AI policies. */
export const aiPolicy: Conversion = renamed({
  defaults: ['defaults', pairs('field', 'value')],
  overrides: ['overrides', pairs('field', 'value')],
  modelAliases: ['modelAliases'],
  prompt: ['prompts'],
  promptCaching: ['promptCaching'],
  routes: ['routes'],
  promptGuard: ['promptGuard', promptGuard],
  transformations: ['transformations', pairs('field', 'expression')],
});

const role = (node: Node): Node => {
  const name = entryFor(node, 'sessionNameExpression', 'sessionName', value =>
    mapping(value.span, [{ key: 'expression', keySpan: value.span, value }]),
  );
  return mapping(node.span, [...entryFor(node, 'roleArn', 'roleArn'), ...name, ...entryFor(node, 'tags', 'tags')]);
};
/** A key with its place. The value of a Secret is unknown here. */
const keyOf = (auth: Node, key: Node): Node => {
  const value: Entry = { key: 'value', keySpan: key.span, value: key.kind === 'scalar' ? key : scalarAt(key, '$SECRET') };
  const location = entryFor(auth, 'location', 'location');
  return location.length === 0 ? value.value : mapping(key.span, [value, ...location]);
};
/** Credentials for a backend. Whether there is a token that `passthrough` can pass on, other policies decide. */
export const backendAuth: Conversion = auth => {
  const located = (key: string): readonly Entry[] => entryFor(auth, key, 'key', value => keyOf(auth, value));
  const list = [
    ...located('key'),
    ...located('secretRef'),
    ...entryFor(auth, 'aws', 'aws', value => mapping(value.span, entryFor(value, 'assumeRole', 'assumeRole', role))),
    ...entryFor(auth, 'oauthTokenExchange', 'oauthTokenExchange'),
    ...entryFor(auth, 'crossAppAccess', 'crossAppAccess'),
  ];
  return list.length === 0 ? undefined : mapping(auth.span, list);
};

const health = renamed({ unhealthyCondition: ['unhealthyExpression'], eviction: ['eviction'] });
const tls = renamed({ alpnProtocols: ['alpn'], sni: ['hostname'], verifySubjectAltNames: ['subjectAltNames'] });
const mcpAuthentication: Conversion = node =>
  mapping(node.span, [
    ...entryFor(node, 'issuer', 'issuer'),
    ...entryFor(node, 'audiences', 'audiences'),
    ...entryFor(node, 'mode', 'mode', word),
    ...entryFor(node, 'resourceMetadata', 'resourceMetadata'),
    ...entryFor(node, 'jwks', 'jwks', remoteKeys),
  ]);
const remote = renamed({
  allowedRequestHeaders: ['allowed'],
  disallowedRequestHeaders: ['disallowed'],
  failureMode: ['failureMode', word],
  metadata: ['metadata'],
});
const phases: Conversion = node =>
  node.kind === 'map'
    ? mapping(
        node.span,
        node.entries.flatMap(entry => entryFor(node, entry.key, entry.key, word)),
      )
    : undefined;
const processor: Conversion = node =>
  mapping(node.span, [
    added('kind', 'remote'),
    added('host', 'guard.example:9002'),
    ...entryFor(node, 'methods', 'methods', phases),
    ...entries(remoteOf(node)),
  ]);
const remoteOf = (node: Node): Node | undefined => {
  const found = get(node, 'remote');
  return found === undefined ? undefined : remote(found);
};
const guardrails = renamed({ processors: ['processors', each(processor)] });

const httpVersion: Conversion = node => scalarAt(node, text(node) === 'HTTP2' ? 'HTTP/2.0' : 'HTTP/1.1');

const table = {
  ai: ['ai', aiPolicy],
  auth: ['backendAuth', backendAuth],
  extAuth: ['extAuthz', extAuthz],
  health: ['health', health],
  http: ['http', renamed({ requestTimeout: ['requestTimeout'], version: ['version', httpVersion] })],
  tls: ['backendTLS', tls],
  transformation: ['transformations', transformations],
  tunnel: ['backendTunnel', same],
} as const satisfies Record<string, readonly [string, Conversion]>;

/** The policies of a backend that stand for the backend part of a policy, or for the policies of an AgentgatewayBackend. */
export function backendPolicies(node: Node): Node {
  const mcp = get(node, 'mcp');
  return mapping(node.span, [
    ...Object.entries(table).flatMap(([key, [name, change]]) => entryFor(node, key, name, change)),
    ...entryFor(mcp, 'authorization', 'mcpAuthorization', authorization),
    ...entryFor(mcp, 'authentication', 'mcpAuthentication', mcpAuthentication),
    ...entryFor(mcp, 'guardrails', 'mcpGuardrails', guardrails),
  ]);
}

/** A backend with these policies, of the kind that they are for. `targets` are the names of its MCP targets, as far as they are known. */
export function backendWith(policies: Node, targets: readonly string[] = []): Node {
  const isMcp = entries(policies).some(({ key }) => key.startsWith('mcp'));
  const kind = isMcp
    ? added('mcp', { targets: targets.map(name => ({ name, mcp: { host: 'http://mcp.example/mcp' } })) })
    : get(policies, 'ai') === undefined
      ? added('host', 'backend.example:8080')
      : added('ai', { name: 'model', provider: {} });
  return mapping(policies.span, [kind, { key: 'policies', keySpan: policies.span, value: policies }]);
}
