import { at, get, items, type Rule, text } from '@mcpgw/structure';
import { integerOf } from '../objects/objects.js';
import { ownPodsOf } from '../objects/own-pods.js';
import { containersOf } from '../objects/pods.js';

const example = (grace: number): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  terminationGracePeriodSeconds: ${grace}
  containers:
    - name: web
      image: web:1
      lifecycle: {preStop: {exec: {command: [sleep, "15"]}}}
`;

/** What a shell runs: the argument after its options, one of which holds the letter c, such as `-c`, `-ec` and `-e -o pipefail -c`. */
function shellText(command: readonly string[]): string | undefined {
  const names = command[0] === 'env' || command[0]?.endsWith('/env') ? command.slice(1) : command;
  if (!/^(?:\/(?:usr\/)?bin\/)?(?:ba|da|a|z|k)?sh$/.test(names[0] ?? '')) return undefined;
  const place = names.findIndex((option, index) => index > 0 && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(option));
  return place === -1 ? undefined : names[place + 1];
}

/** The seconds that a command only sleeps; undefined for other commands. */
function sleeps(command: readonly string[]): number | undefined {
  const line = shellText(command) ?? command.join(' ');
  const found = /(?:^|[;&]\s{0,4})(?:\/bin\/)?sleep\s+(\d{1,6})s?(?=\s|;|&|$)/.exec(line.trim());
  return found === null ? undefined : Number(found[1]);
}

export const stopTooLate: Rule = {
  id: 'stop-too-late',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The pod is killed while its container still waits: the program gets no time to end its requests.',
  docs: {
    checks:
      'A `preStop` command that sleeps ends before `terminationGracePeriodSeconds` (30 unless set). An info for a time of 0. For the field `sleep` there is pre-stop-sleep.',
    basedOn: 'The documentation of Kubernetes about the end of pods. No kubelet ran the examples.',
    fix: 'Sleep for less, or raise terminationGracePeriodSeconds by the time that the program needs after it.',
    wrong: example(15),
    correct: example(45),
  },
  check({ root, report }) {
    for (const pod of ownPodsOf(root)) {
      const given = get(pod.spec, 'terminationGracePeriodSeconds');
      const grace = integerOf(given) ?? 30;
      if (grace === 0 && pod.isServer)
        report({
          at: given!,
          path: [...pod.path, 'terminationGracePeriodSeconds'],
          message: 'the containers are killed at once: requests end in the middle',
          suggestion: 'leave it out, or write the seconds that the program needs to stop',
          severity: 'info',
        });
      for (const { node, path } of containersOf(pod)) {
        const command = at(node, 'lifecycle', 'preStop', 'exec', 'command');
        const seconds = sleeps(items(command).map(item => text(item) ?? ''));
        if (seconds !== undefined && seconds >= grace)
          report({
            at: command!,
            path: [...path, 'lifecycle', 'preStop', 'exec', 'command'],
            message: `the command sleeps for ${seconds} s, and the pod is killed after ${grace} s`,
            suggestion: `sleep for less, or write a terminationGracePeriodSeconds above ${seconds}`,
          });
      }
    }
  },
};
