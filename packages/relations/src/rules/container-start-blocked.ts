import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { programPlaces } from '../objects/handlers.js';
import { textOr } from '../objects/objects.js';
import { forOwnPods } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import { type ContainerView, containersOf, isLasting, type PodView } from '../objects/pods.js';
import type { Say } from '../objects/say.js';
import { fileModesOf } from '../objects/volumes.js';

const example = (folder: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: web, image: "web:1", workingDir: ${folder}}]}
`;
const endless = /(?:^|[;&|]\s{0,4})(?:exec\s{1,4})?(?:\/\S{0,40}\/)?(?:sleep\s{1,4}(?:infinity|inf)|tail\s{1,4}-[fF])\b/;

const wordsOf = (node: Node | undefined): string[] => items(node).map(item => text(item) ?? '');

/** The line that a command runs: the text of `sh -c`, or the words. */
function lineOf(words: readonly string[]): string {
  const isShell = /(?:^|\/)(?:ba|da|a|z)?sh$/.test(words[0] ?? '') && /^-\w*c$/.test(words[1] ?? '');
  return (isShell ? (words[2] ?? '') : words.join(' ')).trim();
}

/** Whether a command waits without end in the foreground. */
const isEndless = (line: string): boolean => line.length < 4000 && endless.test(line) && !/&\s*$/.test(line.replace(/&&/g, ''));

/** A file of a ConfigMap or Secret that is a program to run, and that nobody may run. */
function checkModes(pod: PodView, { node, path }: ContainerView, say: Say): void {
  for (const place of programPlaces) {
    const program = /^\S+/.exec(lineOf(wordsOf(at(node, ...place))))?.[0] ?? '';
    if (!program.startsWith('/')) continue;
    for (const mount of items(get(node, 'volumeMounts'))) {
      const folder = textOr(mount, 'mountPath', '').replace(/\/+$/, '');
      const below = textOr(mount, 'subPath', '');
      const file = program === folder && below !== '' ? below : program.startsWith(`${folder}/`) ? program.slice(folder.length + 1) : '';
      const modes = file === '' ? undefined : fileModesOf(pod, textOr(mount, 'name', ''));
      const mode = modes?.files.get(file) ?? modes?.usual;
      if (mode !== undefined && (mode & 0o111) === 0)
        say(
          [...path, ...place],
          `nobody may run ${program}: files of the volume have the mode ${mode.toString(8).padStart(4, '0')}`,
          'write defaultMode: 0755, or run it by sh',
        );
    }
  }
}

export const containerStartBlocked: Rule = {
  id: 'container-start-blocked',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The API server takes the pod, and its containers never start, or stay in their first step.',
  docs: {
    checks:
      'Folders to work in are absolute; programs that come from a ConfigMap or Secret may be run; init containers, sidecars left out, and hooks after the start do not wait without end.',
    basedOn: 'The documentation of Kubernetes about init containers and hooks. No kubelet ran the examples.',
    fix: 'Write an absolute folder, `defaultMode: 0755` for scripts, and commands that end.',
    wrong: example('app'),
    correct: example('/app'),
  },
  check: context =>
    forOwnPods(context, (pod, say) => {
      for (const container of [...containersOf(pod), ...ephemeral(pod)]) {
        const { node, path } = container;
        const folder = text(get(node, 'workingDir')) ?? '';
        if (folder !== '' && !/^(?:\/|[A-Za-z]:|\\)/.test(folder) && !folder.includes('$('))
          say(
            [...path, 'workingDir'],
            `"${folder.slice(0, 80)}" is relative, and a container begins in an absolute folder only`,
            `write "/${folder}"`,
          );
        checkModes(pod, container, say);
        if (!isLasting(container)) {
          const line = lineOf([...wordsOf(get(node, 'command')), ...wordsOf(get(node, 'args'))]);
          if (isEndless(line))
            say(
              [...path, 'command'],
              'the command of an init container never ends: the containers of the pod never start',
              'write a command that ends, or restartPolicy: Always',
            );
        }
        if (isEndless(lineOf(wordsOf(at(node, 'lifecycle', 'postStart', 'exec', 'command')))))
          say(
            [...path, 'lifecycle', 'postStart', 'exec', 'command'],
            'the hook never ends: the container never counts as running',
            'write a command that ends',
          );
      }
    }),
};

const ephemeral = (pod: PodView): ContainerView[] =>
  placed(pod.spec, pod.path, 'ephemeralContainers').map(place => ({ ...place, isInit: false }));
