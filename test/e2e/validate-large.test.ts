import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mcpgw, outcome } from '../helpers/mcpgw.js';

const bytes = 100_000_000;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-large-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const deployment = (index: number): string => `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web-${index}, labels: {app: web}}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: c
          image: "nginx:1.25"
          env:
            - {name: X, value: "a b"}
          resources: {limits: {cpu: 100m, memory: 128Mi}}
`;

/** Writes `part(0)`, `part(1)`, ... until the file is as large as it shall be, then `last`. */
function write(name: string, first: string, part: (index: number) => string, last: string): string {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  let size = writeSync(file, first);
  for (let index = 0; size < bytes; index += 1000)
    size += writeSync(file, Array.from({ length: 1000 }, (_, offset) => part(index + offset)).join(''));
  writeSync(file, last);
  closeSync(file);
  return path;
}

test('a stream of 100 MB is checked to its end, in bounded memory', () => {
  const path = write('stream.yaml', '', deployment, `${deployment(-1)}  replica: 1\n`);
  const { status, stdout } = outcome(mcpgw(['validate', '-o', 'json', path], { env: { NODE_OPTIONS: '--max-old-space-size=700' } }));
  const all = (JSON.parse(stdout) as { findings: { rule: string; message: string; line: number; column: number }[] }).findings;
  const together = 'the file has more than 20000 objects; whether they fit together is not checked';
  expect(all.filter(({ rule }) => rule === 'too-large').map(({ message }) => message)).toEqual([together]);
  const findings = all.filter(({ rule }) => rule !== 'too-large');
  expect(findings).toEqual([
    expect.objectContaining({ rule: 'unknown-field', column: 3, message: '"replica" is not a field of DeploymentSpec' }),
  ]);
  expect(findings[0]!.line).toBeGreaterThan(1_000_000);
  expect(status).toBe(1);
}, 600_000);

test('a document of 100 MB is refused where it is too large', () => {
  const path = write('document.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n', index => `  k${index}: v\n`, '');
  const { status, stdout } = outcome(mcpgw(['validate', path]));
  expect(stdout).toMatch(
    /document\.yaml:\d{7}:\d+ {2}error {2}the document has more than 16777216 characters, which are passed here; it is not checked {2}too-large\n/,
  );
  expect(status).toBe(1);
}, 600_000);
