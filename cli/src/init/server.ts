import { basename, join, relative, resolve } from 'node:path';
import { portableProblem } from '@mcpgw/names';
import { print, say } from '../terminal.js';
import { version } from '../version.js';
import { checkLabel } from './check-label.js';
import { ciPlaceOf } from './git-root.js';
import minimalDockerfile from './minimal/Dockerfile.hbs';
import minimalPackageJson from './minimal/package.json.hbs';
import minimalReadme from './minimal/README.md.hbs';
import minimalTest from './minimal/server.test.ts.hbs';
import minimalServer from './minimal/server.ts.hbs';
import minimalTsconfig from './minimal/tsconfig.json.hbs';
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
import token from './server/token.ts.hbs';
import tools from './server/tools.ts.hbs';
import tsconfig from './server/tsconfig.json.hbs';
import ciWorkflow from './server-ci.yaml.hbs';
import { writeFiles } from './write-files.js';

/** The templates of `mcpgw init server --template`. */
export const serverTemplates = ['minimal', 'full'] as const;
type ServerTemplate = (typeof serverTemplates)[number];

const minimal: Readonly<Record<string, string>> = {
  'README.md': minimalReadme,
  'server.ts': minimalServer,
  'server.test.ts': minimalTest,
  'package.json': minimalPackageJson,
  'tsconfig.json': minimalTsconfig,
  Dockerfile: minimalDockerfile,
  '.dockerignore': dockerignore,
  '.gitignore': gitignore,
};

const full: Readonly<Record<string, string>> = {
  'README.md': readme,
  'config.yaml': config,
  'server.ts': server,
  'tools.ts': tools,
  'connectors/records.ts': records,
  'client.ts': client,
  'settings.ts': settings,
  'token.ts': token,
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

export interface InitServerOptions {
  readonly template: ServerTemplate;
  readonly ci: 'github' | 'none';
  readonly force: boolean;
}

const next: Readonly<Record<ServerTemplate, string>> = {
  minimal: `  npm install
  npm test               starts the server and calls its tool
  npm start              stdio, for a client that starts it; README.md has the entry
  npm run http           HTTP on this machine
`,
  full: `  npm install            needs mcpgw-kit-${version}.tgz in vendor: @mcpgw/kit is in no registry yet, see README.md
  export JWT_SECRET=$(node -p "crypto.randomBytes(32).toString('hex')") MCP_HOST=127.0.0.1
  npm test               unit and integration tests
  npm run server         both instances; leave it running
  npm run client         in another shell with the same two variables
`,
};

/** `mcpgw init server NAME`: a project with an MCP server in a folder of that name, and its CI where the repository has it. */
export async function initServer(dir: string, { template, ci, force }: InitServerOptions): Promise<void> {
  const name = basename(resolve(dir));
  checkLabel('server name', name, maxNameLength);
  const problem = portableProblem(name);
  if (problem !== undefined) say(`Warning: the name "${name}" ${problem}; clients put it before the names of tools\n`);
  const files = await filesOf(name, template);
  const { root, below } = ciPlaceOf(dir);
  if (ci === 'github') {
    const workflow = join(root, '.github/workflows', `${name}.yaml`);
    const context = { name, workingDirectory: below, isFull: template === 'full' };
    files.set(relative(resolve(dir), workflow), await written(ciWorkflow, context));
  }
  writeFiles(dir, files, force);
  print(`\nThen, in ${dir}:\n${next[template]}`);
}

async function written(template: string, context: object): Promise<string> {
  const { default: handlebars } = await import('handlebars');
  const helpers = { json: (text: string) => JSON.stringify(text) };
  return handlebars.compile(template, { noEscape: true, strict: true })(context, { helpers });
}

/** The text of every file of the project, by path. */
export async function filesOf(name: string, template: ServerTemplate): Promise<Map<string, string>> {
  const context = { name, clientName: `${name}-client`, version };
  const files = new Map<string, string>();
  for (const [path, text] of Object.entries(template === 'full' ? full : minimal)) files.set(path, await written(text, context));
  return files;
}
