/**
 * Rules, tried on real agentgateway binaries (`MCPGW_AGENTGATEWAY`): the wrong configuration does what the rule says, and the correct
 * one does not. That the rule reports the one and not the other needs no binary.
 */
import { validateText } from '@mcpgw/validate';
import { closeServers } from '../../packages/loader/test/servers.js';
import { type ProxyBinary, proxyBinaries, startProxy } from '../helpers/agentgateway.js';
import { skipTests } from '../helpers/needs.js';
import { ruleCases as firstRuleCases, type RuleCase } from './agentgateway-rules.js';
import { liveRuleCases } from './agentgateway-rules-live.js';
import { moreRuleCases } from './agentgateway-rules-more.js';
import { startRulesWorld } from './agentgateway-rules-world.js';

jest.setTimeout(300_000);

const ruleCases = [...firstRuleCases, ...moreRuleCases, ...liveRuleCases];

let world: Awaited<ReturnType<typeof startRulesWorld>>;
beforeAll(async () => {
  world = await startRulesWorld();
});
afterAll(async () => {
  await world.close();
  await closeServers();
});

const nameOf = ({ rule, what }: RuleCase) => (what === undefined ? rule : `${rule} ${what}`);
const table = (cases: readonly RuleCase[]) => cases.map(each => [nameOf(each), each] as const);

/** Whether version `a` is not older than `b`. */
const notBefore = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true }) >= 0;

/** The configuration as the file has it. */
const textOf = (config: unknown, { written = {} }: RuleCase): string =>
  Object.entries(written).reduce((text, [from, to]) => text.replaceAll(JSON.stringify(from), to), JSON.stringify(config));

/** The rules with findings; from `least` on without those that only inform. */
function rulesOf(text: string, version: string, least: 'info' | 'warning' = 'info'): string[] {
  const { findings } = validateText(text, { file: 'config.json', kind: 'agentgateway', version: version.slice(1) });
  return findings.filter(({ severity }) => least === 'info' || severity !== 'info').map(({ rule }) => rule);
}

describe.each(table(ruleCases.filter(({ isOfObjects }) => !isOfObjects)))('the rule of %s', (_name, each) => {
  it('reports the wrong configuration alone', () => {
    const { rule, wrong, correct, judged = 'v1.4.1' } = each;
    expect(rulesOf(textOf(wrong(world, 3000), each), judged)).toContain(rule);
    expect(rulesOf(textOf(correct(world, 3000), each), judged, 'warning')).not.toContain(rule);
  });
});

/** What was recorded for `version`: that of the newest version that is not newer, else what holds for all. */
function recorded({ saw, sawIn = {} }: RuleCase, version: string) {
  const known = Object.keys(sawIn).sort((a, b) => (notBefore(a, b) ? 1 : -1));
  return { ...saw, ...sawIn[known.findLast(each => notBefore(version, each)) ?? ''] };
}

async function seen(binary: ProxyBinary, each: RuleCase, configOf: RuleCase['wrong']): Promise<unknown> {
  let [own, ports]: [number, readonly number[]] = [0, []];
  const starting = startProxy(binary, (port, others) => {
    [own, ports] = [port, others];
    const given = configOf(world, port);
    const [adminAddr, statsAddr, readinessAddr] = others.map(other => `127.0.0.1:${other}`);
    return textOf({ ...given, config: { adminAddr, statsAddr, readinessAddr, ...(given.config as object) } }, each);
  });
  const proxy = await starting.catch((error: Error) => error);
  if (proxy instanceof Error) {
    const why = /^Error: (.*)$/m.exec(proxy.message)?.[1] ?? proxy.message.slice(-300);
    return `refused: ${why.replaceAll(String(own), 'PORT')}`;
  }
  try {
    return await each.see(proxy.port, world, ports[1]!, proxy.output);
  } finally {
    await proxy.stop();
  }
}

const binaries = proxyBinaries();
for (const binary of binaries) {
  const { version } = binary;
  const cases = ruleCases.filter(({ since = 'v0.0.0' }) => notBefore(version, since));
  describe(`agentgateway ${version}`, () => {
    it.each(table(cases))('%s', async (_name, each) => {
      const all = { wrong: await seen(binary, each, each.wrong), correct: await seen(binary, each, each.correct) };
      expect(all).toEqual(recorded(each, version));
    });
  });
}
if (binaries.length === 0) skipTests('needs MCPGW_AGENTGATEWAY, the path of an agentgateway binary or of a folder of them');
