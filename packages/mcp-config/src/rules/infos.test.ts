/** What rules only inform about, each beside what they leave alone. */
import { found } from '../../test/found.js';
import type { McpFormat } from '../formats/detect.js';

const client = (fields: string): string => `mcpServers: {a: ${fields}}`;

it.each<[what: string, kind: McpFormat, text: string, findings: string[]]>([
  [
    'a home folder that no shell puts in',
    'client-config',
    client('{command: npx, args: [-y, files, "~/docs"], env: {MEMORY: "~/memory.json"}}'),
    ['info argument-as-shell-text mcpServers.a.args.2', 'info relative-path mcpServers.a.env.MEMORY'],
  ],
  ['a home folder that a shell puts in', 'client-config', client('{command: sh, args: ["~/start.sh"]}'), []],
  [
    'a container of its own below the isolation of all',
    'serve',
    'isolation: {mode: docker}\nservers: {a: {command: docker, args: [run, -i, img], trust_mode: auto}}\n',
    ['info isolation-unused servers.a.command'],
  ],
  [
    'a container of its own that is exempt',
    'serve',
    'isolation: {mode: docker}\nservers: {a: {command: docker, args: [run, -i, img], trust_mode: auto, isolation: {mode: none}}}\n',
    ['info isolation-opened servers.a.isolation'],
  ],
  [
    'the ID of a key',
    'serve',
    'servers: {a: {url: "https://a.example.com/mcp", trust_mode: auto, headers: {X-Api-Key-Id: "2026-01", X-Api-Key: "${env:K}"}}}\n',
    [],
  ],
])('%s, with infos', (_what, kind, text, findings) => expect(found(kind, text)).toEqual(findings));
