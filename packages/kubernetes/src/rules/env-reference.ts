import { itemsAt, type MapNode, textAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

/** Variables that the kubelet sets for every Service of the namespace. */
const ofService = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?$/;
const reference = /(\$+)\(([A-Za-z_][A-Za-z0-9_.-]*)\)/g;
/** Longer values are no templates. */
const longest = 4096;

export const envReference: ObjectRule = {
  id: 'env-reference',
  severity: 'warning',
  on: ['Container', 'EphemeralContainer'],
  why: 'A reference $(NAME) is replaced by a variable that stands before it in the list, or comes from envFrom; any other one stays in the value, command or argument exactly.',
  check(node, context) {
    const variables = itemsAt(node, 'env');
    const names = variables.map(variable => textAt(variable, 'name'));
    const fromElsewhere = itemsAt(node, 'envFrom').length > 0;
    for (const [index, variable] of variables.entries()) {
      const value = textAt(variable, 'value');
      if (value.length > longest) continue;
      for (const [, dollars = '', name = ''] of value.matchAll(reference)) {
        // Two dollars are one, and the parenthesis is text.
        if (dollars.length % 2 === 0 || fromElsewhere || ofService.test(name) || names.slice(0, index).includes(name)) continue;
        const isLater = names.includes(name);
        context.report(
          ['env', index, 'value'],
          isLater
            ? `$(${name}) stays as it is: the variable ${name === names[index] ? 'is this one' : 'stands further down in the list'}`
            : `$(${name}) stays as it is: the container has no variable of this name`,
          isLater && name !== names[index] ? `move ${name} before this variable` : 'set the variable, or write "$$(" for the text itself',
        );
        break;
      }
    }
    if (!fromElsewhere && !isShell(node)) checkCommand(node, names, context);
  },
};

/** Whether a shell reads the command, which replaces `$(name)` by the output of a program. */
const isShell = (node: MapNode): boolean =>
  ['command', 'args'].some(key =>
    itemsAt(node, key).some(item => /(?:^|\/)(?:ba|da|a|z|k)?sh$|^-\w*c$|^\/bin\/sh\s/.test(textOrEmpty(item))),
  );

/** References in the command and its arguments, to names that are written as variables are. */
function checkCommand(node: MapNode, names: readonly string[], context: ObjectContext): void {
  for (const key of ['command', 'args'])
    for (const [index, item] of itemsAt(node, key).entries()) {
      const value = textOrEmpty(item);
      if (value.length > longest) continue;
      for (const [, dollars = '', name = ''] of value.matchAll(reference)) {
        if (dollars.length % 2 === 0 || names.includes(name) || ofService.test(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) continue;
        context.report(
          [key, index],
          `$(${name}) stays as it is: the container has no variable of this name`,
          'set the variable, or write "$$(" for the text itself',
        );
        break;
      }
    }
}
