import type { RuleId } from '@mcpgw/diagnostics';
import type { Census } from '@mcpgw/structure';
import { alone, choice, inside, noAccess, row, works } from './answers.js';
import { condition, outsideService, target, text, textValue, value } from './words.js';

const bucket = row(
  ['ratelimit-zero', 'ratelimit-none'],
  ['ratelimit-zero', 'ratelimit-counts-requests'],
  ['ratelimit-zero'],
  'The proxy refuses a bucket that is smaller than its filling.',
);
const kind = row(['ai-policy-without-ai'], ['ai-policy-without-ai', 'ratelimit-counts-requests'], 'The proxy refuses an unknown word.', [
  'ai-policy-without-ai',
]);

/** `config/policies.ts` and `config/common.ts`: how much, from which pages, and what is changed. */
export const limitsCensus: Census = {
  'a rate limit': {
    maxTokens: { ...bucket, breaks: ['limit-small', 'ratelimit-zero'] as const },
    tokensPerFill: bucket,
    fillInterval: { ...bucket, breaks: ['ratelimit-zero', 'timeout-huge'] as const },
    type: kind,
    condition,
  },
  remoteRateLimit: {
    ...target,
    domain: text,
    timeout: row(works, noAccess, 'A call that takes longer fails, as it says.', ['timeout-connect-gt-request']),
    descriptors: row(['ratelimit-none'], ['ratelimit-none'], works, alone),
    failureMode: row(works, ['ratelimit-fail-open'], works, alone),
    condition,
  },
  'a descriptor': {
    entries: row(['ratelimit-none'], ['ratelimit-none'], ['identity-missing', 'cel-unknown-variable'], alone),
    type: kind,
    cost: row(
      ['ratelimit-none', 'cel-wrong-type', ...(value.inert as readonly RuleId[])],
      ['ratelimit-none'],
      value.breaks,
      value.conflicts,
    ),
    limitOverride: row(
      ['cel-wrong-type', ...(value.inert as readonly RuleId[])],
      ['ratelimit-counts-requests'],
      value.breaks,
      value.conflicts,
    ),
  },
  'an entry': {
    key: text,
    value: { ...value, opens: ['ratelimit-key-missing'], conflicts: ['header-set-later', ...(value.conflicts as readonly RuleId[])] },
  },
  cors: {
    allowCredentials: row(works, ['cors-star-credentials'], ['cors-star-credentials'], ['cors-star-credentials', 'cors-preflight']),
    allowHeaders: row(['cors-preflight'], noAccess, ['cors-preflight'], alone),
    allowMethods: row(['cors-preflight'], noAccess, ['cors-preflight'], alone),
    allowOrigins: row(
      ['cors-origin', 'cors-unreached'],
      ['cors-star-credentials', 'cors-origin'],
      ['cors-origin'],
      ['csrf-origin', 'cors-unreached'],
    ),
    exposeHeaders: row(['cors-preflight'], noAccess, ['cors-preflight'], ['cors-preflight']),
    maxAge: row(['cors-preflight', 'timeout-huge'], noAccess, works, alone),
  },
  csrf: { additionalOrigins: row(['csrf-origin'], 'Each origin is named by the author.', ['csrf-origin'], ['csrf-origin']) },
  mcpGuardrails: { processors: row(['processor-inert'], ['processor-inert'], works, alone) },
  'a processor': {
    ...target,
    methods: row(['processor-inert'], ['processor-inert'], works, ['processor-inert']),
    failureMode: row(works, ['fail-open'], works, alone),
    metadata: value,
    requestHeaders: inside,
    kind: choice,
  },
  'a header filter': {
    allowed: row('A header that requests lack is left out, as it says.', noAccess, works, alone),
    disallowed: row(
      'A header that requests lack is left out, as it says.',
      noAccess,
      works,
      'A header in both lists is not sent: the stricter list counts.',
    ),
  },
  transformations: { request: inside, response: inside, condition },
  'a transformation': {
    add: { ...textValue, breaks: [...(textValue.breaks as readonly RuleId[]), 'header-modifier-fails'] },
    set: row(
      ['cel-not-text', 'cel-unknown-variable', 'cel-variable-not-here', 'transform-jwt-missing', 'pseudo-header-side'],
      noAccess,
      ['cel-bad-regex', 'transform-empty-bearer', 'cel-map-panic', 'header-modifier-fails', 'mcp-header-removed'],
      ['backend-auth-conflict', 'credential-stripped', 'header-modifier-conflict'],
    ),
    remove: row(
      'A header that is not there needs no removal.',
      ['header-removed-early'],
      ['mcp-header-removed', 'header-removed-early'],
      ['header-modifier-conflict'],
    ),
    replace: row(['cel-wrong-type', ...(value.inert as readonly RuleId[])], noAccess, value.breaks, value.conflicts),
    body: value,
    metadata: value,
  },
  webhook: {
    target: row(['dangling-backend-ref'], noAccess, ['dangling-backend-ref'], alone),
    headers: textValue,
    forwardHeaderMatches: row('A header that requests lack is left out, as it says.', noAccess, outsideService, alone),
    failureMode: row(works, ['fail-open'], works, alone),
  },
};
