/** `--fix`: makes every certain fix, leaves every other byte, and is done after one run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { seed } from '../../../test/helpers/seed.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import type { ValidateFlags } from './flags.js';
import { runValidate } from './run.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fix-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

interface Found {
  readonly rule: string;
  readonly message: string;
  readonly suggestion: string | null;
  readonly fixable: boolean;
}

async function run(file: string, flags: Partial<ValidateFlags>): Promise<string> {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runValidate([file], { ...validateFlags, gatewayVersion: '1.4.1', kind: 'agentgateway', ...flags });
  return String(write.mock.lastCall![0]);
}

async function findings(file: string, flags: Partial<ValidateFlags> = {}): Promise<Found[]> {
  return (JSON.parse(await run(file, { ...flags, output: 'json' })) as { findings: Found[] }).findings;
}

const correct = `# the front door
binds:
  - port: 3000 # as in the Service
    listeners:
      - name: main
        protocol: HTTP
        routes:
          - policies:
              timeout:
                requestTimeout: 30s
              retry: {attempts: 2, codes: [503]}
              extAuthz:
                host: authz:9000
                policies: {http: {requestTimeout: 2s}}
            backends:
              - host: backend:80
                weight: 1
`;

/** What is wrong, as the text that stands in place of another. */
const faults: readonly (readonly [right: string, wrong: string])[] = [
  ['port: 3000', 'port: "3000"'],
  ['weight: 1', "weight: '1'"],
  ['attempts: 2', 'attempts: "2"'],
  ['listeners:', 'listners:'],
  ['protocol: HTTP', 'protocol: http'],
  ['backends:', 'backend_s:'],
  ['requestTimeout: 30s', 'request_timeout: 30s'],
  ['policies: {http: {requestTimeout: 2s}}', 'timeout: 2s'],
];

const forms: Readonly<Record<string, (text: string) => string>> = {
  'as it is': text => text,
  'without a final newline': text => text.trimEnd(),
  'with Windows line ends': text => text.replaceAll('\n', '\r\n'),
};

const faulty = fc.record({ wrong: fc.subarray([...faults], { minLength: 1 }), form: fc.constantFrom(...Object.keys(forms)) });

test('after one run nothing is left to fix, and all else stands as it was', async () => {
  const file = join(folder, 'config.yaml');
  await fc.assert(
    fc.asyncProperty(faulty, async ({ wrong, form }) => {
      const text = forms[form]!(wrong.reduce((before, [right, instead]) => before.replace(right, instead), correct));
      writeFileSync(file, text);
      const before = await findings(file);
      expect(before.some(({ fixable }) => fixable)).toBe(true);
      expect((await findings(file, { fix: true })).filter(({ fixable }) => fixable)).toEqual([]);
      const fixed = readFileSync(file, 'utf8');
      await run(file, { fix: true });
      expect(readFileSync(file, 'utf8')).toBe(fixed);
      const style = (all: string): unknown => [all.endsWith('\n'), /\r\n/.test(all), /(?<!\r)\n/.test(all)];
      expect(style(fixed)).toEqual(style(text));
      expect(fixed).toContain('# as in the Service');
    }),
    { numRuns: 60, seed },
  );
}, 120_000);

test('every fault alone is one finding, which --fix fixes', async () => {
  const file = join(folder, 'config.yaml');
  const counts: [string, number, boolean][] = [];
  for (const [right, wrong] of faults) {
    writeFileSync(file, correct.replace(right, wrong));
    const found = await findings(file);
    counts.push([wrong, found.length, found.every(({ fixable }) => fixable)]);
  }
  expect(counts).toEqual(faults.map(([, wrong]) => [wrong, 1, true]));
});

test('a field that moved names the command, and the report says how many can be fixed', async () => {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, correct.replace('policies: {http: {requestTimeout: 2s}}', 'timeout: 2s').replace('port: 3000', 'port: "3000"'));
  expect((await findings(file)).map(({ rule, suggestion }) => [rule, suggestion])).toEqual([
    ['wrong-type', 'remove the quotes'],
    ['unknown-field', 'use "policies.http.requestTimeout"; mcpgw migrate rewrites it'],
  ]);
  expect(await run(file, {})).toMatch(/1 file checked: 2 errors, 0 warnings\n2 findings can be fixed with --fix\n$/);
});

test('a key in JSON keeps its quotes', async () => {
  const file = join(folder, 'config.json');
  writeFileSync(file, '{"binds": [{"port": "3000", "listners": [{"routes": [{"backends": [{"host": "a:80"}]}]}]}]}');
  await run(file, { fix: true });
  expect(readFileSync(file, 'utf8')).toBe('{"binds": [{"port": 3000, "listeners": [{"routes": [{"backends": [{"host": "a:80"}]}]}]}]}');
});

test('a Kubernetes object: quotes around a number or a boolean, a misspelled field, the case of a word; what has two meanings stays', async () => {
  const file = join(folder, 'deployment.yaml');
  const wrong = `apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  replicas: "2" # two
  paused: 'false'
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      hostIPC: "2"
      containers:
        - name: a
          image: registry.example/a:1
          imagePullPolicy: always
          potrs: [{containerPort: "80", protocol: tcp}]
          args: [1]
`;
  writeFileSync(file, wrong);
  await run(file, { fix: true, kind: 'manifest' });
  const text = readFileSync(file, 'utf8');
  expect(text.split('\n').filter(line => !wrong.split('\n').includes(line))).toEqual([
    '  replicas: 2 # two',
    '  paused: false',
    '          imagePullPolicy: Always',
    '          ports: [{containerPort: 80, protocol: TCP}]',
  ]);
  expect(text).toContain('hostIPC: "2"');
  expect(text).toContain('args: [1]');
});
