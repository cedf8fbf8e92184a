import { at, entries, get, type Node, type Rule, text } from '@mcpgw/structure';
import { type ObjectView, targetsIn } from '../objects/objects.js';
import { forOwnContainers } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import type { ContainerView, PodView } from '../objects/pods.js';
import type { Say } from '../objects/say.js';

const example = (key: string): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {${key}: debug}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "web:1", envFrom: [{configMapRef: {name: settings}}]}]
`;

/** The objects that a source of variables names, if they are given. */
function sourcesOf(root: Node, namespace: string, source: Node): readonly ObjectView[] {
  const kind = get(source, 'secretRef') === undefined ? 'ConfigMap' : 'Secret';
  const name = text(at(source, kind === 'Secret' ? 'secretRef' : 'configMapRef', 'name'));
  return name === undefined ? [] : targetsIn(root, { group: '', kind, name, namespace });
}

const keysOf = ({ node }: ObjectView): string[] => ['data', 'stringData'].flatMap(field => entries(get(node, field)).map(({ key }) => key));

function checkSources(container: ContainerView, say: Say, pod: PodView, root: Node): void {
  const seen = new Map<string, string>();
  for (const { node, path } of placed(container.node, container.path, 'envFrom')) {
    const field = get(node, 'secretRef') === undefined ? 'configMapRef' : 'secretRef';
    const prefix = text(get(node, 'prefix')) ?? '';
    const objects = sourcesOf(root, pod.owner.namespace, node);
    if (objects.length !== 1) continue;
    const names = keysOf(objects[0]!).map(key => `${prefix}${key}`);
    const bad = names.filter(name => !/^[A-Za-z_]\w*$/.test(name));
    const isDotted = bad.every(name => /^[A-Za-z_][\w.]*$/.test(name));
    if (bad.length > 0)
      say(
        [...path, field, 'name'],
        `"${bad[0]!.slice(0, 80)}" is not a name of a variable that a shell or most programs can read`,
        'rename the key, or take it by env with its own name',
        isDotted ? 'info' : undefined,
      );
    const twice = names.find(name => seen.has(name));
    if (twice !== undefined)
      say(
        [...path, field, 'name'],
        `"${twice.slice(0, 80)}" is also a key of "${seen.get(twice)}", whose value is not used`,
        'remove one of the keys, or give a source a prefix',
        'info',
      );
    for (const name of names) seen.set(name, objects[0]!.name);
  }
}

export const envFromNames: Rule = {
  id: 'env-from-names',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Each key becomes the name of a variable: no shell, and few programs, can read one that is not a word, and of two sources with one key the last one wins.',
  docs: {
    checks:
      'The keys of given ConfigMaps and Secrets that a container takes as variables by `envFrom`, with its prefix: each is a word of letters, digits and `_` that begins with no digit (an info for keys with dots, which some programs read), and no two sources have the same key (an info).',
    seen: 'Kubernetes before 1.32 leaves out keys that begin with a digit, and writes an event.',
    fix: 'Rename the key, such as LOG_LEVEL, or take it by `env` with its own name.',
    wrong: example('log-level'),
    correct: example('LOG_LEVEL'),
  },
  check: context => forOwnContainers(context, checkSources),
};
