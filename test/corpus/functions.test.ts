/** Every template function against recorded verdicts of Helm's own; `test/differential` checks and renews the recording. */
import { families, verdictOf } from '../helpers/function-corpus.js';

describe.each(families())('%s', (_file, { values, rows }) => {
  test.each(rows.map(row => [row.template, row] as const))('%s', (template, { output, error }) => {
    expect(verdictOf(template, values)).toEqual(error === undefined ? { output } : { error });
  });
});
