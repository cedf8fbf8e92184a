/** Answers that hold for several fields of one nature in custom resources. */
import { type Answer, type Answers, commonAnswers, censusRow as row } from '@mcpgw/structure';

export { row };
export const { works, noAccess, alone, parts, outside, cluster, refused, inside } = commonAnswers;

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
