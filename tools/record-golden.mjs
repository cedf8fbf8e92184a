/**
 * Records what the real Helm prints for the golden cases (test/golden/README.md says what a case is).
 *
 *   node tools/record-golden.mjs [--check] [--only-helm 3|4] [CASE...]
 *
 * HELM is the program of Helm 4 (default `helm`); HELM3 is that of Helm 3 (default `helm3`), for cases with helmVersion 3.
 *
 * Writes expected.yaml for a case that renders. For a case with expectedError, checks that Helm refuses it with that text.
 * With --check, nothing is written. Exit 1 if a case differs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const programs = { 3: process.env.HELM3 ?? 'helm3', 4: process.env.HELM ?? 'helm' };

/** The major version of Helm for which a case is written. */
const majorOf = golden => (golden.helmVersion ?? '4').replace(/^v/, '').split('.')[0];

/** Additional flags by major version. A Helm 3 built from source assumes Kubernetes 1.20, a released one 1.35. */
const ownFlags = { 3: ['--kube-version', '1.35.0'], 4: [] };
const root = join(import.meta.dirname, '..', 'test', 'golden');

/** The arguments of `helm template` for a case in `directory`; inline values must be passed on standard input. */
export function helmArguments(directory, golden) {
  const args = [
    'template',
    golden.release ?? 'release-name',
    resolve(directory, golden.chart),
    '--namespace',
    golden.namespace ?? 'default',
  ];
  for (const file of golden.valuesFiles ?? []) args.push('-f', resolve(directory, file));
  if (golden.values) args.push('-f', '-');
  if (golden.gatewayVersion) args.push('--set-string', `global.agentgateway.version=${golden.gatewayVersion}`);
  for (const assignment of golden.set ?? []) args.push('--set', assignment);
  return [...args, ...ownFlags[majorOf(golden)], ...(golden.flags ?? [])];
}

const readCase = name => parse(readFileSync(join(root, name, 'case.yaml'), 'utf8'));

function record(name, check) {
  const directory = join(root, name);
  const golden = readCase(name);
  const input = golden.values ? JSON.stringify(golden.values) : '';
  const { status, stdout, stderr, error } = spawnSync(programs[majorOf(golden)], helmArguments(directory, golden), {
    input,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (golden.expectedError) {
    return status !== 0 && stderr.includes(golden.expectedError) ? undefined : `${name}: not refused as expected\n${stderr || stdout}`;
  }
  if (status !== 0) return `${name}: ${stderr}`;
  const expected = join(directory, 'expected.yaml');
  if (!check) writeFileSync(expected, stdout);
  else if (!existsSync(expected) || readFileSync(expected, 'utf8') !== stdout) return `${name}: expected.yaml is not what Helm prints`;
  return undefined;
}

function main(args) {
  const check = args.includes('--check');
  const at = args.indexOf('--only-helm');
  const only = at < 0 ? undefined : args.splice(at, 2)[1];
  const named = args.filter(arg => !arg.startsWith('--'));
  const all = named.length ? named : readdirSync(root).filter(name => existsSync(join(root, name, 'case.yaml')));
  const cases = all.filter(name => only === undefined || majorOf(readCase(name)) === only);
  const failures = cases.map(name => record(name, check)).filter(failure => failure !== undefined);
  for (const failure of failures) console.error(failure);
  console.log(`${cases.length - failures.length} of ${cases.length} cases ${check ? 'as Helm prints them' : 'recorded'}`);
  return failures.length ? 1 : 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2));
