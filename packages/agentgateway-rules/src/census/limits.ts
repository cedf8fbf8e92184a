import type { RuleId } from '@mcpgw/diagnostics';
import type { Census } from '@mcpgw/structure';
import { alone, answers, choice, condition, inside, noAccess, outside, target, text, textValue, value, works } from './words.js';

const bucket = answers(
  ['ratelimit-zero', 'ratelimit-none'],
  ['ratelimit-zero'],
  ['ratelimit-zero'],
  'The proxy refuses a bucket that is smaller than its filling.',
);
const kind = answers(['ai-policy-without-ai'], ['ai-policy-without-ai'], 'The proxy refuses an unknown word.', ['ai-policy-without-ai']);

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
    timeout: answers(works, noAccess, 'A call that takes longer fails, as it says.', ['timeout-connect-gt-request']),
    descriptors: answers(['ratelimit-none'], ['ratelimit-none'], works, alone),
    failureMode: answers(works, ['ratelimit-fail-open'], works, alone),
    condition,
  },
  'a descriptor': {
    entries: answers(['ratelimit-none'], ['ratelimit-none'], ['identity-missing', 'cel-unknown-variable'], alone),
    type: kind,
    cost: answers(
      ['ratelimit-none', 'cel-wrong-type', ...(value.inert as readonly RuleId[])],
      ['ratelimit-none'],
      value.breaks,
      value.conflicts,
    ),
    limitOverride: answers(['cel-wrong-type', ...(value.inert as readonly RuleId[])], noAccess, value.breaks, value.conflicts),
  },
  'an entry': {
    key: text,
    value: { ...value, opens: ['ratelimit-key-missing'], conflicts: ['header-set-later', ...(value.conflicts as readonly RuleId[])] },
  },
  cors: {
    allowCredentials: answers(works, ['cors-star-credentials'], ['cors-star-credentials'], ['cors-star-credentials', 'cors-preflight']),
    allowHeaders: answers(['cors-preflight'], noAccess, ['cors-preflight'], alone),
    allowMethods: answers(['cors-preflight'], noAccess, ['cors-preflight'], alone),
    allowOrigins: answers(
      ['cors-origin', 'cors-unreached'],
      ['cors-star-credentials', 'cors-origin'],
      ['cors-origin'],
      ['csrf-origin', 'cors-unreached'],
    ),
    exposeHeaders: answers(['cors-preflight'], noAccess, ['cors-preflight'], ['cors-preflight']),
    maxAge: answers(['cors-preflight', 'timeout-huge'], noAccess, works, alone),
  },
  csrf: { additionalOrigins: answers(['csrf-origin'], 'Each origin is named by the author.', ['csrf-origin'], ['csrf-origin']) },
  mcpGuardrails: { processors: answers(['processor-inert'], ['processor-inert'], works, alone) },
  'a processor': {
    ...target,
    methods: answers(['processor-inert'], ['processor-inert'], works, ['processor-inert']),
    failureMode: answers(works, ['fail-open'], works, alone),
    metadata: value,
    requestHeaders: inside,
    kind: choice,
  },
  'a header filter': {
    allowed: answers('A header that requests lack is left out, as it says.', noAccess, works, alone),
    disallowed: answers(
      'A header that requests lack is left out, as it says.',
      noAccess,
      works,
      'A header in both lists is not sent: the stricter list counts.',
    ),
  },
  transformations: { request: inside, response: inside, condition },
  'a transformation': {
    add: { ...textValue, breaks: [...(textValue.breaks as readonly RuleId[]), 'header-modifier-fails'] },
    set: answers(
      ['cel-not-text', 'cel-unknown-variable', 'cel-variable-not-here', 'transform-jwt-missing', 'pseudo-header-side'],
      noAccess,
      ['cel-bad-regex', 'transform-empty-bearer', 'cel-map-panic', 'header-modifier-fails', 'mcp-header-removed'],
      ['backend-auth-conflict', 'credential-stripped', 'header-modifier-conflict'],
    ),
    remove: answers(
      'A header that is not there needs no removal.',
      ['header-removed-early'],
      ['mcp-header-removed', 'header-removed-early'],
      ['header-modifier-conflict'],
    ),
    replace: answers(['cel-wrong-type', ...(value.inert as readonly RuleId[])], noAccess, value.breaks, value.conflicts),
    body: value,
    metadata: value,
  },
  webhook: {
    target: answers(['dangling-backend-ref'], noAccess, ['dangling-backend-ref'], alone),
    headers: textValue,
    forwardHeaderMatches: answers('A header that requests lack is left out, as it says.', noAccess, outside, alone),
    failureMode: answers(works, ['fail-open'], works, alone),
  },
};
