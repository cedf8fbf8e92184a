import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const folders = {
  diagnostics: 'packages/diagnostics',
  go: 'packages/go',
  gotemplate: 'packages/gotemplate',
  jsonschema: 'packages/jsonschema',
  helm: 'packages/helm',
  config: 'packages/config',
  gateway: 'packages/gateway',
  kit: 'packages/kit',
  cli: 'cli',
};

function importsOf(folder: string): string[] {
  const sources = readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const found = sources.flatMap(file => [
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
  config: ['diagnostics'],
  gateway: ['config', 'diagnostics', 'jsonschema'],
  kit: ['config', 'diagnostics', 'gateway'],
  cli: ['config', 'diagnostics', 'gateway', 'helm'],
};

test.each(Object.entries(folders))('%s imports only what stands below it', (name, folder) => {
  const allowed = mayImport[name as keyof typeof folders];
  expect(importsOf(folder).filter(imported => !allowed.includes(imported))).toEqual([]);
});
