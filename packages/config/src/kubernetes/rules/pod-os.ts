import { child, is } from '../access.js';
import type { ObjectRule } from './rule.js';

const exclusive = ['hostNetwork', 'hostPID', 'hostIPC'];

export const podOs: ObjectRule = {
  id: 'pod-os',
  on: ['PodSpec'],
  why: 'Linux and Windows pods have security settings of their own',
  check(node, context) {
    const os = child(node, 'os');
    if (is(os, 'name', 'linux') && child(child(node, 'securityContext'), 'windowsOptions') !== undefined)
      context.report(['securityContext', 'windowsOptions'], 'a Linux pod has no windowsOptions');
    if (!is(os, 'name', 'windows')) return;
    for (const key of [...exclusive, 'shareProcessNamespace'])
      if (is(node, key, true)) context.report([key], `a Windows pod cannot have ${key}`);
  },
};
