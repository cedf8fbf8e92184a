/** Traps of core objects and alerts: the wrong side has a finding that the right one does not have, and the right one none above info. */
import { validateText } from '../src/index.js';
import { alertTraps, coreTraps, moreAlertTraps, moreCoreTraps, sides } from './object-traps.js';

function said(text: string): string[] {
  return validateText(text, { file: 'objects.yaml', kind: 'manifest' }).findings.map(
    ({ severity, rule, message }) => `${severity} ${rule}: ${message}`,
  );
}

it.each([...coreTraps, ...alertTraps, ...moreCoreTraps, ...moreAlertTraps])('%s', (_, text) => {
  const { wrong, right } = sides(text);
  const onRight = said(right);
  expect(said(wrong).filter(finding => !onRight.includes(finding))).not.toEqual([]);
  expect(onRight.filter(finding => !finding.startsWith('info '))).toEqual([]);
});
