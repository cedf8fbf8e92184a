/** The instructions of `with` and `range`. Behavior: Go 1.26 text/template/exec.go (walkRange, walkIfOrWith). */

import { isTrue } from '@mcpgw/go/reflect';
import { listItem } from './code.js';
import { nextAssigns, nextNames, nextTo, rangeTo, rangeVariables, withTo } from './instructions.js';
import { Loop } from './loop.js';
import type { Machine } from './machine.js';

export function walkWith(machine: Machine, ins: number): void {
  const v = machine.stack.pop();
  if (!isTrue(v)) {
    machine.state.pc = ins + machine.state.code[ins + withTo]!;
    return;
  }
  machine.withs.push({ dot: machine.state.dot, isElement: machine.state.dotIsElement });
  machine.state.dot = v;
  machine.state.dotIsElement = false;
}

export function endWith(machine: Machine): void {
  const { dot, isElement } = machine.withs.pop()!;
  machine.state.dot = dot;
  machine.state.dotIsElement = isElement;
}

export function walkRange(machine: Machine, ins: number): void {
  machine.state.budget.look();
  const v = machine.stack.pop();
  const loop = Loop.over(v, {
    variables: machine.state.code[ins + rangeVariables]!,
    next: machine.state.pc,
    marks: machine.markCount,
    withs: machine.withs.length,
    dot: machine.state.dot,
    dotIsElement: machine.state.dotIsElement,
    mark: machine.state.vars.count,
  });
  if (typeof loop === 'string') machine.state.fail(loop);
  if (loop === null) machine.state.pc = ins + machine.state.code[ins + rangeTo]!;
  else machine.loops.push(loop);
}

export function oneIteration(machine: Machine, ins: number): void {
  const loop = machine.loops[machine.loops.length - 1]!;
  machine.state.vars.count = loop.start.mark;
  if (!loop.advance()) {
    endLoop(machine, loop);
    return;
  }
  const count = machine.state.code[ins + nextNames]!;
  if (count > 0) machine.state.vars.set(loopVariable(machine, ins, count, count - 1), loop.element, loop.isElement);
  if (count > 1) machine.state.vars.set(loopVariable(machine, ins, count, 0), loop.index, false);
  machine.state.dot = loop.element;
  machine.state.dotIsElement = loop.isElement;
}

/** Variable `i` of OpNext at `ins`. */
function loopVariable(machine: Machine, ins: number, count: number, i: number): number {
  if (machine.state.code[ins + nextAssigns] === 0) return machine.state.vars.count - count + i;
  return machine.state.varIndex(machine.state.textOf(listItem(machine.state.code, ins + nextNames, i)));
}

function endLoop(machine: Machine, { start }: Loop): void {
  machine.loops.pop();
  machine.state.dot = start.dot;
  machine.state.dotIsElement = start.dotIsElement;
  machine.state.vars.count = start.mark;
  machine.state.pc = start.next + machine.state.code[start.next + nextTo]!;
}

export function walkBreak(machine: Machine): void {
  const loop = machine.loops[machine.loops.length - 1]!;
  leaveBody(machine, loop);
  endLoop(machine, loop);
}

export function walkContinue(machine: Machine): void {
  const loop = machine.loops[machine.loops.length - 1]!;
  leaveBody(machine, loop);
  machine.state.pc = loop.start.next;
}

function leaveBody(machine: Machine, loop: Loop): void {
  const { start } = loop;
  machine.markCount = start.marks;
  machine.withs.length = start.withs;
}
