import { at, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { isAbsentObject } from '../objects/absent.js';
import { hostsOf, mcpTargetsOf, ownBackendsOf } from '../objects/backends.js';
import { isAgentgateway } from '../objects/gateways.js';
import { integerOf, type ObjectView, ofKind, textOr } from '../objects/objects.js';
import { usersOf } from '../objects/parameters.js';
import { routesView } from '../reach/routes.js';
import { deployedOf } from '../translation/deployed.js';

/** Targets that have one address. */
function checkTargets(backend: ObjectView, report: RuleContext['report']): void {
  const taken = new Map<string, string>();
  for (const { node, path, name } of mcpTargetsOf(backend)) {
    const target = get(node, 'static');
    const host = text(get(target, 'host')) ?? text(at(target, 'backendRef', 'name'));
    if (host === undefined) continue;
    const key = `${host}:${integerOf(get(target, 'port')) ?? ''}${text(get(target, 'path')) ?? ''}`;
    const other = taken.get(key);
    if (other === undefined) taken.set(key, text(name) ?? '');
    else
      report({
        at: target!,
        path: [...path, 'static'],
        message: `the target "${other}" has the same address: its tools are offered twice`,
        suggestion: 'remove one of the two, unless their policies differ',
        severity: 'info',
      });
  }
}

/** A socket is shared through a volume, which only the parameters of a Gateway can give its proxy. */
function checkSocket(stream: Node, version: string, backend: ObjectView, report: RuleContext['report']): void {
  const socket = at(backend.node, 'spec', 'static', 'unixPath');
  const path = text(socket) ?? '';
  if (!path.startsWith('/')) return;
  const rules = routesView(stream).byBackend.get(backend) ?? [];
  for (const gateway of new Set(rules.flatMap(({ reach }) => reach.gateways))) {
    if (isAbsentObject(gateway) || !isAgentgateway(gateway)) continue;
    const own = ofKind(stream, 'AgentgatewayParameters').filter(each => usersOf(stream, each).includes(gateway));
    const names = at(gateway.node, 'spec', 'infrastructure', 'parametersRef') !== undefined;
    const mounts = own.flatMap(each => {
      const made = deployedOf(stream, version).find(({ parameters }) => parameters === each);
      return made === undefined ? undefined : items(get(made.proxy, 'volumeMounts')).map(mount => textOr(mount, 'mountPath', ''));
    });
    if (own.length === 0 ? names : mounts.some(mount => mount === undefined || covers(mount, path))) continue;
    report({
      at: socket!,
      path: ['spec', 'static', 'unixPath'],
      message: `the proxy of the Gateway "${gateway.name}" mounts nothing at "${path}": it shares no socket with another container`,
      suggestion: 'add a volume and its mount to "deployment" of the AgentgatewayParameters, beside the container that serves the socket',
      ...(own.length === 0 ? { severity: 'info' } : {}),
    });
    return;
  }
}

/** Whether a mount holds a file. The folder /tmp, which the controller mounts, is the proxy's own. */
const covers = (mount: string, path: string): boolean =>
  mount !== '/tmp' && mount !== '' && path.startsWith(`${mount.replace(/\/+$/, '')}/`);

export const backendAddress: Rule = {
  id: 'backend-address',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The text is stored as an address, and no connection can be made to it, or two names stand for one server.',
  docs: {
    checks:
      'AgentgatewayBackends: the ARN of an AgentCore runtime has the form of one (an error), paths of Unix sockets are absolute, and lie below a volume that the parameters of the Gateway mount (an info without parameters), names of hosts have no underscore. An info for two MCP targets with the same address and path.',
    seen: 'The controller of v1.4.1 reports such a backend as Accepted=True and sends the text as it is written.',
    fix: 'Write the ARN as AWS shows it, an absolute path, a hostname of letters, digits and "-".',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: agent}
spec: {aws: {agentCore: {agentRuntimeArn: my-agent}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: agent}
spec: {aws: {agentCore: {agentRuntimeArn: "arn:aws:bedrock-agentcore:eu-west-1:123456789012:runtime/my-agent"}}}
`,
  },
  check({ root, version, report }) {
    for (const backend of ownBackendsOf(root)) {
      const arnPath = ['spec', 'aws', 'agentCore', 'agentRuntimeArn'];
      const arn = at(backend.node, ...arnPath);
      if (arn !== undefined && !/^arn:[^:]*:bedrock-agentcore:[a-z0-9-]+:\d{12}:runtime\/.+$/.test(text(arn) ?? ''))
        report({
          at: arn,
          path: arnPath,
          message: `"${(text(arn) ?? '').slice(0, 80)}" is not an ARN of an AgentCore runtime`,
          suggestion: 'write it as "arn:aws:bedrock-agentcore:REGION:ACCOUNT:runtime/NAME"',
          severity: 'error',
        });
      const socket = at(backend.node, 'spec', 'static', 'unixPath');
      if (socket !== undefined && !/^[/@]/.test(text(socket) ?? ''))
        report({
          at: socket,
          path: ['spec', 'static', 'unixPath'],
          message: 'the path is relative to the folder in which the proxy runs',
          suggestion: 'write it starting with "/"',
        });
      checkSocket(root, version, backend, report);
      for (const view of hostsOf(backend)) {
        const host = get(view.node, 'host')!;
        if (!(text(host) ?? '').includes('_')) continue;
        report({
          at: host,
          path: [...view.path, 'host'],
          message: `the hostname "${text(host)}" contains an underscore, which certificates and some resolvers refuse`,
          suggestion: `use "${text(host)!.replaceAll('_', '-')}"`,
        });
      }
      checkTargets(backend, report);
    }
  },
};
