import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureCode } from './failure-codes.js';

const documented = [
  ...readFileSync(join(__dirname, '../../../../docs/probe.md'), 'utf8').matchAll(/^\| `([a-z-]+)` \| ([^|]+) \| ([^|]+) \|/gm),
].map(([, code, layer, status]) => ({ code: code!, layer: layer!.trim().replaceAll('`', ''), status: status!.trim() }));

const source = readFileSync(join(__dirname, 'failure-codes.ts'), 'utf8');
const codes = [...source.matchAll(/^ {2}'?([a-z-]+)'?: \{/gm)].map(([, code]) => code!).filter(code => failureCode(code));

it('every code is documented, with its class and layer', () => {
  expect(codes.length).toBeGreaterThan(30);
  for (const code of codes) {
    const { class: status, layer } = failureCode(code)!;
    const row = documented.find(candidate => candidate.code === code);
    expect([code, row?.status, layer === undefined || row?.layer === layer]).toEqual([code, status, true]);
  }
});

it('what mcpgw finds itself has a code', () => {
  const files = readdirSync(__dirname).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const uncoded = files.flatMap(name =>
    [...readFileSync(join(__dirname, name), 'utf8').matchAll(/new LoadError\(\{[^}]*\}/g)]
      .map(([text]) => text)
      .filter(text => !text.includes('code:')),
  );
  expect(uncoded).toEqual([]);
});

it.each([undefined, null, '', 'constructor', 'toString', '__proto__', 'ECONNREFUSED'])('%s is none', code => {
  expect(failureCode(code)).toBeUndefined();
});
