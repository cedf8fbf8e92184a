import { given, isAt, numberAt, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { dnsLabel } from '../formats/grammar.js';
import type { ObjectRule } from '../objects/rule.js';

export const jobName: ObjectRule = {
  id: 'job-name',
  severity: 'error',
  on: ['Job'],
  why: 'The pods of an indexed job are named after it and their index, and their hostnames are DNS labels.',
  check(node, context) {
    const spec = given(node, 'spec');
    const completions = numberAt(spec, 'completions') ?? 0;
    const name = textAt(given(node, 'metadata'), 'name');
    if (!isAt(spec, 'completionMode', 'Indexed') || completions < 1 || name === '') return;
    const host = `${name}-${completions - 1}`;
    const wrong = dnsLabel(host);
    if (wrong !== undefined) context.report(['metadata', 'name'], `the last pod would be called ${quoted(host)}: ${wrong}`);
  },
};
