/** A parser with a defect of every kind that the fuzzer has to find: what test/e2e/fuzz.test.ts holds it to. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Oracle, outcome, type Target } from '../target.js';

class DeclaredError extends Error {}

const defects: Readonly<Record<string, () => void>> = {
  throws: () => {
    (undefined as unknown as { readonly x: unknown }).x;
  },
  loops: () => {
    for (;;);
  },
  fills: () => {
    const parts: number[][] = [];
    for (;;) parts.push(new Array(100_000).fill(parts.length));
  },
  pollutes: () => {
    (Object.prototype as unknown as Record<string, unknown>).polluted = 1;
  },
  reads: () => {
    readFileSync('/etc/passwd');
  },
  calls: () => {
    connect(1, '127.0.0.1').on('error', () => {});
  },
  wraps: () => {
    try {
      defects.throws!();
    } catch (error) {
      throw new DeclaredError((error as Error).message);
    }
  },
  differs: () => {
    throw new Oracle('two readers differ');
  },
  declared: () => {
    throw new DeclaredError('this is fine');
  },
};

/** No seed shows a defect: each needs an edit. */
export const target: Target = {
  seeds: ['<x', ...Object.keys(defects).map(name => `<${name}`)],
  tokens: ['<', '>', '!', '?'],
  maxBytes: 200,
  run(input) {
    const text = input.toString('utf8');
    if (!text.startsWith('<')) return;
    const name = /^<([a-z]*)/.exec(text)![1]!;
    if (!text.includes('!')) return;
    const defect = Object.hasOwn(defects, name) ? defects[name] : undefined;
    if (defect !== undefined) outcome([DeclaredError], defect);
  },
};
