/** The configuration is read again and again under load: good ones, bad ones, with servers that come, go and change. */
import { Session } from '../callers.js';
import { Fleet, stdioEntry } from '../fleet.js';
import { Gateway } from '../gateway.js';
import { closeCallers, openCallers, type Phase } from '../phase.js';
import { childrenOf, descriptorsOf } from '../process-facts.js';
import { Tally } from '../tally.js';
import { until } from '../wait.js';

const passing = 'passing';

export const reload: Phase = {
  name: 'reload',
  what: 'SIGHUP under load, with good and bad configurations; one server comes, goes and changes',
  weight: 1,
  async run(context) {
    const { random } = context;
    const fleet = await Fleet.start({ stdio: 2, v1: 1, v2: 1, rest: true, echoMs: 100 });
    const good = fleet.config;
    const withPassing = (more: object = {}) => ({ ...good, servers: { ...fleet.servers, [passing]: { ...stdioEntry(passing), ...more } } });
    const store = { type: 'file', folder: `${context.folder}/state` };
    const wellFormed: (() => object)[] = [
      () => good,
      () => withPassing(),
      () => withPassing({ env: { CHANGED: String(random.next()) } }),
      () => ({ ...good, tools_limit: random.between(5, 50) }),
    ];
    const malformed: (() => object | string)[] = [
      () => 'servers: [',
      () => '',
      () => ({ ...good, servers: { ...fleet.servers, bad: { url: 'no url', trust_mode: 'auto' } } }),
      () => ({ ...good, no_such_setting: true }),
      () => ({ ...good, timeouts: { call: 'soon' } }),
      () => ({ ...good, instructions: '${env:SOAK_NOT_SET}' }),
    ];
    const gateway = await Gateway.start({ folder: context.folder, config: good });
    const callers = await openCallers(gateway, [8, port => Session.open(port)]);
    const [descriptors, children] = [descriptorsOf(gateway.pid), childrenOf(gateway.pid).length];
    const reloads = (outcome: string) => gateway.metric('mcpgw_reloads_total', `outcome="${outcome}"`);
    const configure = (config: object | string) => gateway.configure(typeof config === 'string' ? config : { ...config, store });

    /** Reloads once, and waits until it is counted as what it has to be. */
    const once = async (config: object | string, outcome: 'applied' | 'refused') => {
      const before = await reloads(outcome);
      configure(config);
      gateway.signal('SIGHUP');
      await until(`a reload is ${outcome}: ${JSON.stringify(config).slice(0, 200)}`, async () => (await reloads(outcome)) > before);
    };
    const counts = { applied: 0, refused: 0, hasty: 0 };
    const step = async () => {
      const draw = random.next();
      if (draw < 0.4) await once(random.pick(wellFormed)(), 'applied').then(() => counts.applied++);
      else if (draw < 0.8) await once(random.pick(malformed)(), 'refused').then(() => counts.refused++);
      else {
        // Signals that come faster than they are followed.
        for (let signals = random.between(2, 10); signals > 0; signals--, counts.hasty++) {
          configure(random.pick([...wellFormed, ...malformed])());
          gateway.signal('SIGHUP');
        }
      }
    };
    let over = false;
    const reloading = context.meanwhile(
      step,
      () => over,
      () => random.between(50, 500),
    );
    const others = new Tally();
    const nonce = () => {
      const text = fleet.nonce();
      return { tool: `${passing}__echo`, args: { nonce: text, ms: 50 }, expected: `${passing} ${text}` };
    };
    await Promise.all([
      context.load(callers.slice(2), () => fleet.echo(random)),
      context.load(callers.slice(0, 2), nonce, { tally: others }),
    ]);
    over = true;
    await reloading;
    context.judgeCalls();
    context.judgeCalls({ tally: others, named: true, of: 'on the server that comes and goes: ' });
    context.verdict(
      'good configurations were applied and bad ones refused',
      counts.applied > 0 && counts.refused > 0,
      JSON.stringify(counts),
    );

    await once(malformed[2]!(), 'refused');
    const { configuration } = JSON.parse((await gateway.get('/status')).text) as { configuration?: { refused?: unknown } };
    context.verdict('/status says that a configuration was refused', configuration?.refused !== undefined, JSON.stringify(configuration));
    await once(good, 'applied');
    await gateway.untilAllReady(fleet.names.length + 1);
    const left = await until(
      'the servers that are gone end',
      () => childrenOf(gateway.pid).length <= children && [childrenOf(gateway.pid).length],
    );
    context.verdict('as many child processes as before', left[0] === children, `${children} before, ${left[0]} after`);
    const names = await (callers[0] as Session).toolNames();
    context.verdict('no tool of a server that is gone is listed', !names.some(name => name.startsWith(`${passing}__`)), names.length);
    for (const name of [...fleet.names, 'rest']) await context.call(callers[0]!, fleet.echo(random, name));
    await closeCallers(callers);
    await context.judgeDescriptors(gateway, descriptors);
    context.judgeGateway(gateway);
    const code = await gateway.stop();
    context.verdict('it stops with exit code 0', code === 0, code);
  },
};
