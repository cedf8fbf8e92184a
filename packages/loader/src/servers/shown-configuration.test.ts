import type { ServerConfig } from '@mcpgw/mcp-config';
import { shownConfiguration } from './shown-configuration.js';

const policy = { name: 's', enabled: true, quarantined: false, trustMode: 'manual' as const };
const shown = (connection: ServerConfig['connection']) => shownConfiguration({ ...policy, connection });
const rest = { enabled: true, quarantined: false, trustMode: 'manual' };

describe('secrets are masked', () => {
  it('of a command: variables, arguments after options for secrets, and the same values elsewhere', () => {
    const env = { API_TOKEN: 'hunter2-hunter2', LOG_LEVEL: 'debug', PATH: '/usr/bin' };
    const args = ['--token', 'abc', '--api-key=xyz123', '--level', 'hunter2-hunter2', '--password', 'short', 'https://u:p@h.example/?k=v'];
    expect(shown({ transport: 'stdio', command: 'npx', args, env, cwd: '/srv' })).toEqual({
      transport: 'stdio',
      command: 'npx',
      args: ['--token', '***', '--api-key=***', '--level', '***', '--password', '***', 'https://h.example/?***'],
      env: { API_TOKEN: '***', LOG_LEVEL: 'debug', PATH: '/usr/bin' },
      cwd: '/srv',
      ...rest,
    });
  });

  it('of an address: userinfo, query values, headers', () => {
    const headers = { Authorization: 'Bearer abcdefgh', 'X-Api-Key': 'k', Accept: 'application/json' };
    expect(shown({ transport: 'http', url: 'https://me:pw@h.example/mcp?key=v', headers })).toEqual({
      transport: 'http',
      url: 'https://h.example/mcp?***',
      headers: { Authorization: '***', 'X-Api-Key': '***', Accept: 'application/json' },
      ...rest,
    });
  });

  it('of a login: secret, key and further parameters', () => {
    const login = { mode: 'shared', clientId: 'gateway', clientSecret: 'hunter2', privateKey: 'PEM', extraParams: { a: 'b' } } as const;
    expect(shown({ transport: 'http', url: 'https://h.example/', login } as never)).toMatchObject({
      login: { mode: 'shared', clientId: 'gateway', clientSecret: '***', privateKey: '***', extraParams: { a: '***' } },
    });
  });

  it('what cannot be used says why', () =>
    expect(shown({ transport: 'malformed', reason: 'no url' })).toEqual({ transport: 'malformed', reason: 'no url', ...rest }));
});
