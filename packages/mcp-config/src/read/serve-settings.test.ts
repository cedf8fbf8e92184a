import { readServeConfig } from './read-serve.js';

const timeouts = (text: string, file = 'gateway.yaml') => {
  const { config, findings } = readServeConfig(text, { file, env: {}, readFile: () => undefined });
  return [
    findings.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    config?.timeouts.headers,
    config?.timeouts.request,
  ];
};

it.each<[what: string, text: string, headers: number, request: number]>([
  ['neither', '{}', 10_000, 60_000],
  ['a short request', '{request: 5s}', 5_000, 5_000],
  ['a long request', '{request: 5m}', 10_000, 300_000],
  ['a request without a limit', '{request: 0s}', 10_000, 0],
  ['both', '{headers: 2s, request: 5s}', 2_000, 5_000],
])('headers have the time of the whole request at most: %s', (_what, text, headers, request) =>
  expect(timeouts(`servers: {a: {command: x}}\ntimeouts: ${text}`)).toEqual([[], headers, request]),
);

it('the same holds for http_read_timeout of mcp_config.json', () => {
  expect(timeouts('{"http_read_timeout": "5s", "mcpServers": []}', 'mcp_config.json')).toEqual([[], 5_000, 5_000]);
});

it('two times that contradict each other are refused', () => {
  expect(timeouts('servers: {a: {command: x}}\ntimeouts: {headers: 10s, request: 5s}')).toEqual([
    ['"headers" is longer than "request", which holds for headers and body together'],
    undefined,
    undefined,
  ]);
});
