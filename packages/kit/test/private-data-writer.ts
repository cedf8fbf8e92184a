/** A process of a test: adds datasets of a session without end, and says each that is recorded. Arguments: state folder, its number. */
import { writeSync } from 'node:fs';
import { fileStore } from '@mcpgw/store';
import { PrivateData } from '../src/private-data.js';

const [stateDir = '', number = ''] = process.argv.slice(2);
const here = new PrivateData({ userId: 'alice', sessionId: 's1', workspaceDir: '/nowhere', store: fileStore(stateDir) });
for (let index = 0; index < 200; index++) {
  const name = `p${number}-${index}`;
  await here.addPrivateDataset(name, index === 3 ? 'secret' : 'internal');
  writeSync(1, `${name}\n`);
}
