import { join } from 'node:path';
import { addressProblem, headerNameProblem, headerValueProblem, readServeConfig } from '@mcpgw/mcp-config';
import { blockedPorts } from '../../mcp-config/src/formats/http.js';
import { validateText } from '../src/validate.js';

/** The blocked ports of the fetch implementation that the gateway uses. */
const { badPorts } = require(join(__dirname, '../../../node_modules/undici/lib/web/fetch/constants.js')) as { badPorts: string[] };

it('knows the ports that fetch refuses', () => {
  expect([...blockedPorts].map(String)).toEqual(badPorts.filter(port => port !== '0'));
});

it('fetch itself refuses them', async () => {
  for (const port of blockedPorts) {
    const error = await fetch(`http://127.0.0.1:${port}/`).catch((thrown: Error) => thrown);
    expect([port, String((error as Error).cause)]).toEqual([port, 'Error: bad port']);
  }
});

const url = 'http://127.0.0.1:10080/mcp';
it.each<[string, string, string]>([
  ['mcp_config.json', `{"mcpServers": [{"name": "a", "url": "${url}", "enabled": true}]}`, 'mcpServers,0,url'],
  ['.mcp.json', `{"mcpServers": {"a": {"url": "${url}"}}}`, 'mcpServers,a,url'],
  ['.mcp.json', `{"mcpServers": {"a": {"httpUrl": "${url}"}}}`, 'mcpServers,a,httpUrl'],
  ['.mcp.json', `{"mcpServers": {"a": {"serverUrl": "${url}"}}}`, 'mcpServers,a,serverUrl'],
  ['mcp.json', `{"servers": {"a": {"type": "http", "url": "${url}"}}}`, 'servers,a,url'],
  ['opencode.json', `{"mcp": {"a": {"type": "remote", "url": "${url}"}}}`, 'mcp,a,url'],
  ['chain.json', `{"a": {"transport": "http", "url": "${url}"}}`, 'a,url'],
  ['config.yaml', `mcp_servers: {a: {url: "${url}"}}`, 'mcp_servers,a,url'],
  ['config.yaml', `mcp_servers: {a: {url: "http://a/mcp", url_isolated: "${url}"}}`, 'mcp_servers,a,url_isolated'],
  ['gateway.yaml', `servers: {a: {url: "${url}"}}`, 'servers,a,url'],
  ['gateway.yaml', `apis: [{name: a, base_url: "${url}"}]`, 'apis,0,base_url'],
])('%s: a port that fetch refuses is found', (file, text, path) => {
  const { findings } = validateText(text, { file });
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(finding => `${finding.path} ${finding.message}`)).toEqual([`${path} HTTP clients refuse to connect to port 10080`]);
});

it('also where it comes from a variable', () => {
  const text = '{"mcpServers": [{"name": "a", "url": "http://h:${env:PORT}/mcp", "enabled": true}]}';
  const { findings } = readServeConfig(text, { file: 'mcp_config.json', env: { PORT: '22' }, readFile: () => undefined });
  expect(findings.map(({ message }) => message)).toEqual(['HTTP clients refuse to connect to port 22 after expansion']);
});

it.each([
  ['http://h', undefined],
  ['HTTPS://h:443/x', undefined],
  ['http://h:80', undefined],
  ['http:///x', '"http:///x" is not an http or https URL'],
  ['http://h:99999', '"http://h:99999" is not an http or https URL'],
  ['http://[::1]:6000/x', 'HTTP clients refuse to connect to port 6000'],
])('%s', (address, expected) => expect(addressProblem(address)?.message).toBe(expected));

it.each([
  ['X-A', undefined],
  ['X\r\nA', 'the name of a header has a character that HTTP does not allow'],
  ['', 'the name of a header has a character that HTTP does not allow'],
  ['Expect', 'the header Expect is set by the HTTP client alone'],
  ['transfer-encoding', 'the header transfer-encoding is set by the HTTP client alone'],
])('header %j', (name, expected) => expect(headerNameProblem(name)?.message).toBe(expected));

const values = Array.from({ length: 0x120 }, (_, code) => String.fromCharCode(code));
it('takes the values of headers that fetch takes', () => {
  const fetchTakes = (value: string): boolean => {
    try {
      return new Headers({ x: `a${value}b` }).get('x') !== null;
    } catch {
      return false;
    }
  };
  const differ = values.filter(value => fetchTakes(value) !== (headerValueProblem('x', `a${value}b`) === undefined));
  // The dispatcher below fetch refuses control characters that Headers takes.
  expect(differ.map(value => value.charCodeAt(0)).filter(code => code >= 0x20 && code !== 0x7f)).toEqual([]);
});

it.each([
  ['{"X\\r\\nA": "1"}', 'the name of a header has a character that HTTP does not allow'],
  ['{"X-A": "1\\r\\nX-B: 2"}', 'the value of the header X-A has a character that HTTP does not allow'],
  ['{"X-A": "\\u0100"}', 'the value of the header X-A has a character that HTTP does not allow'],
  ['{"X-A": "1", "x-a": "2"}', 'the header x-a is set twice: names of headers are the same in any case'],
])('validate and serve refuse headers %s', (headers, expected) => {
  const text = `{"mcpServers": [{"name": "a", "url": "http://h/mcp", "enabled": true, "headers": ${headers}}]}`;
  const served = readServeConfig(text, { file: 'mcp_config.json', env: {}, readFile: () => undefined });
  const { findings } = validateText(text, { file: 'mcp_config.json' });
  expect([findings.map(({ message }) => message), served.findings.map(({ message }) => message), served.config]).toEqual([
    [expected],
    [expected],
    undefined,
  ]);
});
