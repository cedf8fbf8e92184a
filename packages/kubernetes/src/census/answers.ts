/** Answers that hold for several fields of one nature in core objects. */
import { type Answers, censusRows as all, commonAnswers, censusRow as row } from '@mcpgw/structure';

export { all, row };
export const { works, noAccess, alone, cluster, refused, inside } = commonAnswers;

export const says = 'The field says so, and somebody may want it.';
export const image = 'Only the image knows whether the value is right.';

/** A switch or a choice among values that all work. */
export const choice: Answers = row(works, noAccess, refused, alone);
/** A field that the API server or a controller fills in. */
export const filled: Answers = row('The API server fills it in, whatever is written.', noAccess, refused, alone);
/** A name that only people and other tools read. */
export const label: Answers = row('Nothing depends on it here.', noAccess, refused, alone);
/** A value that only the cluster knows to be right. */
export const ofCluster: Answers = row(works, noAccess, cluster, alone);
/** A reference to another object. */
export const reference: Answers = row(
  ['reference-not-found', 'reference-misspelled'],
  noAccess,
  ['reference-not-found', 'reference-misspelled', 'reference-other-namespace'],
  ['reference-content'],
);
/** A key of a Secret or ConfigMap. */
export const key: Answers = row(['reference-key-missing'], noAccess, ['reference-key-missing'], alone);
/** The mode of files, as a number. */
export const mode: Answers = row(works, ['file-mode'], ['volume-mode', 'container-start-blocked'], ['volume-mode']);
/** A selector of pods by their labels. */
export const selector: Answers = row(
  ['scheduling-selects-nothing', 'pod-not-scheduled'],
  noAccess,
  ['pod-not-scheduled'],
  ['pod-not-scheduled'],
);
/** An object: its name and metadata are asked once for all. */
export const object: Record<string, Answers> = {
  ...all('apiVersion kind', row(works, noAccess, refused, 'The checks for removed versions and unknown kinds answer this.')),
  metadata: inside,
  spec: inside,
  status: row('Only controllers write it: what is given is dropped.', noAccess, refused, alone),
};
/** An object of a kind without a specification and state. */
export const plain: Record<string, Answers> = { apiVersion: object.apiVersion!, kind: object.kind!, metadata: inside };
