import { at, get, isAt, items, type Node, type Rule } from '@mcpgw/structure';
import { probeKeys } from '../objects/handlers.js';
import { integerOf, textOr } from '../objects/objects.js';
import { type Deployed, deployedOf } from '../translation/deployed.js';
import { itemNamed } from '../translation/strategic-merge.js';

type Said = readonly [at: Node | undefined, message: string, suggestion: string, severity?: 'error' | 'info'];

function ofStop({ pod, proxy, drain }: Deployed): Said[] {
  const grace = get(pod, 'terminationGracePeriodSeconds');
  const seconds = integerOf(grace) ?? 30;
  const sleep = at(proxy, 'lifecycle', 'preStop', 'sleep', 'seconds');
  const pause = integerOf(sleep) ?? 0;
  if (seconds < drain)
    return [
      [grace, `the pod is killed after ${seconds} s, and the proxy ends its connections within ${drain} s`, 'use "shutdown.max" instead'],
    ];
  return pause > 0 && pause + drain > seconds
    ? [
        [
          sleep,
          `the sleep of ${pause} s counts too: the pod is killed before the proxy has had its ${drain} s`,
          `write at least ${pause + drain} in terminationGracePeriodSeconds`,
        ],
      ]
    : [];
}

/** Ports at which the proxy answers probes, with their paths. */
const answering: Readonly<Record<number, string>> = { 15021: '/healthz/ready', 15020: '/metrics' };

function ofProbes({ proxy }: Deployed): Said[] {
  return probeKeys.flatMap((key): Said[] => {
    const [port, path] = [at(proxy, key, 'httpGet', 'port'), at(proxy, key, 'httpGet', 'path')];
    const number = integerOf(port);
    const effect = key === 'readinessProbe' ? 'the pod never gets ready' : 'the pod is restarted again and again';
    if (number !== undefined && answering[number] === undefined)
      return [[port, `the proxy answers probes at port 15021, not at ${number}: ${effect}`, 'use port 15021 and /healthz/ready']];
    if (number !== undefined && path?.kind === 'scalar' && path.text !== answering[number])
      return [[path, `port ${number} answers ${answering[number]} only: ${effect}`, `use "${answering[number]}"`]];
    const command = at(proxy, key, 'exec', 'command') ?? at(proxy, 'lifecycle', 'preStop', 'exec', 'command');
    return command === undefined || key !== 'readinessProbe'
      ? []
      : [[command, 'the image of the proxy has no shell and no other programs', 'use httpGet, or "sleep" of preStop', 'info']];
  });
}

function ofPod({ pod, proxy, ports, spec }: Deployed): Said[] {
  const said: Said[] = [];
  const workload = get(spec, 'deployment') ?? get(spec, 'daemonSet');
  if (proxy === undefined)
    return [[workload, 'the overlay removes the container of the proxy', 'keep the container "agentgateway"', 'error']];
  const args = get(proxy, 'args');
  if (args !== undefined && !items(args).some(each => each.kind === 'scalar' && each.text.includes('/config/config.yaml')))
    said.push([
      args,
      'the arguments of the controller are replaced: the proxy does not read "rawConfig" and "logging"',
      'keep "-f /config/config.yaml"',
    ]);
  if (get(proxy, 'command') !== undefined)
    said.push([get(proxy, 'command'), 'the program of the image is replaced', 'leave "command" out, unless the image is your own', 'info']);
  const sysctls = items(at(pod, 'securityContext', 'sysctls'));
  const opens = itemNamed(at(pod, 'securityContext', 'sysctls'), 'net.ipv4.ip_unprivileged_port_start') !== undefined;
  const isHost = get(pod, 'hostNetwork');
  if (isAt(pod, 'hostNetwork', true) && sysctls.length > 0)
    said.push([
      isHost,
      'the kubelet refuses pods with hostNetwork and the sysctl net.ipv4.ip_unprivileged_port_start, which the controller sets',
      'remove it: securityContext: {sysctls: null}',
    ]);
  const low = ports.find(port => port < 1024);
  const mayBind =
    items(at(proxy, 'securityContext', 'capabilities', 'add')).length > 0 || integerOf(at(proxy, 'securityContext', 'runAsUser')) === 0;
  if (!opens && low !== undefined && !mayBind && isHost === undefined)
    said.push([
      workload,
      `without the sysctl net.ipv4.ip_unprivileged_port_start the proxy may not listen on port ${low}`,
      'keep the sysctl, or use ports 1024 or above',
    ]);
  for (const name of ['config-volume', 'xds-token', 'tmp'])
    if (!items(get(proxy, 'volumeMounts')).some(each => textOr(each, 'name', '') === name))
      said.push([
        workload,
        `the mount of the volume "${name}" is removed: ${name === 'xds-token' ? 'the controller sends nothing without the token' : 'the proxy does not start'}`,
        'keep the mounts of the controller',
      ]);
  return said;
}

export const parametersOverlayBreaks: Rule = {
  id: 'parameters-overlay-breaks',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The objects are accepted, and the proxy does not start, never gets ready or is killed before its connections have ended.',
  docs: {
    checks:
      'What is left of the pod after the overlays of AgentgatewayParameters: the container of the proxy with its arguments, mounts and probes, the time that it has to stop beside "shutdown.max", and the right to listen on low ports.',
    basedOn:
      'The source of the controller of v1.4.1, which makes the objects of the proxy: overlays are merged into the pod after everything else. It was not run for this rule.',
    fix: 'Leave to the controller what the proxy needs, and use "shutdown", "env", "image" and "resources" where they exist.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec:
  shutdown: {min: 10, max: 120}
  deployment: {spec: {template: {spec: {terminationGracePeriodSeconds: 30}}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec:
  shutdown: {min: 10, max: 120}
  deployment: {spec: {template: {spec: {priorityClassName: edge}}}}
`,
  },
  check({ root, version, report }) {
    for (const deployed of deployedOf(root, version))
      for (const saidOf of [ofStop, ofProbes, ofPod])
        for (const [node, message, suggestion, severity] of saidOf(deployed)) {
          const path = node === undefined ? undefined : deployed.pathOf(node);
          if (path === undefined) continue;
          report({ at: node!, path, message, suggestion, ...(severity === undefined ? {} : { severity }) });
        }
  },
};
