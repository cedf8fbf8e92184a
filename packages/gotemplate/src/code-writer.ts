import { OpAt, OpFail, type Strings } from './code.js';
import type { Node, VariableNode } from './node.js';

/** Writes instructions as code.ts has them. */
export class CodeWriter {
  readonly code: number[] = [];
  readonly constants: unknown[] = [];
  private readonly strings: Strings;
  /** What each instruction was made of, where somebody asks. */
  protected readonly nodes: Map<number, Node> | null;

  constructor(strings: Strings, nodes: Map<number, Node> | null) {
    this.strings = strings;
    this.nodes = nodes;
  }

  /** Starts an instruction; gives its place. */
  protected op(op: number, node: Node): number {
    const at = this.code.push(op) - 1;
    if (this.nodes !== null) this.nodes.set(at, node);
    return at;
  }

  protected text(text: string): void {
    this.code.push(this.strings.numberOf(text));
  }

  protected fields(fields: readonly string[]): void {
    this.code.push(fields.length);
    for (let i = 0; i < fields.length; i++) this.text(fields[i]!);
  }

  protected names(variables: readonly VariableNode[]): void {
    this.code.push(variables.length);
    for (const { name } of variables) this.text(name);
  }

  protected fail(node: Node, reason: string): void {
    this.op(OpAt, node);
    this.failHere(node, reason);
  }

  /** Fails at what was evaluated last. */
  protected failHere(node: Node, reason: string): void {
    this.op(OpFail, node);
    this.text(reason);
  }

  /** An instruction whose `to` is its first operand, and not known yet. */
  protected jump(op: number, node: Node): number {
    const at = this.op(op, node);
    this.code.push(0);
    return at;
  }

  /** Makes a jump go on at what comes next. */
  protected land(at: number, operand = 1): void {
    this.code[at + operand] = this.code.length - at;
  }
}
