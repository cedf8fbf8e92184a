/**
 * A test that cannot run is reported as skipped, with its reason, by test/helpers/needs.ts and in no other way: one that returns early, or
 * that only says so on the console, would count as passed. Tests take free ports, since others may be in use.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { calledName, isNode, type Node, nodesIn } from '../helpers/catch-clauses.js';

const root = join(__dirname, '../..');

const runners = new Set(['test', 'it', 'testUnless']);

/** `test.each(rows)('name', run)` and `test.only('name', run)` as `test`. */
function runnerOf(node: Node): string {
  let callee: unknown = node.callee;
  while (isNode(callee) && callee.type !== 'Identifier')
    callee = callee.type === 'MemberExpression' ? callee.object : (callee.callee ?? callee.tag);
  return isNode(callee) ? String(callee.value) : '';
}

function isFunction(node: unknown): node is Node {
  return isNode(node) && (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression');
}

/** The statements below `value`, without those of functions and methods in it. */
function* ownNodes(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value) && /^(?:Arrow)?Function(?!Body)|Method|Getter|Setter/.test(value.type)) return;
  if (isNode(value)) yield value;
  for (const [key, child] of Object.entries(value)) if (key !== 'span') yield* ownNodes(child);
}

/** Whether a test's function can end by `return` before its last statement. */
function returnsEarly(run: Node): boolean {
  const statements = isNode(run.body) && Array.isArray(run.body.stmts) ? (run.body.stmts as Node[]) : [];
  return statements.some((statement, index) =>
    [...ownNodes(statement)].some(node => node.type === 'ReturnStatement' && !(statement === node && index === statements.length - 1)),
  );
}

/** `test.skip`, `describe.skip`, called or not. */
function isSkip({ type, object, property }: Node): boolean {
  return (
    type === 'MemberExpression' &&
    isNode(object) &&
    /^(?:test|it|describe)$/.test(String(object.value)) &&
    isNode(property) &&
    property.value === 'skip'
  );
}

function isMethod(node: Node, name: string): boolean {
  return isNode(node.callee) && node.callee.type === 'MemberExpression' && calledName(node) === name;
}

function faultsIn(source: string): string[] {
  const faults: string[] = [];
  for (const node of nodesIn(parseSync(source, { syntax: 'typescript' }))) {
    if (isSkip(node)) faults.push('a test is skipped without test/helpers/needs.ts');
    if (node.type !== 'CallExpression') continue;
    const args = (node.arguments as readonly { readonly expression: unknown }[]).map(({ expression }) => expression);
    if (runners.has(runnerOf(node)) && args.filter(isFunction).some(returnsEarly)) faults.push('a test returns early');
    const [first] = args;
    if (isMethod(node, 'listen') && isNode(first) && first.type === 'NumericLiteral' && first.value !== 0) faults.push('a fixed port');
  }
  return faults;
}

const samples: [string, string[]][] = [
  ["test('a', () => { if (x) return; expect(1).toBe(1); });", ['a test returns early']],
  ["test.each([1])('a', async () => { for (const a of b) { if (a) return console.warn('skipped'); } });", ['a test returns early']],
  ["testUnless(x, 'a', () => { try { return; } finally { y(); } });", ['a test returns early']],
  ["test('a', () => { const b = c.map(d => { return d; }); expect(b).toEqual([]); });", []],
  ["test('a', () => { expect(1).toBe(1); return done; });", []],
  ["it.skip('a', () => {});", ['a test is skipped without test/helpers/needs.ts']],
  ["describe.skip('a', () => {});", ['a test is skipped without test/helpers/needs.ts']],
  ['const run = missing ? describe.skip : describe;', ['a test is skipped without test/helpers/needs.ts']],
  ["server.listen(8000, '127.0.0.1');", ['a fixed port']],
  ["server.listen(0, '127.0.0.1');", []],
];

test.each(samples)('%s', (source, faults) => {
  expect(faultsIn(source)).toEqual(faults);
});

test('every test runs, or says why it does not', () => {
  const files = ['packages', 'cli', 'test'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
  );
  const tests = files.filter(file => file.endsWith('.test.ts') && !file.includes('node_modules'));
  expect(tests.length).toBeGreaterThan(200);
  expect(tests.flatMap(file => faultsIn(readFileSync(join(root, file), 'utf8')).map(fault => `${file}: ${fault}`))).toEqual([]);
});
