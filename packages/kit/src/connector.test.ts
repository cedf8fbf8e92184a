import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStore } from '@mcpgw/store';
import { Connector } from './connector.js';
import { contextResult } from './context.js';
import { runInSession } from './session.js';
import { temporaryData } from './testing.js';

/** The modules of this package that `module` needs, itself included. */
function neededBy(module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return seen;
  seen.add(module);
  const source = readFileSync(join(__dirname, module), 'utf8');
  for (const [, path = ''] of source.matchAll(/from '\.\/([\w./-]+)\.js'/g)) neededBy(`${path}.ts`, seen);
  return seen;
}

test('neither a connector nor what it stands on imports MCP', () => {
  const modules = [...neededBy('connector.ts')];
  expect(modules).toEqual(expect.arrayContaining(['private-data.ts', 'session.ts', 'workspace-walk.ts', 'errors.ts']));
  expect(modules.filter(module => readFileSync(join(__dirname, module), 'utf8').includes('modelcontextprotocol'))).toEqual([]);
});

test('a connector has the session, its files and its private data', async () => {
  class Notes extends Connector {
    static readonly read = contextResult({ threshold: 10 })(async (name: string) => {
      await Notes.privateData.addPrivateDataset('notes', 'internal');
      return `${Notes.userId} ${Notes.sessionId}: ${await Notes.readFile(name)}`;
    });
    static async write(name: string, text: string): Promise<string> {
      const path = await Notes.writeFile(name, text);
      return `${path} ${(await Notes.readBytes(path)).length} ${await Notes.workspacePath(await Notes.hostPath(path))}`;
    }
    static level() {
      return Notes.privateData.sensitivity();
    }
  }
  const { dataDir, remove } = await temporaryData();
  const session = { userId: 'alice', sessionId: 's1', workspaceDir: join(dataDir, 'w'), store: fileStore(join(dataDir, 's')) };
  await runInSession(session, async () => {
    expect(await Notes.write('a.txt', 'milk')).toBe('/workspace/a.txt 4 /workspace/a.txt');
    expect(await Notes.read('a.txt')).toMatch(/^Results saved to .*\n\nPreview:\nalice s1: milk$/s);
    expect(await Notes.level()).toBe('internal');
  });
  expect(() => Notes.level()).toThrow('There is no session here');
  await remove();
});
