/** Answers about fields of policies that hold for many fields, so that each says the same in the same words. */
import type { Answer } from '@mcpgw/structure';
import { alone, choice, inside, noAccess, parts, refused, row, works } from './answers.js';

export { alone, choice, inside, noAccess, parts, refused, row, works };

export const outside = 'Only the service at the other end knows whether the value is right.';
export const one = 'The API server refuses it beside another field of the same purpose.';

/** A part of a policy of which one counts for a target. */
export const part = row(parts, parts, parts, ['policy-same-target']);
/** Free text that the service at the other end reads. */
export const text = row(works, noAccess, outside, alone);
/** A name that appears in logs, metrics or a browser only. */
export const label = row('It is only shown.', noAccess, 'Any text can be shown.', alone);

const unknown: Answer = ['cel-unknown-variable', 'cel-variable-not-here', 'cel-unknown-field', 'cel-unknown-function'];
/** An expression whose value is recorded or sent. */
export const value = row(
  unknown,
  noAccess,
  ['cel-unreadable', 'cel-bad-regex', 'cel-constant'],
  ['policy-authorization', 'credential-stripped'],
);
/** An expression for a header, a path or a credential. */
export const textValue = row(
  ['cel-not-text', 'cel-unknown-variable', 'cel-variable-not-here', 'cel-unknown-field', 'cel-unknown-function'],
  noAccess,
  ['cel-unreadable', 'cel-not-text', 'cel-bad-regex'],
  ['policy-authorization', 'credential-stripped'],
);
/** An expression that decides whether something happens. */
export const condition = row(
  ['condition-never-true', 'cel-unknown-variable', 'cel-unknown-function'],
  ['condition-never-true'],
  ['cel-unreadable', 'cel-bad-regex', 'cel-unknown-field'],
  ['conditional-shadowed', 'policy-authorization'],
);
/** An expression that decides who may do what. */
export const accessRule = row(
  ['authz-never-match', 'cel-unknown-variable', 'cel-variable-not-here', 'cel-unknown-field', 'cel-unknown-function'],
  [
    'authz-deny-absent',
    'authz-deny-all',
    'authz-deny-permitted',
    'authz-allow-all',
    'authz-network-or-identity',
    'cel-unanchored',
    'jwt-optional-with-claims',
    'policy-header-believed',
    'regex-misread',
  ],
  ['authz-not-bool', 'cel-unreadable', 'cel-bad-regex'],
  ['policy-authorization', 'authz-deny-all', 'authz-allow-all', 'credential-stripped'],
);

/** A Service or backend that is called. */
export const called = row(
  ['reference-not-found', 'reference-misspelled'],
  noAccess,
  ['backend-ref-wrong-port', 'policy-call-without-tls', 'reference-not-found'],
  ['reference-not-granted', 'reference-other-namespace'],
);
/** A Secret of the namespace of the policy. */
export const secret = row(
  ['reference-not-found', 'reference-misspelled'],
  noAccess,
  ['reference-key-missing', 'reference-not-found'],
  ['reference-other-namespace'],
);
/** What happens when a service that protects something fails. */
export const failureMode = row(works, ['policy-fail-open'], works, alone);
/** A duration with a least value. */
export const duration = row(works, noAccess, ['timeout-huge', 'duration-unusual'], alone);
/** A size or a count with a range. */
export const size = row(works, noAccess, ['limit-out-of-range'], alone);
/** Names and values of which each name has one value. */
export const named = row(['policy-field-repeated'], noAccess, parts, ['policy-field-repeated']);
