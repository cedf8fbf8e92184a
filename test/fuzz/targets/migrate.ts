/** Configurations that `mcpgw migrate` rewrites: what comes out can be read where what went in could. */

import { migrateStatic, migrateValues, versionOfValues } from '@mcpgw/agentgateway-rules';
import { knownVersions, parseYaml } from '@mcpgw/structure';
import { configSeeds, configTokens, yamlTokens } from '../seeds.js';
import { holds, type Target } from '../target.js';

const versions = knownVersions;
const [oldest, newest] = [versions[0]!, versions.at(-1)!];

export const target: Target = {
  seeds: [...configSeeds, 'global: {agentgateway: {version: "1.1.0"}}\nextraConfig:\n  binds: []\nimage: {tag: v1.1.0}\n'],
  tokens: [...yamlTokens, ...configTokens],
  run(input) {
    const text = input.toString('utf8');
    const broken = (source: string): boolean => parseYaml(source, { file: 'f', dialect: 'serde' }).findings.length > 0;
    const before = broken(text);
    for (const [from, to] of [
      [oldest, newest],
      [newest, oldest],
    ] as const) {
      for (const migrate of [migrateStatic, migrateValues]) {
        const { text: after } = migrate(text, { file: 'f', from, to });
        if (!before) holds(!broken(after), `what ${migrate.name} wrote cannot be read`, after.slice(0, 300));
      }
    }
    versionOfValues(text, 'f');
  },
};
