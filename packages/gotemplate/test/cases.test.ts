/** What Go prints for each recorded template, or the error it reports. Recorded by test/differential/gotemplate.test.ts. */
import fc from 'fast-check';
import { mutated, wellFormed } from './arbitrary.js';
import { caseFileNames, complete, readCases } from './case-files.js';
import { render } from './judge-functions.js';

describe.each(caseFileNames())('%s', name => {
  const { data, cases } = readCases(name);
  test.each(cases)('$given.missingKey $given.text', ({ given, want }) => {
    expect(render(complete(given, data))).toEqual(want);
  });
});

/** `render` turns errors of text/template into an outcome; anything else it throws is a defect. */
test.each([
  ['well-formed', wellFormed],
  ['mutated', mutated],
])('%s templates give an outcome', (_, source) => {
  fc.assert(
    fc.property(source, c => {
      const outcome = render(c);
      expect('output' in outcome || outcome.error.startsWith('template: ')).toBe(true);
    }),
    { numRuns: 300 },
  );
});
