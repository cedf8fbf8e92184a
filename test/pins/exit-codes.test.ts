import { exitCodes } from '../../cli/src/exit-codes.js';

/** Scripts depend on these numbers. */
test('exit codes', () => {
  expect(exitCodes).toEqual({ clean: 0, findings: 1, cannotRun: 2 });
});
