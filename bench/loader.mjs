/**
 * The loader's two targets, each compared within one run:
 * 1. 200 servers of which 20 hang take at most 10 % longer than one hanging server alone.
 * 2. A load that succeeds takes at most 3 % longer than the bare SDK: connect, tools/list, close.
 *
 * node bench/loader.mjs [pairs]
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { build } from 'esbuild';

const pairs = Number(process.argv[2] ?? 400);
const root = fileURLToPath(new URL('..', import.meta.url));

async function importLoader() {
  const outfile = join(root, 'bench', `.loader-${process.pid}.mjs`);
  const external = ['@modelcontextprotocol/*', 'undici'];
  await build({
    entryPoints: [join(root, 'packages/loader/src/index.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

async function startServers(...counts) {
  const child = spawn(process.execPath, [join(root, 'bench/loader-servers.mjs'), ...counts], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) return { child, ports: JSON.parse(line) };
}

const urlOf = port => `http://127.0.0.1:${port}/mcp`;
const connectionOf = port => ({ transport: 'streamable-http', url: urlOf(port) });

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The mean of the faster half, which other work on the machine affects least. */
function fasterHalf(values) {
  const half = [...values].sort((a, b) => a - b).slice(0, Math.ceil(values.length / 2));
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}

/** Blocks of pairs that ran together; the median of their ratios does not see a machine that gets slower or faster meanwhile. */
function medianBlock(bare, own, size = 25) {
  const blocks = [];
  for (let start = 0; start + size <= bare.length; start += size) {
    const [base, ours] = [bare, own].map(values => fasterHalf(values.slice(start, start + size)));
    blocks.push({ base, own: ours });
  }
  const ratio = median(blocks.map(block => block.own / block.base));
  return blocks.find(block => block.own / block.base === ratio);
}

const { getToolsWithResilience } = await importLoader();

async function bareLoad(port) {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(urlOf(port))));
  const { tools } = await client.listTools();
  await client.close();
  if (tools.length !== 20) throw new Error('bare load failed');
}

async function ownLoad(port) {
  const { allTools } = await getToolsWithResilience({ server: connectionOf(port) });
  if (allTools.length !== 20) throw new Error('load failed');
}

async function hangingTarget(ports) {
  const options = { attemptTimeoutMs: 5000, maxAttempts: 2, baseBackoffMs: 100, random: () => 0 };
  const one = await timed(() => getToolsWithResilience({ hanging: connectionOf(ports.hanging[0]) }, options));
  const all = [...ports.hanging.slice(0, 20), ...ports.stateless.slice(0, 180)];
  const connections = Object.fromEntries(all.map((port, index) => [`server-${index}`, connectionOf(port)]));
  let available = 0;
  const many = await timed(async () => {
    const { status } = await getToolsWithResilience(connections, options);
    available = [...status.values()].filter(outcome => outcome.status === 'available').length;
  });
  if (available !== 180) throw new Error(`${available} of 180 servers available`);
  return { name: '200 servers, 20 hanging, against one hanging server', base: one, own: many, limit: 1.1 };
}

/** Each server is loaded once, as at a start: connections are new for both. */
async function successTarget(kind, ports) {
  const bare = [];
  const own = [];
  for (let pair = 0; pair < pairs; pair++) {
    const [first, second] = [ports[2 * pair], ports[2 * pair + 1]];
    const loads = [async () => bare.push(await timed(() => bareLoad(first))), async () => own.push(await timed(() => ownLoad(second)))];
    if (pair % 2 === 1) loads.reverse();
    for (const load of loads) await load();
  }
  const warm = Math.floor(pairs / 5);
  return { name: `success path, ${kind} server, against the bare SDK`, ...medianBlock(bare.slice(warm), own.slice(warm)), limit: 1.03 };
}

const { child, ports } = await startServers(Math.max(180, 2 * pairs), 2 * pairs, 20);
try {
  const results = [
    await successTarget('stateless', ports.stateless),
    await successTarget('stateful', ports.stateful),
    await hangingTarget(ports),
  ];
  for (const { name, base, own, limit } of results) {
    const ratio = own / base;
    const verdict = ratio <= limit ? 'ok' : 'MISSED';
    process.stdout.write(
      `${verdict.padEnd(7)}${name}: ${own.toFixed(2)} ms / ${base.toFixed(2)} ms = ${ratio.toFixed(3)} (at most ${limit})\n`,
    );
    if (ratio > limit) process.exitCode = 1;
  }
} finally {
  child.kill();
}
