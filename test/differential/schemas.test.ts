/** Schemas with faults against Helm's own check: the same words, or accepted by both. Skips where no Go is installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GoMap } from '@mcpgw/go/values';
import { helm4, ValuesSchemaError } from '@mcpgw/helm';
import { Chart } from '../../packages/helm/src/chart/chart.js';
import { loadChartFiles } from '../../packages/helm/src/loader/index.js';
import { SchemaValidator } from '../../packages/helm/src/values/schema.js';
import { chartYaml } from '../helpers/command.js';
import { describeUnless } from '../helpers/needs.js';
import { faultySchemas } from '../helpers/schema-faults.js';

const hasGo = spawnSync('go', ['version']).status === 0;
const values = { a: 3 };
let folder = '';

beforeAll(() => {
  if (!hasGo) return;
  folder = mkdtempSync(join(tmpdir(), 'schema-judge-'));
  const build = spawnSync('go', ['build', '-o', join(folder, 'judge'), '.'], { cwd: join(__dirname, 'scope-judge'), encoding: 'utf8' });
  if (build.status !== 0) throw new Error(build.stderr);
}, 900_000);

afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

function wordsOfHelm(schemas: readonly string[]): string[] {
  const input = schemas.map(schema => `${JSON.stringify({ schema, values })}\n`).join('');
  const run = spawnSync(join(folder, 'judge'), ['schema'], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const lines = run.stdout.trimEnd().split('\n');
  if (lines.length !== schemas.length) throw new Error(`the judge died on ${schemas[lines.length]}: ${run.stderr.slice(0, 500)}`);
  return lines.map(line => (JSON.parse(line) as { error?: string }).error ?? '');
}

function ourWords(schema: string): string {
  const { metadata, templates, files } = loadChartFiles(new Map([['Chart.yaml', new TextEncoder().encode(chartYaml('top'))]]), {
    warn: () => {},
  });
  const chart = new Chart({ metadata, templates, files, values: new GoMap(), schema: new TextEncoder().encode(schema) });
  const given = new GoMap([['a', 3]]);
  try {
    new SchemaValidator({ warn: () => {}, dialect: helm4 }).validate(chart, given, given);
    return '';
  } catch (error) {
    if (error instanceof ValuesSchemaError) return error.problems[0]!.text;
    return `internal: ${(error as Error).stack}`;
  }
}

/** The order of keys is random in Go, so reasons of the same level are compared as a set. */
const comparable = (text: string): string => text.split('\n').sort().join('\n');

describeUnless(hasGo ? undefined : 'needs Go', 'faulty schemas', () => {
  test('are refused in the words of Helm', () => {
    const schemas = faultySchemas();
    const helm = wordsOfHelm(schemas);
    const differences = schemas.flatMap((schema, i) => {
      const ours = ourWords(schema);
      return comparable(ours) === comparable(helm[i]!) ? [] : [{ schema, helm: helm[i], ours }];
    });
    expect({ count: differences.length, first: differences.slice(0, 5) }).toEqual({ count: 0, first: [] });
    expect(helm.filter(text => text !== '').length).toBeGreaterThan(schemas.length / 4);
  }, 600_000);
});
