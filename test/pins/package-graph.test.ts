import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const folders = {
  diagnostics: 'packages/diagnostics',
  go: 'packages/go',
  gotemplate: 'packages/gotemplate',
  jsonschema: 'packages/jsonschema',
  helm: 'packages/helm',
  structure: 'packages/structure',
  kubernetes: 'packages/kubernetes',
  'custom-resources': 'packages/custom-resources',
  relations: 'packages/relations',
  agentgateway: 'packages/agentgateway',
  'agentgateway-rules': 'packages/agentgateway-rules',
  names: 'packages/names',
  'mcp-config': 'packages/mcp-config',
  validate: 'packages/validate',
  loader: 'packages/loader',
  'client-files': 'packages/client-files',
  'local-gateway': 'packages/local-gateway',
  store: 'packages/store',
  replicas: 'packages/replicas',
  login: 'packages/login',
  failures: 'packages/failures',
  access: 'packages/access',
  activity: 'packages/activity',
  telemetry: 'packages/telemetry',
  approvals: 'packages/approvals',
  attention: 'packages/attention',
  upstreams: 'packages/upstreams',
  web: 'packages/web',
  search: 'packages/search',
  gateway: 'packages/gateway',
  kit: 'packages/kit',
  cli: 'cli',
};

function sourcesOf(folder: string): string[] {
  const files = readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' });
  return files.filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}

function importsOf(folder: string): string[] {
  const found = sourcesOf(folder).flatMap(file => [
    ...readFileSync(join(root, folder, 'src', file), 'utf8').matchAll(/(?:from |import\(|require\()'@mcpgw\/([a-z-]+)(?:\/[^']*)?'/g),
  ]);
  return [...new Set(found.map(match => match[1]!))].sort();
}

const mayImport: Record<keyof typeof folders, readonly string[]> = {
  diagnostics: [],
  go: [],
  gotemplate: ['go'],
  jsonschema: ['go'],
  helm: ['go', 'gotemplate', 'jsonschema'],
  structure: ['diagnostics'],
  kubernetes: ['diagnostics', 'structure'],
  'custom-resources': ['diagnostics', 'kubernetes', 'structure'],
  agentgateway: ['diagnostics', 'structure'],
  'agentgateway-rules': ['agentgateway', 'diagnostics', 'structure'],
  names: [],
  'mcp-config': ['diagnostics', 'names', 'structure'],
  relations: ['agentgateway', 'agentgateway-rules', 'custom-resources', 'diagnostics', 'kubernetes', 'structure'],
  validate: ['agentgateway', 'agentgateway-rules', 'custom-resources', 'diagnostics', 'kubernetes', 'mcp-config', 'relations', 'structure'],
  loader: ['diagnostics', 'mcp-config', 'structure'],
  'client-files': ['mcp-config'],
  'local-gateway': ['activity', 'attention', 'names', 'store', 'upstreams'],
  store: ['loader'],
  login: ['loader', 'mcp-config', 'store'],
  replicas: ['loader', 'store'],
  failures: ['loader'],
  access: ['mcp-config'],
  activity: ['failures', 'loader', 'store'],
  telemetry: ['activity', 'mcp-config', 'upstreams'],
  approvals: ['loader', 'mcp-config', 'store', 'upstreams'],
  attention: ['activity', 'loader', 'login', 'store', 'upstreams'],
  upstreams: ['diagnostics', 'failures', 'jsonschema', 'loader', 'mcp-config'],
  web: ['activity', 'approvals', 'attention', 'loader', 'mcp-config', 'upstreams'],
  search: ['upstreams'],
  gateway: [
    'access',
    'activity',
    'approvals',
    'attention',
    'diagnostics',
    'failures',
    'loader',
    'local-gateway',
    'login',
    'mcp-config',
    'names',
    'replicas',
    'search',
    'store',
    'structure',
    'telemetry',
    'upstreams',
    'web',
  ],
  kit: ['access', 'diagnostics', 'loader', 'mcp-config', 'names', 'store', 'structure'],
  cli: [
    'access',
    'activity',
    'agentgateway',
    'agentgateway-rules',
    'approvals',
    'attention',
    'client-files',
    'custom-resources',
    'diagnostics',
    'failures',
    'gateway',
    'helm',
    'kubernetes',
    'loader',
    'local-gateway',
    'login',
    'mcp-config',
    'names',
    'relations',
    'store',
    'structure',
    'telemetry',
    'upstreams',
    'validate',
  ],
};

test.each(Object.entries(folders))('%s imports only what stands below it', (name, folder) => {
  const allowed = mayImport[name as keyof typeof folders];
  expect(importsOf(folder).filter(imported => !allowed.includes(imported))).toEqual([]);
});

const linesIn = (folder: string, file: string): number => readFileSync(join(root, folder, 'src', file), 'utf8').split('\n').length - 1;
const isRule = (file: string): boolean => file.startsWith('rules/') && file !== 'rules/index.ts';

/** Lines of the sources of a package, without tests, tables of answers about fields, and rules that stand alone. */
function linesOf(folder: string): number {
  const counted = sourcesOf(folder).filter(file => !file.startsWith('census/') && !isRule(file));
  return counted.reduce((sum, file) => sum + linesIn(folder, file), 0);
}

/** Packages that may be larger, with the reason. */
const large: Readonly<Record<string, string>> = {
  go: 'the libraries of Go, one folder each: an import names the library, so that nobody needs to know the package whole',
};

const packages = readdirSync(join(root, 'packages'));

test('every package has its place in the list', () => {
  expect(packages.filter(name => !(name in folders))).toEqual([]);
});

test.each(packages.filter(name => !(name in large)))('%s stays small enough to be known whole', name => {
  expect(linesOf(`packages/${name}`)).toBeLessThan(9500);
});

test('a rule of agentgateway is short and names no other rule', () => {
  const folder = 'packages/agentgateway-rules';
  const rules = sourcesOf(folder).filter(isRule);
  expect(rules.filter(file => linesIn(folder, file) > 130)).toEqual([]);
  expect(rules.filter(file => /from '\.\//.test(readFileSync(join(root, folder, 'src', file), 'utf8')))).toEqual([]);
});

test.each(Object.keys(large))('%s still needs its exception', name => {
  expect(linesOf(`packages/${name}`)).toBeGreaterThanOrEqual(9500);
});
