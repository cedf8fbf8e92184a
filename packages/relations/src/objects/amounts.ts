/** Amounts of memory and processors that a container cannot work with. The rules for pods and for values of the chart ask the same. */
import { parseQuantity, wholeUnit } from '@mcpgw/kubernetes';
import type { Node } from '@mcpgw/structure';
import { writtenOf } from './objects.js';

export const mebibyte = 1_048_576;

/** The number that a quantity stands for; undefined for a text that is none. */
export function quantityOf(written: string): number | undefined {
  const quantity = parseQuantity(written);
  return quantity === undefined ? undefined : Number(quantity) / Number(wholeUnit);
}

/** The number that the quantity of a node stands for, written as text or as a number; undefined for any other node. */
export const quantityAt = (node: Node | undefined): number | undefined => quantityOf(writtenOf(node));

/** The percentage that a scalar such as `25%` writes; undefined for any other node, and above nine digits. */
export function percentOf(node: Node | undefined): number | undefined {
  const digits = /^(\d{1,9})%$/.exec(writtenOf(node))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The sum of amounts; undefined if there is none, or if one of them is not known. */
export function sumOf(amounts: readonly (number | undefined)[]): number | undefined {
  return amounts.length === 0 || amounts.includes(undefined) ? undefined : amounts.reduce<number>((sum, each) => sum + each!, 0);
}

/** What a program needs at least, and the processors of the largest usual node. */
export interface AmountBounds {
  /** Bytes. */
  readonly memory: number;
  readonly cores: number;
}

/** Bounds for a program of which nothing is known. */
export const anyProgram: AmountBounds = { memory: 4 * mebibyte, cores: 256 };

/** What is wrong with an amount. */
export interface AmountProblem {
  readonly message: string;
  readonly suggestion: string;
  readonly severity?: 'error';
}

/** The problem of an amount below `requests` or `limits`; undefined if the program may need it. */
export function amountProblem(
  resource: string,
  kind: string,
  written: string,
  { memory, cores }: AmountBounds = anyProgram,
): AmountProblem | undefined {
  const amount = quantityOf(written);
  if (amount === undefined || amount <= 0) return undefined;
  const digits = /^\d+/.exec(written)?.[0] ?? '1';
  const isLimit = kind === 'limits';
  if (resource === 'memory' && amount < (isLimit ? memory : mebibyte / 16))
    return {
      message: `${written} of memory is ${amount < 1 ? 'less than one byte' : amount < mebibyte ? `${Math.round(amount)} bytes` : 'less than the program needs'}${isLimit ? ': the container is killed at its start' : ''}`,
      suggestion: `write "${/^\d+m?$/.test(written) ? `${digits}Mi` : '128Mi'}"`,
      ...(isLimit ? { severity: 'error' } : {}),
    };
  if (resource === 'ephemeral-storage' && isLimit && amount < mebibyte / 16)
    return {
      message: `${written} of ephemeral storage is ${Math.max(1, Math.round(amount))} bytes: the pod is evicted with its first lines of log`,
      suggestion: `write "${digits}Gi"`,
    };
  if (resource === 'cpu' && amount >= cores)
    return { message: `"cpu: ${written}" is ${amount} cores: few nodes have room for the pod`, suggestion: `write "${digits}m"` };
  if (resource === 'cpu' && isLimit && amount < 0.005)
    return { message: `"cpu: ${written}" is too little to answer a probe`, suggestion: 'write 100m or more' };
  return undefined;
}
