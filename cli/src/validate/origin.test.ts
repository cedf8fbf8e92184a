/** Where findings of a rendered chart point: at the user's values, also for keys that were rendered as a whole; and values without a chart. */
import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import { runValidate } from './run.js';

inOwnFolder('origin-');
afterEach(() => jest.restoreAllMocks());

test('a key is traced to the mapping of the values that was rendered as a whole', async () => {
  writeTree(
    {
      'w/Chart.yaml': 'apiVersion: v2\nname: w\nversion: 1.0.0\n',
      'w/values.yaml': 'gateway: {config: {}}\nserverz: {}\n',
      'w/templates/cm.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  gateway.yaml: |\n{{ toYaml .Values.gateway.config | indent 4 }}\n',
      'prod.yaml': 'gateway:\n  config:\n    serverz: {}\n    servers:\n      a: {}\n    __proto__: {}\n',
    },
    '.',
  );
  let out = '';
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += String(text);
    return true;
  });
  await runValidate(['w'], { ...validateFlags, values: ['prod.yaml'], output: 'json' });
  const { findings } = JSON.parse(out) as { findings: { rule: string; file: string; line: number; column: number; message: string }[] };
  expect(findings.map(({ rule, file, line, column, message }) => [rule, `${file}:${line}:${column}`, message])).toEqual([
    [
      'unknown-field',
      'prod.yaml:3:5',
      'unknown field "serverz" in gateway.yaml (rendered from gateway.config.serverz into w/templates/cm.yaml)',
    ],
    [
      'no-endpoint',
      'prod.yaml:5:7',
      expect.stringMatching(/neither a command nor a URL \(rendered from gateway\.config\.servers\.a into /),
    ],
    ['unknown-field', 'prod.yaml:6:5', expect.stringContaining('(rendered from gateway.config.__proto__ into ')],
  ]);
});

test.each([
  [{ values: ['a b.yaml', 'c.yaml'] }, "for values of the bundled chart: mcpgw validate 'a b.yaml' c.yaml"],
  [{ values: ['c.yaml'], chart: 'x' }, 'for values of this chart: mcpgw validate c.yaml --chart x'],
])('values files alone: %j', async (flags, hint) => {
  await expect(runValidate([], { ...validateFlags, ...flags })).rejects.toThrow(
    `name a file, a folder, a chart, or - for standard input; ${hint}`,
  );
});
