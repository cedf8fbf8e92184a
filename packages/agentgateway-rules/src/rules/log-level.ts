import { nearest } from '@mcpgw/diagnostics';
import { at, items, type Node, type Rule, text } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

const levels = ['off', 'error', 'warn', 'info', 'debug', 'trace'];
const isLevel = (word: string): boolean => levels.includes(word.toLowerCase()) || /^[0-5]$/.test(word);

/** The directives of a level: a list, or one text with commas. */
function directives(level: Node | undefined): { readonly at: Node; readonly text: string }[] {
  const nodes = level?.kind === 'list' ? items(level) : level === undefined ? [] : [level];
  return nodes
    .flatMap(node => (text(node) ?? '').split(',').map(part => ({ at: node, text: part.trim() })))
    .filter(part => part.text !== '');
}

export const logLevel: Rule = {
  id: 'log-level',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An unknown level is taken as the name of a module: only that module is logged, and no request is.',
  docs: {
    checks: 'Levels are off, error, warn, info, debug or trace, alone or after `module=`, and one stands alone.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 log nothing at all with `level: wran` or `level: verbose`, and crash at startup with `level: "info,foo=bar"`.',
    fix: 'Write a level, and further ones by module: `level: "info,rmcp=warn"`.',
    wrong: withSection('config: {logging: {level: verbose}}'),
    correct: withSection('config: {logging: {level: "debug,rmcp=warn"}}'),
  },
  check({ root, report }) {
    const found = directives(at(root, 'config', 'logging', 'level'));
    const path = ['config', 'logging', 'level'];
    for (const { at: node, text: directive } of found) {
      const [target, level] = directive.split('=');
      if (level !== undefined && !isLevel(level)) {
        report({
          at: node,
          path,
          message: `"${level}" is not a level: the proxy crashes at startup`,
          suggestion: `levels are ${levels.join(', ')}`,
        });
      } else if (
        level === undefined &&
        !isLevel(target!) &&
        !/::|_|^(?:agent|rmcp|hyper|h2|tower|rustls|request|tonic|hickory|reqwest|cel)/.test(target!)
      ) {
        const near = nearest(target!, levels);
        report({
          at: node,
          path,
          message: `"${target}" is not a level: it is taken as a module, and nothing else is logged`,
          suggestion: near === undefined ? `levels are ${levels.join(', ')}` : `did you mean "${near}"?`,
        });
      }
    }
    if (found.length > 0 && found.every(({ text: directive }) => directive.includes('=')))
      report({
        at: found[0]!.at,
        path,
        message: 'without a level that stands alone nothing but these modules is logged',
        suggestion: 'add "info"',
      });
    if (found.length === 1 && found[0]!.text.toLowerCase() === 'off')
      report({ at: found[0]!.at, path, severity: 'info', message: 'nothing is logged', suggestion: 'write "warn" or "info"' });
  },
};
