import type { Path } from '@mcpgw/diagnostics';
import { at, get, isAt, items, type Node, type Rule, text } from '@mcpgw/structure';
import { forOwnContainers } from '../objects/own-pods.js';
import type { Say } from '../objects/say.js';

const example = (context: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: web, image: "web:1", securityContext: {${context}}}]}
`;
/** The capabilities of Linux 6.x, and ALL. */
const known: ReadonlySet<string> = new Set(
  `ALL AUDIT_CONTROL AUDIT_READ AUDIT_WRITE BLOCK_SUSPEND BPF CHECKPOINT_RESTORE CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID IPC_LOCK
  IPC_OWNER KILL LEASE LINUX_IMMUTABLE MAC_ADMIN MAC_OVERRIDE MKNOD NET_ADMIN NET_BIND_SERVICE NET_BROADCAST NET_RAW PERFMON SETFCAP SETGID
  SETPCAP SETUID SYS_ADMIN SYS_BOOT SYS_CHROOT SYS_MODULE SYS_NICE SYS_PACCT SYS_PTRACE SYS_RAWIO SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG SYSLOG
  WAKE_ALARM`.split(/\s+/),
);
/** What a privileged container has in spite of its fields. */
const withoutEffect = [
  ['capabilities', 'drop'],
  ['seccompProfile', 'type'],
  ['appArmorProfile', 'type'],
] as const;

function checkNames(context: Node | undefined, path: Path, say: Say): void {
  const dropped = new Set(items(at(context, 'capabilities', 'drop')).map(item => (text(item) ?? '').toUpperCase()));
  for (const list of ['add', 'drop'])
    for (const [index, item] of items(at(context, 'capabilities', list)).entries()) {
      const name = text(item) ?? '';
      const bare = name.toUpperCase().replace(/^CAP_/, '');
      const place = [...path, 'capabilities', list, index];
      if (name === '' || known.has(name.toUpperCase())) {
        if (list === 'add' && dropped.has(name.toUpperCase()) && name.toUpperCase() !== 'ALL')
          say(place, `${name} is added and dropped`, 'remove it from one of the lists');
      } else
        say(
          place,
          `no capability is named "${name.slice(0, 80)}"`,
          known.has(bare) ? `write ${bare}` : 'write the name as Linux has it, without CAP_',
        );
    }
}

function checkPrivileged(context: Node | undefined, path: Path, say: Say): void {
  if (isAt(context, 'privileged', true))
    for (const keys of withoutEffect) {
      const limit = at(context, ...keys);
      const isSet = limit?.kind === 'list' ? limit.items.length > 0 : limit !== undefined && text(limit) !== 'Unconfined';
      if (isSet)
        say(
          [...path, ...keys],
          `a privileged container has all rights: ${keys.join('.')} limits nothing`,
          'remove privileged, or the limit',
        );
    }
}

export const containerCapabilities: Rule = {
  id: 'container-capabilities',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The runtime knows no such right, or a privileged container has all of them: what reads as a limit is none.',
  docs: {
    checks:
      'Capabilities of containers: names without `CAP_` that Linux knows, none both added and dropped, and no limits (dropped capabilities, profiles of seccomp and AppArmor) beside `privileged: true`.',
    basedOn: 'The documentation of Kubernetes about capabilities of containers. No kubelet ran the examples.',
    fix: 'Write names such as NET_ADMIN, and remove `privileged` or the limits.',
    wrong: example('capabilities: {add: [CAP_NET_ADMIN]}'),
    correct: example('capabilities: {add: [NET_ADMIN]}'),
  },
  check: context =>
    forOwnContainers(context, (container, say) => {
      const path = [...container.path, 'securityContext'];
      checkNames(get(container.node, 'securityContext'), path, say);
      checkPrivileged(get(container.node, 'securityContext'), path, say);
    }),
};
