import { defaultServeConfig, type ServeConfig } from '@mcpgw/mcp-config';
import { type ConfigSnapshot, LiveConfig, type SnapshotSources } from './live-config.js';

const nobody = undefined;
const key = (text: string) => ({ name: text, key: text, groups: [], scopes: [] });
const sees = (snapshot: ConfigSnapshot, profile: string, server: string) => snapshot.view(profile, nobody)?.has(server) ?? true;

function live(settings: Partial<ServeConfig> = {}, more: Partial<SnapshotSources> = {}): LiveConfig {
  return new LiveConfig({
    settings: { ...defaultServeConfig, ...settings },
    servers: [
      { name: 'trusted', trustMode: 'auto', enabled: true, quarantined: false },
      { name: 'foreign', trustMode: 'manual', enabled: true, quarantined: false },
    ],
    version: '1.2.3',
    hasLocalClient: false,
    loadedAt: new Date(0),
    needsRestart: [],
    ...more,
  });
}

it('derives names, profiles, limits and the identity from the settings', () => {
  const { current } = live({ profiles: [{ name: 'p', servers: ['trusted', 'gone'] }], instructions: 'Read first.' });
  expect(current.names.parse('foreign:tool')).toEqual({ server: 'foreign', tool: 'tool' });
  expect(current.names.parse('call_tool')).toBeUndefined();
  expect([current.views.has('p'), current.views.has('q')]).toEqual([true, false]);
  expect(current.view(undefined, nobody)).toBeUndefined();
  expect([sees(current, 'p', 'trusted'), sees(current, 'p', 'gone'), sees(current, 'p', 'foreign'), sees(current, 'q', 'trusted')]).toEqual(
    [true, true, false, false],
  );
  expect(current.sessionLimits).toEqual({ maxSessions: 1000, idleMs: 1_800_000 });
  expect(current.queueLimits).toEqual({ running: 100, queued: 1000, milliseconds: 60_000 });
  expect(current.unreadLimits).toEqual({ bytes: 268_435_456, milliseconds: 60_000 });
  expect(current.maxBodyBytes).toBe(4_194_304);
  expect(current.identity).toMatchObject({ serverInfo: { name: 'mcpgw', version: '1.2.3' }, instructions: 'Read first.' });
});

it.each<[string, boolean, readonly string[]]>([
  ['while hold_unreviewed is on', true, ['foreign']],
  ['and no server while it is off', false, []],
])('holds servers that are not trusted %s', (_case, holdUnreviewed, held) => {
  const { current } = live({ holdUnreviewed });
  expect(['trusted', 'foreign', 'unknown'].filter(name => current.holdsUntilApproved(name))).toEqual(held);
});

it.each<[string, Partial<ServeConfig>, boolean, boolean]>([
  ['on loopback without keys, every client', {}, false, true],
  ['elsewhere without keys, nobody', { listen: { host: '0.0.0.0', port: 1 } }, false, false],
  ['with keys of clients, nobody', { auth: { keys: [key('k')], adminKeys: [] } }, false, false],
  ['with keys of admins, those', { auth: { keys: [key('k')], adminKeys: [key('a')] } }, false, true],
  ['on standard input and output, always', { auth: { keys: [key('k')], adminKeys: [] } }, true, true],
])('who may act on servers: %s', (_case, settings, hasLocalClient, hasManager) => {
  expect(live(settings, { hasLocalClient }).current.hasManager).toBe(hasManager);
});

it('a replacement changes what is current, and no snapshot that somebody holds', () => {
  const config = live({ profiles: [{ name: 'p', servers: ['trusted'] }] });
  const before = config.current;
  const seen: boolean[] = [];
  config.onChange(() => seen.push(sees(config.current, 'p', 'foreign')));
  config.addLocalClient();
  config.replace({ settings: { ...defaultServeConfig, profiles: [{ name: 'p', servers: ['foreign'] }] } });
  expect(seen).toEqual([true]);
  expect([sees(before, 'p', 'trusted'), sees(before, 'p', 'foreign'), before.sources.hasLocalClient]).toEqual([true, false, false]);
  expect([sees(config.current, 'p', 'trusted'), config.current.sources.hasLocalClient, config.current.sources.version]).toEqual([
    false,
    true,
    '1.2.3',
  ]);
});

it('a refusal lasts until a configuration is applied', () => {
  const config = live();
  const { current } = config;
  config.refuse({ at: new Date(5), reason: 'broken' });
  expect([config.refusal, config.current]).toEqual([{ at: new Date(5), reason: 'broken' }, current]);
  config.replace({});
  expect(config.refusal).toBeUndefined();
});
