import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '../helpers/command.js';
import { mcpgw, outcome, root, standalone } from '../helpers/mcpgw.js';
import { describeUnless } from '../helpers/needs.js';

/** Built here where it is missing; without the compiler (no registry, another platform) there is none. */
const built = existsSync(standalone) || spawnSync(process.execPath, [join(root, 'tools/standalone.mjs')], { stdio: 'ignore' }).status === 0;

describeUnless(built ? undefined : 'its compiler cannot be installed', 'the standalone executable', () => {
  const alone = (args: readonly string[], cwd = root) => outcome(mcpgw(args, { command: [standalone], cwd }));

  test('renders every golden', () => {
    const ours = alone(['golden', 'test/golden']);
    expect(ours).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\d{3} passed, 0 failed, rendered as Helm 3\.20\.0 and 4\.2\.4\n$/),
      stderr: '',
    });
    expect(ours).toEqual(outcome(mcpgw(['golden', 'test/golden'])));
  });

  test.each<[string[]]>([
    [['render', 'mine', '-f', 'examples/acme-production/values.yaml']],
    [['render', 'mine', '-o', 'json', '-f', 'examples/gateway-api/values.yaml']],
    [['render', 'mine', '--set', 'global.agentgateway.proxyPort=x']],
    [['render', '--nope']],
    [['frob']],
    [['--help']],
  ])('does what Node does: %j', args => {
    expect(alone(args)).toEqual(outcome(mcpgw(args)));
  });

  test('a matrix, and init', () => {
    const folder = writeTree({});
    try {
      expect(
        alone(['render', 'mine', '--matrix', join(root, 'examples/environments/*.yaml'), '--output-dir', 'out', '--jobs', '4'], folder),
      ).toMatchObject({
        status: 0,
        stderr: expect.stringMatching(/^3 rendered, 0 failed/),
      });
      expect(alone(['init', 'team'], folder)).toMatchObject({ status: 0, stderr: '' });
      expect(alone(['golden', 'team'], folder)).toEqual({ status: 0, stdout: '1 passed, 0 failed, rendered as Helm 4.2.4\n', stderr: '' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
