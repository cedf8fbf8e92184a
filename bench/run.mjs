/**
 * `make bench`: mcpgw beside Helm, in one run. Needs `helm` (4.2.4) on the PATH or in HELM; says so where it is absent.
 * MCPGW_HELM_CHARTS may name a folder of public charts (owner/repository/path); two of them are measured too.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crdChart, manyTemplates } from './charts.mjs';
import { interleaved, report } from './measure.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'cli/dist/mcpgw.js');
const chart = join(root, 'charts/mcp-gateway');
const helm = process.env.HELM ?? (existsSync(join(root, '.cache/bin/helm')) ? join(root, '.cache/bin/helm') : 'helm');
/** In the checkout, like a team's environments: after tests have deleted thousands of temporary files, ext4 is slow to allocate new ones in that folder. */
const scratch = scratchFolder(join(root, '.cache'));
const rounds = Number(process.env.BENCH_ROUNDS ?? 15);

/** Nothing is cached between renders, unless the cache is measured. */
process.env.MCPGW_CACHE_HOME = '';

function scratchFolder(parent) {
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, 'bench-'));
}

const ms = value => `${value.toFixed(1)} ms`;
const times = value => `${value.toFixed(2)} x`;
const node = (...args) => ({ command: process.execPath, args });
const ours = (...args) => node(cli, 'render', ...args);
const theirs = (...args) => ({ command: helm, args: ['template', ...args] });

function haveHelm() {
  const version = spawnSync(helm, ['version', '--template', '{{.Version}}'], { encoding: 'utf8' });
  if (version.status === 0) console.log(`helm ${version.stdout}, node ${process.version}, medians of ${rounds} rounds in turn\n`);
  else console.log('no helm here: what is measured against it is left out (set HELM or put helm on the PATH)\n');
  return version.status === 0;
}

function smallRender(withHelm) {
  const commands = { bare: node('-e', '0'), render: ours('demo', chart), ...(withHelm && { helm: theirs('demo', chart) }) };
  const median = interleaved(commands, rounds * 2);
  const own = median.render - median.bare;
  report('one render of the chart, over bare node', ms(own), 'at most 30 ms', own <= 30);
  if (withHelm)
    report('one render of the chart, against helm template', times(median.render / median.helm), '(bare node alone is above 1)');
}

function standalone(withHelm) {
  execFileSync(process.execPath, [join(root, 'tools/standalone.mjs')], { stdio: 'ignore' });
  const executable = { command: join(root, 'cli/dist/standalone/mcpgw'), args: ['render', 'demo', chart] };
  if (!withHelm) return;
  const median = interleaved({ ours: executable, helm: theirs('demo', chart) }, rounds * 2);
  report('standalone executable, one render, against helm', times(median.ours / median.helm), 'at most 1.0', median.ours <= median.helm);
}

function largeCharts(withHelm) {
  if (!withHelm) return;
  const charts = { 'a 7 MB CRD chart': crdChart(join(scratch, 'crds'), 7) };
  const known = {
    'kube-prometheus-stack': 'prometheus-community/helm-charts/charts/kube-prometheus-stack',
    'kong-operator': 'Kong/charts/charts/kong-operator',
  };
  for (const [name, path] of Object.entries(known)) {
    const folder = process.env.MCPGW_HELM_CHARTS && join(process.env.MCPGW_HELM_CHARTS, path);
    if (folder && existsSync(folder)) charts[name] = folder;
    else console.log(`        ${name}: not measured, MCPGW_HELM_CHARTS does not hold ${path}`);
  }
  for (const [name, folder] of Object.entries(charts)) {
    const again = { ...ours('rel', folder), env: { MCPGW_CACHE_HOME: join(scratch, 'cache') } };
    const median = interleaved({ again, first: ours('rel', folder), helm: theirs('rel', folder) }, rounds);
    report(`${name}, against helm`, times(median.again / median.helm), 'at most 1.0', median.again <= median.helm);
    report('    where nothing is kept of earlier renders', times(median.first / median.helm), '');
  }
}

function matrix(withHelm) {
  const count = 500;
  const environments = join(scratch, 'envs');
  mkdirSync(environments);
  for (let i = 0; i < count; i++) {
    const target = `{ id: server-${i}, host: mcp-${i}.example.svc, port: ${8000 + i} }`;
    writeFileSync(
      join(environments, `env${i}.yaml`),
      `replicaCount: ${1 + (i % 3)}\nglobal:\n  agentgateway:\n    extraMcpTargets: [${target}]\n`,
    );
  }
  const seconds = (command, args) => {
    const start = process.hrtime.bigint();
    execFileSync(command, args, { stdio: 'ignore' });
    return Number(process.hrtime.bigint() - start) / 1e9;
  };
  const together = out =>
    seconds(process.execPath, [
      ...[cli, 'render', 'demo', chart, '--matrix', join(environments, '*.yaml')],
      ...['--output-dir', join(scratch, `out${out}`)],
    ]);
  const before = [1, 2].map(together);
  mkdirSync(join(scratch, 'loop'));
  const loop = `for f in ${environments}/*.yaml; do ${helm} template demo ${chart} -f "$f" > ${scratch}/loop/"\${f##*/}"; done`;
  const apart = withHelm ? seconds('sh', ['-c', loop]) : 0;
  const after = [3, 4, 5].map(together);
  const middle = [...before, ...after].sort((a, b) => a - b)[2];
  if (!withHelm) return report('500 environments by --matrix', ms(middle * 1e3), '');
  const ratio = apart / middle;
  report('500 environments by --matrix, against a loop over helm', times(ratio), 'at least 40 times faster', ratio >= 40);
}

function memory() {
  const output = execFileSync(process.execPath, ['--expose-gc', join(root, 'bench/memory.mjs'), chart], { encoding: 'utf8' });
  const { first, last, renders } = JSON.parse(output);
  const growth = (last - first) / 1e6;
  report(
    `heap after ${renders} renders in one process, against after 500`,
    `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB`,
    'flat: at most 2 MB',
    growth <= 2,
  );
}

function growth() {
  console.log('\nCost against size: time over bare node, and its growth for each doubling (2.0 is linear)');
  const curve = (what, sizes, make) => {
    const folders = Object.fromEntries(sizes.map(size => [size, make(size)]));
    const commands = { bare: node('-e', '0'), ...Object.fromEntries(sizes.map(size => [size, ours('rel', folders[size])])) };
    const median = interleaved(commands, 5);
    const cost = sizes.map(size => median[size] - median.bare);
    const steps = sizes.map((size, i) => `${size}: ${ms(cost[i])}${i > 0 ? ` (${times(cost[i] / cost[i - 1])})` : ''}`);
    console.log(`  ${what.padEnd(30)} ${steps.join('   ')}`);
  };
  curve('templates, each include and tpl', [125, 250, 500, 1000, 2000], n => manyTemplates(join(scratch, `t${n}`), n, 10));
  curve('values in each of 20 templates', [125, 250, 500, 1000, 2000, 4000], n => manyTemplates(join(scratch, `v${n}`), 20, n));
}

try {
  const withHelm = haveHelm();
  smallRender(withHelm);
  standalone(withHelm);
  largeCharts(withHelm);
  matrix(withHelm);
  memory();
  growth();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
