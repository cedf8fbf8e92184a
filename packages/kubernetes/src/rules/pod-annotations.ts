import { type Entry, entriesAt, given, itemsAt, type Node, textAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { descendingPath } from '../formats/paths.js';
import type { ObjectRule } from '../objects/rule.js';

const appArmor = 'container.apparmor.security.beta.kubernetes.io/';
const seccompOfPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccomp = 'container.seccomp.security.alpha.kubernetes.io/';

export const podAnnotations: ObjectRule = {
  id: 'pod-annotations',
  severity: 'error',
  on: ['Pod', 'PodTemplateSpec'],
  why: 'Some annotations of a pod are settings: the server refuses values that it cannot read.',
  check(node, context) {
    const spec = given(node, 'spec');
    for (const entry of entriesAt(given(node, 'metadata'), 'annotations')) {
      const wrong = wrongWith(entry, spec);
      if (wrong !== undefined) context.report(['metadata', 'annotations', entry.key], ...wrong);
    }
  },
};

function wrongWith({ key, value }: Entry, spec: Node | undefined): readonly [message: string, suggestion?: string] | undefined {
  const text = textOrEmpty(value);
  if (key.startsWith(appArmor)) return appArmorProblem(key.slice(appArmor.length), text, spec);
  if (key === seccompOfPod || key.startsWith(seccomp))
    return isSeccompProfile(text) ? undefined : [`${quoted(text)} is not a seccomp profile`, 'use securityContext.seccompProfile'];
  if (key === 'controller.kubernetes.io/pod-deletion-cost')
    return isInt32(text) ? undefined : [`${quoted(text)} is not a cost: it must be an integer of 32 bits`];
  if (key === 'kubernetes.io/config.mirror' && textAt(spec, 'nodeName') === '')
    return ['a mirror pod needs nodeName', 'remove the annotation'];
  return undefined;
}

function appArmorProblem(name: string, profile: string, spec: Node | undefined): readonly [string, string?] | undefined {
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap(kind => itemsAt(spec, kind));
  if (!containers.some(container => textAt(container, 'name') === name)) return [`the pod has no container ${quoted(name)}`];
  return /^(?:|runtime\/default|unconfined|localhost\/.*)$/s.test(profile)
    ? undefined
    : [`${quoted(profile)} is not an AppArmor profile`, 'write runtime/default, unconfined, or localhost/ and a name'];
}

function isSeccompProfile(text: string): boolean {
  if (text.startsWith('localhost/')) return descendingPath(text.slice('localhost/'.length)) === undefined;
  return text === 'runtime/default' || text === 'docker/default' || text === 'unconfined';
}

const isInt32 = (text: string): boolean => text === '' || (/^-?(?:0|[1-9]\d{0,9})$/.test(text) && Math.abs(Number(text)) < 2 ** 31);
