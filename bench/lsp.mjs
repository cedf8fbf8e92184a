/**
 * How long `mcpgw lsp` takes from a change to the findings, in files of 5,000 lines: the server of `cli/dist` runs as an editor runs it, and
 * 50 keys are typed into the middle of each file. `BENCH_KEYS` sets their number; names of kinds as arguments choose files.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node.js';
import { files } from './lsp-files.mjs';
import { report } from './measure.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const keys = Number(process.env.BENCH_KEYS ?? 50);
/** The most that the 95th percentile may be, in milliseconds. */
const target = 50;

/** Processor time of a process in milliseconds, with its threads. */
function processorTimeOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const percentile = (times, share) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

async function measure({ file, text, behind }) {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-bench-lsp-'));
  writeFileSync(join(folder, file), text);
  const server = spawn(process.execPath, [...process.execArgv, join(root, 'cli/dist/mcpgw.js'), 'lsp'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const uri = pathToFileURL(join(folder, file)).href;
  let onFindings = () => {};
  connection.onNotification(PublishDiagnosticsNotification.type, published => published.uri === uri && onFindings(published));
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'bench' }],
    capabilities: {},
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const checked = version =>
    new Promise(done => {
      onFindings = published => published.version === version && done(published.diagnostics.length);
    });
  const languageId = file.endsWith('.json') ? 'json' : 'yaml';
  await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId, version: 1, text } });
  const found = await checked(1);

  // In the middle of the file, at the end of a value.
  const offset = text.indexOf(behind, text.length / 2.2) + behind.length;
  const before = text.slice(0, offset).split('\n');
  const line = before.length - 1;
  const character = before.at(-1).length;
  const type = async version => {
    const at = { line, character: character + version - 2 };
    const start = performance.now();
    const answered = checked(version);
    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: at, end: at }, text: 'a' }],
    });
    await answered;
    const time = performance.now() - start;
    await pause(30);
    return time;
  };
  for (let version = 2; version < 12; version++) await type(version);
  const processor = processorTimeOf(server.pid);
  const times = [];
  for (let version = 12; version < 12 + keys; version++) times.push(await type(version));
  const each = (processorTimeOf(server.pid) - processor) / keys;
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  connection.dispose();
  rmSync(folder, { recursive: true });
  return { found, each, median: percentile(times, 0.5), late: percentile(times, 0.95) };
}

const wanted = process.argv.slice(2);
for (const [kind, given] of Object.entries(files)) {
  if (wanted.length > 0 && !wanted.includes(kind)) continue;
  const lines = given.text.split('\n').length - 1;
  const { found, each, median, late } = await measure(given);
  report(`${kind}: ${lines} lines, ${found} findings; 95th percentile`, `${late.toFixed(1)} ms`, `below ${target} ms`, late < target);
  report('  median', `${median.toFixed(1)} ms`, `processor time of one key: ${each.toFixed(1)} ms`);
}
