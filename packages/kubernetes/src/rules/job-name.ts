import { dnsLabel } from '../formats/grammar.js';
import { quoted } from '../formats/leaf.js';
import { child, is, num, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const jobName: ObjectRule = {
  id: 'job-name',
  on: ['Job'],
  why: 'the pods of an indexed job are named after it and their index, and their host names are DNS labels',
  check(node, context) {
    const spec = child(node, 'spec');
    const completions = num(spec, 'completions') ?? 0;
    const name = str(child(node, 'metadata'), 'name');
    if (!is(spec, 'completionMode', 'Indexed') || completions < 1 || name === '') return;
    const host = `${name}-${completions - 1}`;
    const wrong = dnsLabel(host);
    if (wrong !== undefined) context.report(['metadata', 'name'], `the last pod would be called ${quoted(host)}: ${wrong}`);
  },
};
