/**
 * Rules of the static configuration that hold for custom resources too. They judge the configuration that the controller makes of a
 * policy, a backend or a model, and their findings are told about the field of the object.
 */
import { staticRules } from '@mcpgw/agentgateway-rules';
import type { RuleId } from '@mcpgw/diagnostics';
import type { Rule, RuleContext } from '@mcpgw/structure';
import { type Translation, translationsOf } from './translation.js';

type Hit = Parameters<RuleContext['report']>[0];

interface Shared {
  readonly id: RuleId;
  /** The severity for custom resources, if it differs. */
  readonly severity?: NonNullable<Hit['severity']>;
  /** The suggestion for custom resources, if they have no field that the rule suggests. */
  readonly suggestion?: string;
}

const shared = new Map<RuleId, Shared>(
  (
    [
      'ai-field-type',
      'ai-guard-skipped',
      'ai-field-range',
      'ai-policy-inert',
      'auth-location-clash',
      'authz-allow-all',
      'authz-deny-absent',
      'authz-deny-all',
      { id: 'authz-deny-permitted', suggestion: 'write it in a policy with "action: Allow" or "action: Require", or negate it' },
      { id: 'authz-network-or-identity', suggestion: 'join both with "&&", or write one of them in a policy with "action: Require"' },
      'authz-never-match',
      'authz-not-bool',
      'backend-auth-conflict',
      'backend-auth-text',
      'backend-tls-contradiction',
      'cel-bad-regex',
      'cel-constant',
      'cel-list-claim',
      'cel-not-text',
      'cel-out-of-range',
      'cel-unanchored',
      'cel-unknown-field',
      'cel-unknown-function',
      'cel-unknown-variable',
      'cel-variable-not-here',
      'cel-wrong-type',
      'credential-header-set',
      'credential-place',
      'condition-never-true',
      'conditional-shadowed',
      { id: 'cors-by-hand', suggestion: 'remove the header: "cors" sets it' },
      'cors-origin',
      'cors-preflight',
      'cors-star-credentials',
      'credential-prefix',
      'credential-stripped',
      'csrf-origin',
      'direct-response-body',
      { id: 'direct-response-status', suggestion: 'use a status that HTTP defines, and for a redirect a header "location"' },
      'extauthz-body-huge',
      { id: 'extauthz-body-partial', severity: 'info', suggestion: 'write a size above that of the longest body' },
      'extauthz-body-small',
      'extauthz-cache-no-key',
      'extauthz-cache-shared',
      'extauthz-cache-unique',
      'extauthz-http-request',
      'header-modifier-conflict',
      'header-modifier-fails',
      { id: 'header-set-later', suggestion: 'set it in a policy that comes before, such as one of the phase PreRouting' },
      'header-wrong-side',
      'htpasswd-hash',
      'jwks-key-unusable',
      'jwt-issuer-slash',
      'jwt-optional-with-claims',
      'jwt-provider-shadowed',
      'jwt-value-never-matches',
      'limit-out-of-range',
      'literal-as-pattern',
      'log-field-unknown',
      'log-secret',
      'mcp-rule-names',
      'metric-cardinality',
      'metric-label',
      'policy-without-effect',
      'processor-inert',
      'prompt-guard-inert',
      'proxy-header-trusted',
      'pseudo-header-side',
      'ratelimit-key-missing',
      'ratelimit-zero',
      'regex-misread',
      'retry-200',
      'retry-without-effect',
      'setting-without-effect',
      'timeout-huge',
      { id: 'tls-versions-contradiction', severity: 'error' },
      'trace-sampling',
      'transform-empty-bearer',
    ] satisfies (RuleId | Shared)[]
  ).map(entry => (typeof entry === 'string' ? [entry, { id: entry }] : [entry.id, entry])),
);

/** Names of the static configuration in messages, and what stands for them in custom resources. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\bjwtAuth\b/g, 'jwtAuthentication'],
  [/\bbasicAuth\b(?= (?:and|removes|both))/g, 'basicAuthentication'],
  [/\bapiKey\b(?= (?:and|removes|both))/g, 'apiKeyAuthentication'],
  [/(?<= and )(?:apiKey|basicAuth)\b/g, 'other authentication'],
  [/\bmcpAuthorization\b/g, 'backend.mcp.authorization'],
  [/\bbackendAuth\b/g, 'backend.auth'],
  [/\bbackendTLS\b/g, 'backend.tls'],
  [/"transformations" of the (?:route|listener)/g, '"transformation"'],
  [/"requestHeaderModifier" of the route/g, '"headerModifiers.request"'],
  [/"?mode: strict"?/g, 'mode: Strict'],
  [/"action: reject"/g, 'action: Reject'],
  [/"mask"/g, '"Mask"'],
  [/"rejection"|\bthe rejection\b/g, '"response"'],
  [/\bincludeRequestHeaders\b/g, 'allowedRequestHeaders'],
  [/\bmaxRequestBytes\b/g, 'maxSize'],
  [/\brequestTimeout\b/g, 'timeouts.request'],
  [/"requestHeaderModifier"/g, '"headerModifiers.request"'],
  [/"route" to let/g, '"Route" to let'],
];

const inWords = (message: string): string => words.reduce((text, [from, to]) => text.replace(from, to), message);

/** Reports what a rule says of the translations, each thing once. */
function reported(
  translation: Translation,
  hits: readonly Hit[],
  { severity, suggestion: other }: Shared,
  report: RuleContext['report'],
): void {
  const said = new Set<string>();
  for (const { fix: _fix, suggestion, ...hit } of hits) {
    const path = translation.pathOf(hit.at);
    const message = inWords(hit.message);
    const key = `${path?.join('.')} ${message}`;
    if (path === undefined || said.has(key)) continue;
    said.add(key);
    report({
      ...hit,
      path,
      message,
      ...(suggestion === undefined ? {} : { suggestion: other ?? inWords(suggestion) }),
      ...(severity === undefined ? {} : { severity }),
    });
  }
}

const forResources = (rule: Rule, difference: Shared): Rule => ({
  ...rule,
  kinds: ['manifest'],
  check({ root, version, report }) {
    for (const translation of translationsOf(root)) {
      const hits: Hit[] = [];
      rule.check({ root: translation.root, kind: 'agentgateway', version, report: hit => hits.push(hit) });
      reported(translation, hits, difference, report);
    }
  },
});

/** Rules of the static configuration for AgentgatewayPolicy, AgentgatewayBackend and AgentgatewayModel. */
export const sharedRules: readonly Rule[] = staticRules.flatMap(rule => {
  const found = shared.get(rule.id);
  return found === undefined ? [] : [forResources(rule, found)];
});
