/** Traps of core objects and alerts: the wrong side has a finding, the right one has none above info. */
import { validateText } from '../src/index.js';
import { alertTraps, coreTraps, moreAlertTraps, moreCoreTraps, sides, type Trap } from './object-traps.js';

function said(text: string): string[] {
  return validateText(text, { file: 'objects.yaml', kind: 'manifest' }).findings.map(
    ({ severity, rule, message }) => `${severity} ${rule}: ${message}`,
  );
}

if (process.env.BLIND === '1')
  it('counts', () => {
    for (const [name, traps] of [['core', coreTraps], ['alerts', alertTraps], ['more core', moreCoreTraps], ['more alerts', moreAlertTraps]] as [string, readonly Trap[]][]) {
      let found = 0;
      const lines: string[] = [];
      for (const [what, text] of traps) {
        const { wrong, right } = sides(text);
        const on = said(right);
        const more = said(wrong).filter(line => !on.includes(line));
        if (more.length > 0) found += 1;
        lines.push(
          `${more.length > 0 ? 'found ' : 'MISSED'} ${what}: ${more.join(' | ').slice(0, 200)}${on.length > 0 ? `\n        RIGHT: ${on.join(' | ').slice(0, 300)}` : ''}`,
        );
      }
      process.stderr.write(`${name} ${found}/${traps.length}\n${lines.join('\n')}\n`);
    }
  });
