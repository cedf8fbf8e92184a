import { at, get, items, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { programPlaces } from '../objects/handlers.js';
import { textOr } from '../objects/objects.js';
import { ownPodsOf } from '../objects/own-pods.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { containersOf } from '../objects/pods.js';

const example = (command: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "web:1", livenessProbe: {exec: {command: ${command}}}}]
`;
const operators = /^(?:\||\|\||&&|>|>>|<|2>&1|;)$/;
const runsText =
  /(?:^|\/)(?:(?:ba|da|z|a)?sh|busybox|env|cmd|pwsh|powershell|tini|dumb-init|test|\[|expr|python3?|node|perl|awk|psql|mysql)$/;

function checkCommand(place: PlacedNode, report: RuleContext['report']): void {
  const words = items(place.node).map(item => text(item) ?? '');
  const [first = ''] = words;
  if (/^[\w./-]+\s+\S/.test(first))
    report({
      at: items(place.node)[0]!,
      path: [...place.path, 0],
      message: `there is no program named "${first.slice(0, 60)}": the first entry is the program, without its arguments`,
      suggestion: 'write each argument as its own entry, or use sh -c',
    });
  const found = words.findIndex((word, index) => index > 0 && operators.test(word));
  if (found > 0 && !runsText.test(first))
    report({
      at: items(place.node)[found]!,
      path: [...place.path, found],
      message: `no shell reads the command: "${words[found]}" is passed to the program as an argument`,
      suggestion: 'write sh, -c, and the whole line as one text',
    });
}

/** Values that name another variable of the container as a shell does. Kubernetes replaces `$(NAME)` only. */
function checkVariables(container: PlacedNode, report: RuleContext['report']): void {
  const variables = placed(container.node, container.path, 'env');
  const names = new Set(variables.map(({ node }) => textOr(node, 'name', '')));
  for (const { node, path } of variables) {
    const value = get(node, 'value');
    const named = /\$\{([A-Za-z_]\w{0,80})\}/.exec(text(value) ?? '')?.[1];
    if (named !== undefined && names.has(named))
      report({
        at: value!,
        path: [...path, 'value'],
        message: `"\${${named}}" stays as it is: Kubernetes replaces $(${named})`,
        suggestion: `write $(${named}), unless the program replaces it`,
        severity: 'info',
      });
  }
}

/** Arguments that hold a flag and its value, where no shell splits them. */
function checkArguments(container: PlacedNode, report: RuleContext['report']): void {
  // Envoy splits such arguments itself.
  if (/envoy/.test(text(get(container.node, 'image')) ?? '') || /envoy/.test(text(items(get(container.node, 'command'))[0]) ?? '')) return;
  for (const key of ['command', 'args']) {
    const words = items(get(container.node, key)).map(item => text(item) ?? '');
    if (items(get(container.node, 'command')).some(item => runsText.test(text(item) ?? ''))) return;
    const index = words.findIndex((word, at_) => (key === 'args' || at_ > 0) && /^--[a-z][\w-]{0,60} [^\s-]\S*$/i.test(word));
    if (index < 0) continue;
    report({
      at: items(get(container.node, key))[index]!,
      path: [...container.path, key, index],
      message: `"${words[index]!.slice(0, 80)}" is one argument: the program knows no flag with a space in its name`,
      suggestion: 'write "=" in place of the space, or two entries',
    });
  }
}

export const commandText: Rule = {
  id: 'command-text',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Kubernetes starts programs without a shell: a line of a shell is the name of a program that does not exist, or arguments that it does not know.',
  docs: {
    checks:
      'Commands of containers, probes and hooks: the first entry is a program without arguments, "|", "&&" and ">" stand only in the text of a shell, and a flag and its value are not one string with a space. An info for variables that name others as `${NAME}`.',
    basedOn: 'The documentation of Kubernetes about commands, which start without a shell. No kubelet ran the examples.',
    fix: 'Write each argument as its own entry, or `[sh, -c, "the line"]`.',
    wrong: example('["cat /tmp/healthy"]'),
    correct: example('[cat, /tmp/healthy]'),
  },
  check({ root, report }) {
    for (const pod of ownPodsOf(root)) {
      for (const container of containersOf(pod)) {
        for (const path of programPlaces) {
          const node = at(container.node, ...path);
          if (node !== undefined) checkCommand({ node, path: [...container.path, ...path] }, report);
        }
        const args = get(container.node, 'args');
        const command = items(get(container.node, 'command')).map(item => text(item) ?? '');
        const index = items(args).findIndex(item => operators.test(text(item) ?? ''));
        if (index >= 0 && !command.some(word => runsText.test(word)))
          report({
            at: items(args)[index]!,
            path: [...container.path, 'args', index],
            message: `no shell reads the arguments: "${text(items(args)[index])}" is passed to the program`,
            suggestion: 'write command: [sh, -c], and the whole line as one argument',
            ...(command.length === 0 ? { severity: 'info' } : {}),
          });
        checkArguments(container, report);
        checkVariables(container, report);
      }
    }
  },
};
