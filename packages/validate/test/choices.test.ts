/** Choices that are written out and do what their word says are infos; what a default or an omission does stays a warning. */

import type { Kind } from '@mcpgw/structure';
import { onAiRoute, onMcpRoute, onRoute, withRoute } from '../../agentgateway-rules/src/examples/examples.js';
import { knownRules } from '../src/catalogue/catalogue.js';
import { validateText } from '../src/validate.js';

const policy = (spec: string): string => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: p}
spec: {targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: tools}], ${spec}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: tools}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]}]}
---
${backend('mcp: {targets: [{name: search, static: {host: search, port: 80}}]}')}`;
const backend = (spec: string): string => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {${spec}}
`;
const jwt = 'issuer: "https://idp.example.com", audiences: [a], jwks: {url: "https://idp.example.com/keys"}';
const targets = 'targets: [{name: a, mcp: {host: "http://one:1/mcp"}}, {name: b, mcp: {host: "http://two:1/mcp"}}]';
const limit = `host: "localhost:8081", domain: d, descriptors: [{entries: [{key: u, value: 'request.path'}]}]`;

type Row = readonly [choice: string, text: string, found: string];

const chosen: readonly Row[] = [
  ['extAuthz allow', onRoute('extAuthz: {host: "a:1", failureMode: allow}'), 'extauthz-fail-open'],
  ['extProc failOpen', onRoute('extProc: {host: "a:1", failureMode: failOpen}'), 'fail-open'],
  ['mcpGuardrails failOpen', onMcpRoute('mcpGuardrails: {processors: [{kind: remote, failureMode: failOpen, host: "a:1"}]}'), 'fail-open'],
  [
    'webhook failOpen',
    onAiRoute('ai: {promptGuard: {request: [{webhook: {target: {host: "localhost:1"}, failureMode: failOpen}}]}}'),
    'fail-open',
  ],
  ['remoteRateLimit failOpen', onRoute(`remoteRateLimit: {${limit}, failureMode: failOpen}`), 'ratelimit-fail-open'],
  ['MCP failOpen', withRoute(`backends: [{mcp: {failureMode: failOpen, ${targets}}}]`), 'mcp-failopen'],
  ['jwtAuth permissive', onRoute(`jwtAuth: {mode: permissive, ${jwt}}`), 'jwt-permissive'],
  ['jwtAuth optional', onRoute(`jwtAuth: {mode: optional, ${jwt}}`), 'auth-mode-optional'],
  ['apiKey permissive', onRoute('apiKey: {mode: permissive, keys: [{key: $K}]}'), 'auth-mode-optional'],
  ['basicAuth optional', onRoute('basicAuth: {mode: optional, htpasswd: {file: ./users}}'), 'auth-mode-optional'],
  ['mcpAuthentication optional', onMcpRoute(`mcpAuthentication: {mode: optional, ${jwt}, resourceMetadata: {}}`), 'mcp-authn-optional'],
  [
    'allowPartialMessage',
    onRoute('extAuthz: {host: "a:1", includeRequestBody: {maxRequestBytes: 65536, allowPartialMessage: true}}'),
    'extauthz-body-partial',
  ],
  ['insecure', withRoute('backends: [{host: "a:443", policies: {backendTLS: {insecure: true}}}]'), 'backend-tls-contradiction'],
  ['a timeout of an MCP route', onMcpRoute('timeout: {requestTimeout: 60s}'), 'mcp-route-timeout'],
  ['no tracing', `frontendPolicies: {tracing: {host: "a:4317", randomSampling: false}}\n${withRoute('')}`, 'trace-sampling'],
  [
    'FailOpen of a check',
    policy('traffic: {extAuth: {backendRef: {name: a, port: 1}, grpc: {}, failureMode: FailOpen}}'),
    'policy-extauth-fail-open',
  ],
  ['FailOpen of a processor', policy('traffic: {extProc: {backendRef: {name: a, port: 1}, failureMode: FailOpen}}'), 'policy-fail-open'],
  ['FailOpen of targets', backend('mcp: {failureMode: FailOpen, targets: [{name: a, selector: {services: {}}}]}'), 'mcp-backend'],
  ['Optional', policy('traffic: {basicAuthentication: {mode: Optional, secretRef: {name: u}}}'), 'policy-authentication-optional'],
  ['Permissive', policy('traffic: {apiKeyAuthentication: {mode: Permissive, secretRef: {name: u}}}'), 'policy-authentication-optional'],
  ['insecureSkipVerify', backend('static: {host: a, port: 443}, policies: {tls: {insecureSkipVerify: All}}'), 'policy-tls'],
  [
    'AllowInsecureFallback',
    `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  listeners: [{name: a, port: 443, protocol: HTTPS, tls: {certificateRefs: [{name: c}]}}]
  tls: {frontend: {default: {validation: {mode: AllowInsecureFallback, caCertificateRefs: [{group: "", kind: ConfigMap, name: ca}]}}}}
`,
    'policy-tls',
  ],
  ['a timeout of MCP', policy('traffic: {timeouts: {request: 60s}}'), 'policy-time-limits'],
  [
    'allowPartial of the chart',
    'global: {agentgateway: {routingMode: static, extAuth: {enabled: true, body: {allowPartial: true}}}}\n',
    'chart-exposure',
  ],
  [
    'no isolation of one server',
    'isolation: {mode: docker}\nservers: {a: {command: uvx, args: [a], isolation: {mode: none}}}\n',
    'isolation-opened',
  ],
];

/** What the same rules, or their neighbors, say where nobody wrote the choice, or where it works differently from how it reads. */
const notChosen: readonly Row[] = [
  ['no mode', onRoute(`jwtAuth: {${jwt}}`), 'auth-mode-optional'],
  [
    'insecure beside insecureHost',
    withRoute('backends: [{host: "a:443", policies: {backendTLS: {insecure: true, insecureHost: true}}}]'),
    'backend-tls-contradiction',
  ],
  ['a timeout that ends nothing', onMcpRoute('timeout: {backendRequestTimeout: 60s}'), 'mcp-route-timeout'],
  ['a share above 1', `frontendPolicies: {tracing: {host: "a:4317", randomSampling: 50}}\n${withRoute('')}`, 'trace-sampling'],
];

const kindOf = (text: string): { kind?: Kind } =>
  text.startsWith('global') ? { kind: 'values' } : text.startsWith('isolation') ? { kind: 'serve' } : {};

function found(text: string, rule: string): string[] {
  const { findings } = validateText(text, { file: 'a.yaml', version: '1.4.1', ...kindOf(text) });
  return [...new Set(findings.filter(finding => finding.rule === rule).map(finding => finding.severity))];
}

it.each(chosen)('%s is an info', (_choice, text, rule) => expect(found(text, rule)).toEqual(['info']));
it.each(notChosen)('%s is a warning', (_choice, text, rule) => expect(found(text, rule)).toEqual(['warning']));

/** Words that name what a reader gets. */
const word = /^(?:fail-?open|allow|permissive|optional|hostname|all|AllowInsecureFallback|none|never|any)$/i;
const switches = /insecure|partial|skip.*verify/i;

/** Findings above info at such a word, and what the word does not say. */
const reasons: Readonly<Record<string, string>> = {
  'policy-host-kept': '"None" reads as if nothing were changed; the backend gets the name of another host, and refuses it',
  'proxy-header-trusted': '"optional" does not say that a client who writes the header chooses its own address',
};

it('no rule warns at a word that says what happens, but for those with a reason', () => {
  const rows = knownRules().flatMap(rule => (rule.docs?.needs === undefined && rule.docs !== undefined ? [rule] : []));
  const at = rows.flatMap(({ id, kinds, docs }) => {
    const { findings } = validateText(docs!.wrong, {
      file: docs!.file ?? 'example.yaml',
      ...(kinds[0] === undefined ? {} : { kind: kinds[0] }),
    });
    return findings
      .filter(({ severity, rule, span }) => severity !== 'info' && rule === id && span !== undefined)
      .filter(({ span, path }) => {
        const value = docs!.wrong.slice(span!.start, span!.end);
        return word.test(value) || (value === 'true' && switches.test(String(path?.at(-1))));
      })
      .map(({ rule }) => rule);
  });
  expect([...new Set(at)].sort()).toEqual(Object.keys(reasons).sort());
});
