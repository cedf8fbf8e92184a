import { given, givenKeys, isAt, itemsAt, type Node } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

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
  severity: 'error',
  on: ['PodSpec'],
  why: 'Linux and Windows pods have security settings of their own.',
  check(node, context) {
    const os = given(node, 'os');
    const windows = isAt(os, 'name', 'windows');
    if (!windows && !isAt(os, 'name', 'linux')) return;
    for (const key of ofPod) if (windows && isAt(node, key, true)) context.report([key], `a Windows pod cannot have ${key}`);
    for (const key of windows ? givenKeys(node, ['hostUsers', 'shareProcessNamespace']) : [])
      context.report([key], `a Windows pod cannot have ${key}`);
    if (windows && given(node, 'resources') !== undefined && context.minor >= 34)
      context.report(['resources'], 'a Windows pod cannot have resources of its own', 'give them to the containers');
    if (windows && itemsAt(given(node, 'securityContext'), 'sysctls').length > 0)
      context.report(['securityContext', 'sysctls'], 'a Windows pod cannot have sysctls');
    check(given(node, 'securityContext'), windows, ofPodContext, ['securityContext'], context);
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of itemsAt(node, kind).entries())
        check(given(container, 'securityContext'), windows, ofContainer, [kind, index, 'securityContext'], context);
  },
};

function check(
  node: Node | undefined,
  windows: boolean,
  keys: readonly string[],
  path: readonly (string | number)[],
  context: ObjectContext,
): void {
  if (node?.kind !== 'map') return;
  for (const key of windows ? givenKeys(node, keys) : givenKeys(node, ['windowsOptions']))
    context.report([...path, key], windows ? `a Windows pod cannot have ${key}` : 'a Linux pod has no windowsOptions');
}
