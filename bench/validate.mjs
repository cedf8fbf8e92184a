/**
 * `make bench`: `mcpgw validate` beside kubeconform on 5,000 manifests, in processor time of whole processes taken in turn, and
 * what 1,000 environments of the chart cost. kubeconform is built by `go install`, its local schemas are made here from the
 * API server's own OpenAPI document, which the Go module of Kubernetes holds; without `go` the comparison is left out.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeManifests } from './manifests.mjs';
import { processorTime, report } from './measure.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'cli/dist/mcpgw.js');
const scratch = mkdtempSync(join(tmpdir(), 'mcpgw-bench-'));
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const kubernetes = 'v1.34.2';

function goInstall(module, version) {
  const folder = join(root, '.cache/bin');
  const binary = join(folder, 'kubeconform');
  if (existsSync(binary)) return binary;
  const made = spawnSync('go', ['install', `${module}@${version}`], { env: { ...process.env, GOBIN: folder }, stdio: 'ignore' });
  return made.status === 0 ? binary : undefined;
}

function openapiOf(version) {
  const download = spawnSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@${version}`], { encoding: 'utf8' });
  if (download.status !== 0) return undefined;
  return JSON.parse(readFileSync(join(JSON.parse(download.stdout).Dir, 'api/openapi-spec/swagger.json'), 'utf8'));
}

/** A schema that needs no other: references are written out, one to itself takes anything; objects are closed, as `-strict` wants. */
function standalone(schema, definitions, inside = []) {
  if (Array.isArray(schema)) return schema.map(item => standalone(item, definitions, inside));
  if (schema === null || typeof schema !== 'object') return schema;
  if (schema.format === 'int-or-string') return { type: ['integer', 'string'] };
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice('#/definitions/'.length);
    return inside.includes(name) ? {} : standalone(definitions[name], definitions, [...inside, name]);
  }
  const entries = Object.entries(schema).filter(
    ([key]) => !key.startsWith('x-') && (key !== 'description' || typeof schema[key] !== 'string'),
  );
  const copy = Object.fromEntries(entries.map(([key, value]) => [key, standalone(value, definitions, inside)]));
  return schema.properties ? { ...copy, additionalProperties: false } : copy;
}

/** Writes one schema a kind, named as kubeconform looks for them. */
function writeSchemas(folder, { definitions }) {
  mkdirSync(folder, { recursive: true });
  for (const definition of Object.values(definitions)) {
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
      const suffix = group === '' ? version : `${group.split('.')[0]}-${version}`;
      writeFileSync(join(folder, `${kind.toLowerCase()}-${suffix}.json`), JSON.stringify(standalone(definition, definitions)));
    }
  }
}

function againstKubeconform() {
  const kubeconform = goInstall('github.com/yannh/kubeconform/cmd/kubeconform', 'v0.7.0');
  const openapi = kubeconform && openapiOf(kubernetes);
  const manifests = join(scratch, 'manifests');
  const count = 5000;
  writeManifests(manifests, count);
  const ours = { command: process.execPath, args: [cli, 'validate', '--kube-version', '1.34', manifests] };
  if (openapi === undefined) {
    console.log('no kubeconform here: `go` is missing, or a module cannot be had; what is measured against it is left out');
    const { ours: own } = processorTime({ ours }, rounds);
    return report(`${count} manifests`, `${(own / count).toFixed(2)} ms`, 'each, processor time');
  }
  const schemas = join(scratch, 'schemas');
  writeSchemas(schemas, openapi);
  const location = `${schemas}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
  const theirs = { command: kubeconform, args: ['-strict', '-summary', '-schema-location', location, manifests] };
  const median = processorTime({ ours, theirs }, rounds);
  const ratio = median.theirs / median.ours;
  report(`${count} manifests per second of processor, against kubeconform`, `${ratio.toFixed(2)} x`, 'at least 2', ratio >= 2);
}

function environments() {
  const folder = join(scratch, 'envs');
  mkdirSync(folder);
  const count = 1000;
  for (let i = 0; i < count; i++) {
    const target = `{ id: server-${i}, host: mcp-${i}.example.svc, port: ${8000 + (i % 1000)} }`;
    const text = `replicaCount: ${1 + (i % 3)}\nglobal:\n  agentgateway:\n    extraMcpTargets: [${target}]\n`;
    writeFileSync(join(folder, `values-${i}.yaml`), text);
  }
  const args = [cli, 'validate', '--kind', 'values', '--chart', join(root, 'charts/mcp-gateway'), folder];
  const { ours } = processorTime({ ours: { command: process.execPath, args } }, rounds);
  report(`${count} environments of the chart, render included`, `${(ours / count).toFixed(1)} ms`, 'each, under 10', ours / count < 10);
}

try {
  execFileSync(process.execPath, [cli, '--version'], { stdio: 'ignore' });
  againstKubeconform();
  environments();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
