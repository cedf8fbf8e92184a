/** Answers about identity, limits, records and changes that hold for many fields. */
import { alone, noAccess, parts, row, works } from './answers.js';

export const outsideService = 'Only the service at the other end knows whether the value is right.';

/** A policy that null switches off. */
export const policy = row(['null-policy', 'list-for-struct'], ['null-policy'], parts, parts);
/** Free text that the service at the other end reads. */
export const text = row(works, noAccess, outsideService, alone);
/** A name for logs, prompts of a browser or metrics. */
export const shown = row('It is only shown.', noAccess, 'Any text can be shown.', alone);
/** Policies of the calls of a policy; their fields are asked where policies are. */
export const calls = row(['extauthz-http-policies-ignored'], noAccess, parts, parts);

/** An expression whose value is recorded or sent. */
export const value = row(
  ['cel-unknown-variable', 'cel-variable-not-here', 'cel-unknown-field', 'cel-unknown-function', 'identity-missing'],
  noAccess,
  ['cel-bad-regex', 'cel-constant'],
  ['credential-stripped', 'identity-missing'],
);
/** An expression for a header, a path or a credential. */
export const textValue = row(
  ['cel-not-text', 'cel-unknown-variable', 'cel-variable-not-here', 'cel-unknown-field', 'cel-unknown-function'],
  noAccess,
  ['cel-bad-regex', 'cel-constant', 'cel-not-text'],
  ['credential-stripped', 'identity-missing'],
);
/** An expression that decides whether something happens. */
export const condition = row(
  ['condition-never-true', 'cel-unknown-variable', 'cel-variable-not-here', 'cel-unknown-function'],
  ['condition-never-true'],
  ['cel-bad-regex', 'cel-unknown-field'],
  ['conditional-shadowed', 'identity-missing'],
);

const service = row(['dangling-service-ref'], noAccess, ['dangling-service-ref', 'service-port-missing'], ['no-target']);
/** The service that a policy calls. */
export const target = {
  host: row(['no-target'], noAccess, ['no-target', 'self-loop'], ['no-target']),
  backend: row(['dangling-backend-ref', 'backend-ref-without-slash'], noAccess, ['dangling-backend-ref'], ['no-target']),
  service,
  name: service,
  port: service,
  invalid: row(works, noAccess, 'It is an error by its name, and nobody writes it.', alone),
  policies: calls,
};
