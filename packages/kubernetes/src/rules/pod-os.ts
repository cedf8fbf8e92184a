import type { Node } from '@mcpgw/structure';
import { child, is, list, present } from '../objects/access.js';
import type { ObjectRule, RuleContext } from '../objects/rule.js';

const ofPod = ['hostPID', 'hostIPC'];
const ofPodContext = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];
const ofContainer = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

export const podOs: ObjectRule = {
  id: 'pod-os',
  on: ['PodSpec'],
  why: 'Linux and Windows pods have security settings of their own',
  check(node, context) {
    const os = child(node, 'os');
    const windows = is(os, 'name', 'windows');
    if (!windows && !is(os, 'name', 'linux')) return;
    for (const key of ofPod) if (windows && is(node, key, true)) context.report([key], `a Windows pod cannot have ${key}`);
    for (const key of windows ? present(node, ['hostUsers', 'shareProcessNamespace']) : [])
      context.report([key], `a Windows pod cannot have ${key}`);
    if (windows && child(node, 'resources') !== undefined && context.minor >= 34)
      context.report(['resources'], 'a Windows pod cannot have resources of its own', 'give them to the containers');
    if (windows && list(child(node, 'securityContext'), 'sysctls').length > 0)
      context.report(['securityContext', 'sysctls'], 'a Windows pod cannot have sysctls');
    check(child(node, 'securityContext'), windows, ofPodContext, ['securityContext'], context);
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of list(node, kind).entries())
        check(child(container, 'securityContext'), windows, ofContainer, [kind, index, 'securityContext'], context);
  },
};

function check(
  node: Node | undefined,
  windows: boolean,
  keys: readonly string[],
  path: readonly (string | number)[],
  context: RuleContext,
): void {
  if (node?.kind !== 'map') return;
  for (const key of windows ? present(node, keys) : present(node, ['windowsOptions']))
    context.report([...path, key], windows ? `a Windows pod cannot have ${key}` : 'a Linux pod has no windowsOptions');
}
