/** Helm's timeout for an address. */
const timeoutMs = 15_000;
const maxBytes = 20 * 1024 * 1024;

/** Fetches in a separate process, because a render is synchronous. Standard input is the address. */
const program = `
const url = require('node:fs').readFileSync(0, 'utf8');
const fail = text => { process.stderr.write(text); process.exitCode = 1; };
fetch(url, { signal: AbortSignal.timeout(${timeoutMs}), headers: { 'User-Agent': 'mcpgw' } }).then(async answer => {
  if (answer.status !== 200) return fail('HTTP request to ' + url + ' returned status ' + answer.status + ' (' + answer.statusText + ')');
  let size = 0;
  for await (const part of answer.body) {
    size += part.length;
    if (size > ${maxBytes}) return fail('HTTP request to ' + url + ' returned more than ${maxBytes} bytes');
    process.stdout.write(part);
  }
}).catch(error => fail('HTTP request failed for ' + url + ': ' + (error.cause?.message ?? error.message)));
`;

/** The text at an http or https address. @throws Error with the reason of a failure */
export function readRemoteSchema(url: string): string {
  const run = process.getBuiltinModule('node:child_process').spawnSync(process.execPath, ['-e', program], {
    input: url,
    encoding: 'utf8',
    maxBuffer: 2 * maxBytes,
    timeout: timeoutMs + 5_000,
  });
  if (run.status === 0) return run.stdout;
  throw new Error(run.stderr.trim() || `HTTP request failed for ${url}: ${run.error?.message ?? 'no answer'}`);
}
