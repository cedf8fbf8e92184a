import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announce } from './announce.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-announce-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('where there is no place for its file, a gateway says so as information, with what to do', async () => {
  const file = join(folder, 'gateway.yaml');
  writeFileSync(file, '');
  const lines: unknown[] = [];
  const note = (level: string) => (event: string, fields: object) => void lines.push([level, event, fields]);
  const logger = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') } as never;
  const address = { address: '127.0.0.1', family: 'IPv4', port: 8080 };
  // A file where the folder would be: nothing can be written below it, whoever writes.
  const withdraw = await announce({ file, address, key: 'k' }, { MCPGW_STATE: join(file, 'state') }, logger);
  await withdraw();
  expect(lines).toEqual([
    [
      'info',
      'commands of this machine do not find the gateway by themselves',
      {
        error: expect.stringMatching(/^ENOTDIR: /),
        remedy: 'name it to them with --url, or let MCPGW_STATE name a folder that can be written',
      },
    ],
  ]);
});
