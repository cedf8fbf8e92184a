import type { Path } from '@mcpgw/diagnostics';
import { nearest } from '@mcpgw/diagnostics';
import { entries, entry, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';

export const vscodeInput: Rule = {
  id: 'vscode-input',
  severity: 'warning',
  kinds: ['vscode-config'],
  why: 'VS Code asks for the inputs that servers name; a name that is not among them cannot be replaced, and the server does not start.',
  docs: {
    checks:
      'Names in `${input:id}` without an input of this ID, inputs that nothing names, IDs that two inputs have, and fields of an input that its type needs or does not read.',
    basedOn: 'The documentation of Visual Studio Code about inputs of `mcp.json`. No program was run for this rule.',
    fix: 'Give each `${input:id}` one input with this ID.',
    wrong: 'servers:\n  issues:\n    url: https://issues.example/mcp\n    headers: {X-Api-Key: "${input:key}"}\ninputs: []\n',
    correct:
      'servers:\n  issues:\n    url: https://issues.example/mcp\n    headers: {X-Api-Key: "${input:key}"}\ninputs:\n  - {type: promptString, id: key, password: true}\n',
  },
  check(context) {
    const inputs = items(get(context.root, 'inputs'));
    const ids = inputs.map(input => text(get(input, 'id')));
    const used = new Set<string>();
    for (const { value, path } of textsBelow(get(context.root, 'servers'), ['servers'])) {
      const written = text(value) ?? '';
      for (const [, id = ''] of written.matchAll(/\$\{input:([^{}]+)\}/g)) {
        used.add(id);
        if (ids.includes(id)) continue;
        const near = nearest(
          id,
          ids.flatMap(known => known ?? []),
        );
        context.report({
          at: value,
          path,
          severity: 'error',
          message: `no input has the ID "${id}"`,
          suggestion: near === undefined ? 'add it below "inputs"' : `did you mean "${near}"?`,
        });
      }
    }
    for (const [index, input] of inputs.entries()) checkInput(context, input, index, ids, used);
  },
};

function checkInput(
  { report }: RuleContext,
  input: Node,
  index: number,
  ids: readonly (string | undefined)[],
  used: ReadonlySet<string>,
): void {
  const node = get(input, 'id');
  const id = ids[index];
  const path = ['inputs', index];
  if (node !== undefined && id !== undefined) {
    if (ids.indexOf(id) < index)
      report({
        at: node,
        path: [...path, 'id'],
        severity: 'error',
        message: `two inputs have the ID "${id}"`,
        suggestion: 'rename one of them',
      });
    else if (!used.has(id))
      report({
        at: node,
        path: [...path, 'id'],
        message: `no server names the input "${id}": it is never asked for`,
        suggestion: `write "\${input:${id}}" where its value belongs, or remove it`,
      });
  }
  const type = text(get(input, 'type'));
  const needs = type === 'pickString' ? 'options' : type === 'command' ? 'command' : undefined;
  if (needs !== undefined && (get(input, needs) === undefined || (needs === 'options' && items(get(input, 'options')).length === 0)))
    report({ at: input, path, severity: 'error', message: `an input of type ${type} needs "${needs}"`, suggestion: `add "${needs}"` });
  const unread =
    {
      promptString: ['options', 'command', 'args'],
      pickString: ['password', 'command', 'args'],
      command: ['password', 'default', 'options'],
    }[type ?? ''] ?? [];
  for (const key of unread) {
    const found = entry(input, key);
    if (found !== undefined)
      report({
        at: found.keySpan,
        path: [...path, key],
        message: `"${key}" has no effect on an input of type ${type}`,
        suggestion: 'remove it',
      });
  }
}

function textsBelow(node: Node | undefined, path: Path): { value: Node; path: Path }[] {
  if (node?.kind === 'scalar') return typeof node.value === 'string' ? [{ value: node, path }] : [];
  return [
    ...entries(node).flatMap(({ key, value }) => textsBelow(value, [...path, key])),
    ...items(node).flatMap((value, index) => textsBelow(value, [...path, index])),
  ];
}
