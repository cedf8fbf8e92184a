import { scene, server, tool } from './fixtures.js';

const github = server('github', [
  tool('create_issue', 'Create an issue in a repository'),
  tool('list_issues', 'List the issues of a repository'),
  tool('deletePullRequest', 'Delete a pull request'),
]);
const names = (found: { readonly callable: readonly { readonly name: string }[] }) => found.callable.map(({ name }) => name);

describe('search', () => {
  it.each<[string, string[]]>([
    ['create issue', ['github:create_issue', 'github:list_issues']],
    ['CREATE-ISSUE', ['github:create_issue', 'github:list_issues']],
    ['github:create_issue', ['github:create_issue', 'github:list_issues', 'github:deletePullRequest']],
    ['pull request', ['github:deletePullRequest']],
    ['pullrequest', []],
    ['deletePullRequest', ['github:deletePullRequest']],
    ['delete_pull_request', ['github:deletePullRequest']],
    ['iss', ['github:create_issue', 'github:list_issues']],
    ['repositories', ['github:create_issue', 'github:list_issues']],
    ['weather', []],
    ['', []],
    ['"(*|[x-z]+)+$', []],
    ['__proto__ constructor toString', []],
  ])('%j finds %j', async (query, expected) => {
    const { catalogue } = await scene([github]);
    expect(names(catalogue.search(query, 15))).toEqual(expected);
  });

  it('orders by score, then by name, whatever the order of servers and tools', async () => {
    const servers = ['c', 'a', 'b'].map(name =>
      server(
        name,
        ['z', 'y', 'x'].map(end => tool(`run_${end}`, 'Runs a query')),
      ),
    );
    for (const order of [servers, [...servers].reverse()]) {
      const { catalogue } = await scene(order);
      const found = catalogue.search('query', 15).callable;
      expect(found.map(({ name }) => name)).toEqual(['a', 'b', 'c'].flatMap(name => ['x', 'y', 'z'].map(end => `${name}:run_${end}`)));
      expect(new Set(found.map(({ score }) => score)).size).toBe(1);
    }
  });

  it('a rare word counts more than a frequent one, a name more than a description, a whole word more than its start', async () => {
    const many = Array.from({ length: 20 }, (_, index) => tool(`get_${index}`, 'get something'));
    const { catalogue } = await scene([
      server('s', [...many, tool('a', 'a telescope'), tool('telescope', 'b'), tool('c', 'telescopic things')]),
    ]);
    expect(names(catalogue.search('get telescope', 3))[0]).toBe('s:telescope');
    expect(names(catalogue.search('tele', 3))).toEqual(['s:telescope', 's:a', 's:c']);
  });

  it('is bounded: long queries, long descriptions, many tools', async () => {
    const { catalogue } = await scene([server('s', [tool('needle', `needle ${'x '.repeat(5_000_000)} tail`)])]);
    expect(names(catalogue.search(`needle ${'y '.repeat(1_000_000)}`, 15))).toEqual(['s:needle']);
    expect(names(catalogue.search('tail', 15))).toEqual([]);
  });

  it('follows what servers list', async () => {
    const { catalogue, setServers } = await scene([github]);
    expect(names(catalogue.search('weather', 15))).toEqual([]);
    const weather = { ...github, tools: [...github.tools, tool('weather')] };
    setServers([weather]);
    expect(names(catalogue.search('weather', 15))).toEqual(['github:weather']);
    setServers([]);
    expect(names(catalogue.search('weather', 15))).toEqual([]);
  });
});

it('callable tools stand in the order of their names; those of one name count once', async () => {
  const { catalogue } = await scene([server('b', [tool('y'), tool('x'), tool('y', 'again')]), server('a', [tool('z')])]);
  expect(catalogue.callable().map(({ name, tool }) => [name, tool.description])).toEqual([
    ['a:z', ''],
    ['b:x', ''],
    ['b:y', ''],
  ]);
});

describe('statusOf', () => {
  it('follows configuration and approvals', async () => {
    const servers = [
      server('off', [tool('a')], { enabled: false }),
      server('held', [tool('a')], { quarantined: true }),
      server('allow', [tool('a'), tool('b')], { enabledTools: ['a'] }),
      server('deny', [tool('a'), tool('b')], { disabledTools: ['a'] }),
      server('manual', [tool('a'), tool('b')], { trustMode: 'manual' }),
    ];
    const { catalogue, approvals } = await scene(servers);
    await approvals.approve('manual', 'b', { by: 'me' });
    await approvals.disable('allow', 'a', 'me');
    const asked = [
      ['off', 'a'],
      ['held', 'a'],
      ['allow', 'a'],
      ['allow', 'b'],
      ['deny', 'a'],
      ['deny', 'b'],
      ['manual', 'a'],
      ['manual', 'b'],
      ['manual', 'nope'],
      ['nope', 'a'],
      ['__proto__', 'constructor'],
      ['off', 'nope'],
      ['held', 'nope'],
      ['allow', 'nope'],
    ];
    expect(asked.map(([name, tool]) => catalogue.statusOf(name!, tool!))).toEqual([
      'server_disabled',
      'server_quarantined',
      'disabled_by_user',
      'disabled_by_config',
      'disabled_by_config',
      undefined,
      'pending_approval',
      undefined,
      'disabled_unknown',
      'disabled_unknown',
      'disabled_unknown',
      'server_disabled',
      'server_quarantined',
      'disabled_by_config',
    ]);
  });

  it('a tool that is not on record yet is locked where approval is needed, and may be called where it is not', async () => {
    const { catalogue, setServers } = await scene([]);
    setServers([server('manual', [tool('a')], { trustMode: 'manual' }), server('auto', [tool('a')])]);
    expect([catalogue.statusOf('manual', 'a'), catalogue.statusOf('auto', 'a')]).toEqual(['disabled_unknown', undefined]);
  });

  it('a decision shows at once', async () => {
    const { catalogue, approvals } = await scene([server('s', [tool('a')], { trustMode: 'manual' })]);
    expect(catalogue.statusOf('s', 'a')).toBe('pending_approval');
    await approvals.approve('s', 'a', { by: 'me' });
    expect(catalogue.statusOf('s', 'a')).toBeUndefined();
    await approvals.disable('s', 'a', 'me');
    expect(catalogue.statusOf('s', 'a')).toBe('disabled_by_user');
    await approvals.enable('s', 'a', 'me');
    expect(catalogue.statusOf('s', 'a')).toBeUndefined();
  });

  it('a changed tool is locked although the record still says approved', async () => {
    const { catalogue, approvals, setServers } = await scene([server('s', [tool('a')], { trustMode: 'manual' })]);
    await approvals.approve('s', 'a', { by: 'me' });
    setServers([server('s', [tool('a', 'now something else')], { trustMode: 'manual' })]);
    expect([approvals.get('s', 'a')?.status, catalogue.statusOf('s', 'a')]).toEqual(['approved', 'pending_approval']);
  });
});

it('tools of a server that is off are known from the record', async () => {
  const { catalogue, approvals, setServers } = await scene([server('s', [tool('a', 'Adds')])]);
  setServers([server('s', [], { enabled: false })]);
  expect(catalogue.search('adds', 15).locked).toMatchObject([{ name: 's:a', status: 'server_disabled', tool: { description: 'Adds' } }]);
  await approvals.observe('t', [tool('b')], 'auto');
  setServers([server('t', [])]);
  expect(catalogue.all()).toEqual([]);
});

describe('counts', () => {
  it.each<[string, Parameters<typeof server>[2], unknown]>([
    ['all may be called', {}, undefined],
    ['server off', { enabled: false }, { callable: 0, server_disabled: 3 }],
    ['quarantined', { quarantined: true }, { callable: 0, server_quarantined: 3 }],
    ['one denied', { disabledTools: ['list_issues', 'no_such_tool'] }, { callable: 2, disabled_by_config: 1 }],
    ['one allowed', { enabledTools: ['list_issues'] }, { callable: 1, disabled_by_config: 2 }],
    ['all wait', { trustMode: 'manual' }, { callable: 0, pending_approval: 3 }],
  ])('%s', async (_name, more, counts) => {
    const { catalogue } = await scene([{ ...github, ...more }]);
    expect(catalogue.counts('github')).toStrictEqual(counts);
  });

  it('of a server without tools, or of none, are absent', async () => {
    const { catalogue } = await scene([server('empty', [])]);
    expect([catalogue.counts('empty'), catalogue.counts('nope')]).toEqual([undefined, undefined]);
  });
});
