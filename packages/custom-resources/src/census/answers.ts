/** Answers that hold for several fields of one nature in custom resources. */
import type { Answer, Answers } from '@mcpgw/structure';

/** One row: what does nothing, what opens or closes too much, what fails at runtime, what contradicts another field or object. */
export const row = (inert: Answer, opens: Answer, breaks: Answer, conflicts: Answer): Answers => ({ inert, opens, breaks, conflicts });

export const works = 'Every accepted value has its effect.';
export const noAccess = 'It does not decide who may do what.';
export const refused = 'The API server refuses a value that cannot work.';
export const alone = 'No other field says anything about the same thing.';
export const parts = 'The fields inside it answer this.';
export const outside = 'Only the server at the other end knows whether the value is right.';
export const cluster = 'It depends on the cluster, which the files do not show.';

/** A structure whose fields are asked one by one. */
export const inside: Answers = row(parts, parts, parts, parts);
/** A switch or a choice among values that all work. */
export const choice: Answers = row(works, noAccess, refused, alone);
/** A name or text that only people and other tools read. */
export const label: Answers = row('Nothing depends on it here.', noAccess, refused, alone);
/** A reference to an object, by its kind, group, name and namespace. */
const missing: Answer = ['reference-not-found', 'reference-misspelled', 'reference-other-namespace'];
export const reference: Answers = row(missing, ['reference-not-granted', 'grant-inert'], missing, ['reference-not-granted']);
/** A key of a Secret or ConfigMap. */
export const key: Answers = row(['reference-key-missing'], noAccess, ['reference-key-missing'], alone);
/** A reference of a route or filter to what it sends requests to. */
export const backendReference: Answers = row(
  ['reference-not-found', 'reference-misspelled', 'reference-other-namespace'],
  ['reference-not-granted'],
  ['route-backend-refused', 'backend-ref-wrong-port', 'route-backend-without-tls'],
  ['reference-not-granted'],
);
/** The host of a server. */
export const host: Answers = row(works, noAccess, ['backend-host', 'backend-address'], ['backend-host']);
/** The port of a server. */
export const port: Answers = row(works, noAccess, ['backend-host'], ['backend-host']);
