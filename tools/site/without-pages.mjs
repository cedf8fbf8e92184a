/**
 * Leaves the pages of rules out of a bundle: the playground shows findings and links to the pages, and never prints them. A rule is an
 * object literal with the keys `id`, `severity` and `why`; its `why` becomes empty and its `docs` is removed.
 */
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/** Every object literal in a tree of swc. */
function* objectsIn(node) {
  const open = [node];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== 'object') continue;
    if (next.type === 'ObjectExpression') yield next;
    open.push(...Object.values(next));
  }
}

const nameOf = property => property.key?.value ?? property.value;

/** The positions of the texts of rules, in bytes from the start of the file. */
function cutsOf(source) {
  const { body, span } = parseSync(source, { syntax: 'typescript', target: 'es2022' });
  // swc counts on from file to file; a module starts at its first statement.
  const base = span.end - Buffer.byteLength(source.trimEnd());
  return [...objectsIn(body)].flatMap(({ properties }) => {
    const byName = new Map(properties.map(property => [nameOf(property), property]));
    if (!['id', 'severity', 'why'].every(name => byName.has(name))) return [];
    return ['why', 'docs'].flatMap(name => {
      const { key, value } = byName.get(name) ?? {};
      return key === undefined
        ? []
        : [{ from: key.span.start - base, to: value.span.end - base, instead: name === 'why' ? "why: ''" : 'docs: undefined' }];
    });
  });
}

/** The source of a module without the texts of its rules. */
export function withoutPages(source) {
  let bytes = Buffer.from(source);
  for (const { from, to, instead } of cutsOf(source).sort((a, b) => b.from - a.from))
    bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(instead), bytes.subarray(to)]);
  return bytes.toString();
}

/** The plugin of esbuild. */
export const rulesWithoutPages = {
  name: 'rules-without-pages',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]catalogue[\\/]object-docs\.ts$/ }, () => ({ contents: 'export const objectRuleDocs = {};' }));
    builder.onLoad({ filter: /[\\/]catalogue[\\/]api-server-answers\.ts$/ }, () => ({ contents: 'export const apiServerAnswers = {};' }));
    builder.onLoad({ filter: /[\\/]packages[\\/][\w-]+[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      return /^\s*why[:,]/m.test(source) ? { contents: withoutPages(source), loader: 'ts' } : undefined;
    });
  },
};
