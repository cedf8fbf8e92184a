/** A real agentgateway as the chart's proxy: agent, proxy, authorization, gateway, server and back; and the timeout of authorization. */

import { describeUnless } from '../../../helpers/needs.js';
import { helm, helms } from '../../../helpers/real-helm.js';
import { untilPasses } from '../../../helpers/until.js';
import { agentgatewayMissing, type Called, call, proxyRepository, proxyVersion, runProgram, runTools, serviceOf } from '../workbench.js';
import { type Ground, prepare, ready } from './ground.js';

const namespace = 'proxied';
const timeoutMs = 2000;

/** An HTTP authorization service that answers with the status and after the milliseconds that /tmp/answer names. */
const authorizer = `exec node -e '
  const fs = require("fs");
  require("http").createServer((_, response) => {
    const [status = 200, wait = 0] = fs.existsSync("/tmp/answer") ? fs.readFileSync("/tmp/answer", "utf8").split(" ").map(Number) : [];
    setTimeout(() => response.writeHead(status).end(), wait);
  }).listen(9100);
  process.on("SIGTERM", () => process.exit(0));
'`;

const values = [
  ...['gateway.enabled=true', 'gateway.config.servers.tools.url=http://tools:8000/mcp', 'gateway.config.servers.tools.trust_mode=auto'],
  ...[`image.repository=${proxyRepository}`, `image.tag=${proxyVersion}`],
  ...['enabled=true', 'serviceName=authz', 'protocol=http', `timeout=${timeoutMs / 1000}s`].map(
    setting => `global.agentgateway.extAuth.${setting}`,
  ),
].flatMap(setting => ['--set', setting]);

export function behindProxy(ground: Ground): void {
  describeUnless(agentgatewayMissing, 'behind a real agentgateway', () => {
    const ask = (): Promise<Called> => call(ground.node, 'agent', namespace, 'http://demo-mcp-gateway:4000/mcp/gateway', 'greet');
    const authorize = (answer: string) => ground.node.exec('authz', ['sh', '-c', `echo ${answer} >/tmp/answer`], { namespace });

    beforeAll(async () => {
      const { node } = ground;
      await prepare(ground, namespace, values);
      await node.create(serviceOf('authz', namespace, [9100]));
      await Promise.all([
        runProgram(node, 'authz', { namespace, script: authorizer }),
        runProgram(node, 'agent', { namespace }),
        runTools(node, 'tools', namespace),
      ]);
      helm(helms.at(-1)!, node, ['install', 'demo', ground.chart, '-n', namespace, ...values]);
      await ready(node, namespace);
    });
    afterAll(() => void helm(helms.at(-1)!, ground.node, ['uninstall', 'demo', '-n', namespace]));

    test('a call goes through and back', async () => {
      await untilPasses(async () => expect(await ask()).toMatchObject({ isError: false, text: 'undefined: hello' }));
    });

    test('a refusal is one', async () => {
      await authorize('403 0');
      expect((await ask()).error).toBe('Error POSTing to endpoint: ');
    });

    test('an authorization that takes long ends at the timeout that was set', async () => {
      await authorize('200 25000');
      const start = performance.now();
      const { error } = await ask();
      const elapsed = performance.now() - start;
      expect(error).toBe('Error POSTing to endpoint: upstream call timeout');
      expect(elapsed).toBeGreaterThanOrEqual(timeoutMs);
      expect(elapsed).toBeLessThan(20_000);
    });

    test('it works again when the authorization does', async () => {
      await authorize('200 0');
      await untilPasses(async () => expect(await ask()).toMatchObject({ isError: false }));
    });
  });
}
