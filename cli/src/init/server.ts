import { basename, resolve } from 'node:path';
import { portableProblem } from '@mcpgw/names';
import { print, say } from '../terminal.js';
import { version } from '../version.js';
import { checkLabel } from './check-label.js';
import client from './server/client.ts.hbs';
import config from './server/config.yaml.hbs';
import records from './server/connectors/records.ts.hbs';
import dockerfile from './server/Dockerfile.hbs';
import dockerignore from './server/dockerignore.hbs';
import gitignore from './server/gitignore.hbs';
import packageJson from './server/package.json.hbs';
import readme from './server/README.md.hbs';
import server from './server/server.ts.hbs';
import settings from './server/settings.ts.hbs';
import serverTest from './server/tests/server.test.ts.hbs';
import toolsTest from './server/tests/tools.test.ts.hbs';
import tools from './server/tools.ts.hbs';
import tsconfig from './server/tsconfig.json.hbs';
import { writeFiles } from './write-files.js';

const templates: Readonly<Record<string, string>> = {
  'README.md': readme,
  'config.yaml': config,
  'server.ts': server,
  'tools.ts': tools,
  'connectors/records.ts': records,
  'client.ts': client,
  'settings.ts': settings,
  'tests/unit/tools.test.ts': toolsTest,
  'tests/integration/server.test.ts': serverTest,
  'package.json': packageJson,
  'tsconfig.json': tsconfig,
  Dockerfile: dockerfile,
  '.dockerignore': dockerignore,
  '.gitignore': gitignore,
};

/** A server id of the chart has at most 30 characters. */
const maxNameLength = 30;

/** `mcpgw init server NAME`: a project with an MCP server on @mcpgw/kit, its client and its tests, in a folder of that name. */
export async function initServer(dir: string, force: boolean): Promise<void> {
  const name = basename(resolve(dir));
  checkLabel('server name', name, maxNameLength);
  const problem = portableProblem(name);
  if (problem !== undefined) say(`Warning: the name "${name}" ${problem}; clients put it before the names of tools\n`);
  writeFiles(dir, await filesOf(name), force);
  print(`
@mcpgw/kit is in no registry yet: copy mcpgw-kit-${version}.tgz, which make tarballs writes in a checkout of mcpgw,
to ${dir}/vendor. Then, in ${dir}:
  npm install
  export JWT_SECRET=$(node -p "crypto.randomBytes(32).toString('hex')") MCP_HOST=127.0.0.1
  npm test               unit and integration tests
  npm run server         both instances; leave it running
  npm run client         in another shell with the same two variables
`);
}

/** The text of every file of the project, by path. */
export async function filesOf(name: string): Promise<Map<string, string>> {
  const { default: handlebars } = await import('handlebars');
  const helpers = { json: (text: string) => JSON.stringify(text) };
  const context = { name, clientName: `${name}-client`, version };
  return new Map(
    Object.entries(templates).map(([path, template]) => [
      path,
      handlebars.compile(template, { noEscape: true, strict: true })(context, { helpers }),
    ]),
  );
}
