import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Outcome, runCommand } from '../../../test/helpers/command.js';
import { registerVersion } from './version.js';

const mockWritten: string[] = [];
jest.mock('../stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text), endProcess: () => {} }));

const version = (...argv: string[]): Promise<Outcome> => runCommand(registerVersion, mockWritten, ['version', ...argv]);

test('as text', async () => {
  const { code, stdout, stderr } = await version();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').map(line => line.split(':')[0])).toEqual([
    'mcpgw',
    'commit',
    'chart',
    'renders as Helm',
    'knows agentgateway',
    'knows Kubernetes',
    'Node',
    '',
  ]);
  expect(stdout).toContain(
    'mcpgw:              v0.1.0\ncommit:             unknown\nchart:              mcp-gateway 0.1.0 (agentgateway v1.4.1)\n',
  );
  expect(stdout).toContain('v0.11.0, v0.12.0, v1.0.0, v1.1.0, v1.2.0, v1.3.0, v1.4.0, v1.4.1\n');
});

test('--short is one line', async () => {
  expect(await version('--short')).toEqual({ code: 0, stdout: 'v0.1.0\n', stderr: '' });
});

test.each([['-o', 'json'], ['-ojson'], ['-o=json'], ['--output=json']])('as JSON of its schema: %s %s', async (...argv) => {
  const { code, stdout } = await version(...argv);
  const schema = JSON.parse(readFileSync(join(__dirname, '../../../schemas/version.json'), 'utf8')) as object;
  const validate = new Ajv2020({ strict: false }).compile(schema);
  const report = JSON.parse(stdout) as { version: string; helm: string[]; agentgateway: { default: string } };
  expect({ code, isValid: validate(report) }).toEqual({ code: 0, isValid: true });
  expect(report).toMatchObject({ version: '0.1.0', commit: null, agentgateway: { default: 'v1.4.1' } });
  expect(report.helm).toContain('4.2.4');
});

test.each(['-v', '-V', '--version'])('mcpgw %s is the bare version', async flag => {
  expect(await runCommand(registerVersion, mockWritten, [flag])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
});

test('an argument is refused', async () => {
  expect(await version('render')).toMatchObject({ code: 2, stdout: '' });
});
