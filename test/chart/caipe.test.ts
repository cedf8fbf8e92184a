/**
 * Values of the CAIPE platform mean with this chart and the profile examples/caipe what they mean with that platform's own. The recorded
 * configurations are read from the folder that MCPGW_VERDICTS names.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { skipTests } from '../helpers/needs.js';
import { renderChart } from './render.js';

interface Verdict {
  readonly id: string;
  readonly group: string;
  readonly yaml: string;
  readonly values: object;
}

const folder = process.env.MCPGW_VERDICTS;

/** Cases that no version of the proxy takes; our schema refuses them at the value that is wrong. */
const refused: Readonly<Record<string, string>> = {
  'caipe/port-bad': "at '/agentgateway/service/port'",
  'caipe/statsport-bad': "at '/agentgateway/service/statsPort'",
  'caipe/ext-port-bad': "at '/global/agentgateway/extAuth/port'",
  'caipe/jwt-straud-jwksfile': "at '/global/agentgateway/static/jwtAuth/audiences'",
};

const recorded = (): Verdict[] =>
  readFileSync(join(folder ?? '', 'corpus-A.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Verdict)
    .filter(verdict => verdict.group === 'caipe');

async function ourConfig(values: object) {
  const request = { files: ['examples/caipe/values.yaml'], values, release: 'caipe', namespace: 'default' };
  const configMap = (await renderChart(request)).find(manifest => manifest.kind === 'ConfigMap');
  return parse(configMap?.data['config.yaml']);
}

/**
 * Takes out what may differ: the key set and the backend key, which the recording replaced with texts of its own, and the timeout of
 * external authorization, which the platform's chart does not render.
 */
// biome-ignore lint/suspicious/noExplicitAny: a parsed config.yaml
function normalised(config: any) {
  for (const listener of config.binds[0].listeners) {
    if (listener.policies?.jwtAuth) listener.policies.jwtAuth.jwks = 'a key set';
    for (const route of listener.routes) {
      delete route.policies?.extAuthz?.policies;
      for (const target of route.backends[0].mcp.targets) if (target.policies) target.policies.backendAuth.key = 'a key';
    }
  }
  return config;
}

if (folder === undefined) {
  skipTests('needs MCPGW_VERDICTS, the folder of recorded verdicts');
} else {
  const cases = recorded();

  test('24 cases are recorded', () => expect(cases).toHaveLength(24));

  test.each(cases.filter(({ id }) => !(id in refused)))('$id means the same', async ({ values, yaml }) => {
    expect(normalised(await ourConfig(values))).toEqual(normalised(parse(yaml)));
  });

  test.each(cases.filter(({ id }) => id in refused))('$id is refused', async ({ id, values }) => {
    await expect(ourConfig(values)).rejects.toThrow(refused[id]);
  });
}

test('the timeout works, which the platform chart leaves out', async () => {
  const values = { global: { agentgateway: { extAuth: { enabled: true } } } };
  const [route] = (await ourConfig(values)).binds[0].listeners[0].routes;
  expect(route.policies.extAuthz.policies).toEqual({ http: { requestTimeout: '10s' } });
});
