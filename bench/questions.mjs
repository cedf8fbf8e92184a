/** Questions with the tools that answer them, and these tools: the data of `packages/search/test`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const data = fileURLToPath(new URL('../packages/search/test', import.meta.url));
const linesOf = file => readFileSync(join(data, file), 'utf8').split('\n');

/** The tools of `tools.txt`, by server. */
export function toolsByServer() {
  const servers = {};
  let server = '';
  for (const line of linesOf('tools.txt')) {
    if (line.startsWith('# ')) {
      server = line.slice(2);
      servers[server] = [];
    }
    const [, name, args, description] = /^(\w+)\((.*?)\): (.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const properties = Object.fromEntries(args.split(', ').flatMap(arg => (arg === '' ? [] : [[arg, { type: 'string' }]])));
    servers[server].push({ name, description, inputSchema: { type: 'object', properties } });
  }
  return servers;
}

/** The questions of a file, each with the tools that answer it. */
export const readQuestions = file =>
  linesOf(file)
    .filter(line => !line.startsWith('#') && line.includes(' => '))
    .map(line => line.split(' => '))
    .map(([text, answers]) => ({ text, answers: answers.split(', ') }));
