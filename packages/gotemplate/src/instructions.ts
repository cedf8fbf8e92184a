/** Written from instruction-table.ts by its test (UPDATE_GOLDEN=1); not to be edited. */
import type { Node } from './node.js';

/** What the functions below add to: CodeWriter of code-writer.ts. */
interface Writer {
  readonly code: number[];
  readonly nodes: Map<number, Node> | null;
  note(node: Node, nodes: Map<number, Node>): void;
  string(text: string): number;
  constant(value: unknown): number;
  distance(to: number): number;
  strings(list: readonly string[]): void;
}

/** Ends the template. */
export const OpReturn = 0;
/** Writes text: the constant, or where in the source it stands. */
export const OpText = 1;
export const textConstant = 1;
export const textFrom = 2;
export const textLength = 3;
/** What fails next fails at the node. */
export const OpAt = 2;
/** Pops a value and writes it. */
export const OpPrint = 3;
/** Pops a value. */
export const OpPop = 4;
/** Pushes true. */
export const OpTrue = 5;
/** Pushes false. */
export const OpFalse = 6;
/** Pushes a string. */
export const OpString = 7;
export const stringText = 1;
/** Pushes a number; its text and the type of its token make the constant. */
export const OpNumber = 8;
export const numberConstant = 1;
export const numberText = 2;
export const numberToken = 3;
/** Pushes dot. */
export const OpDot = 9;
export const dotFlags = 1;
/** Fails. */
export const OpFail = 10;
export const failReason = 1;
/** Starts a call of a function. */
export const OpBeginCall = 11;
export const beginCallFunction = 1;
export const beginCallArgs = 2;
export const beginCallFlags = 3;
/** Adds dot to the arguments. */
export const OpArgDot = 12;
/** Adds nil to the arguments. */
export const OpArgNil = 13;
/** Adds true (1) or false (0) to the arguments. */
export const OpArgBool = 14;
export const argBoolValue = 1;
/** Adds a string to the arguments. */
export const OpArgString = 15;
export const argStringText = 1;
/** Adds a number to the arguments. */
export const OpArgNumber = 16;
export const argNumberConstant = 1;
export const argNumberText = 2;
export const argNumberToken = 3;
/** Pops a pipeline's value and adds it to the arguments. */
export const OpArgPipe = 17;
/** Pops a chain's value and adds it to the arguments. */
export const OpArgChain = 18;
/** Pops a function's value and adds it to the arguments. */
export const OpArgFunction = 19;
export const argFunctionFunction = 1;
/** Calls; `called` is what the builtin `call` names as its function, empty for the value itself. */
export const OpCall = 20;
export const callFlags = 1;
export const callCalled = 2;
/** Starts `and` or `or`. */
export const OpBeginAndOr = 21;
export const beginAndOrArgs = 1;
export const beginAndOrFlags = 2;
/** Pops an argument of `and` or `or`; jumps with it where it decides. */
export const OpTestAndOr = 22;
export const testAndOrFlags = 1;
export const testAndOrTo = 2;
/** Pushes nil. */
export const OpNil = 23;
/** Starts a block that declares variables. */
export const OpMark = 24;
/** Ends it, and with it its variables. */
export const OpUnmark = 25;
/** Jumps. */
export const OpJump = 26;
export const jumpTo = 1;
/** Pops a value; jumps where it is empty. */
export const OpJumpFalse = 27;
export const jumpFalseTo = 1;
/** Pops a value and makes it dot; jumps where it is empty. */
export const OpWith = 28;
export const withTo = 1;
/** Gives dot the value that it had before `with`. */
export const OpEndWith = 29;
/** Pops a value and starts a loop over it; jumps where it is empty. Next follows. */
export const OpRange = 30;
export const rangeTo = 1;
export const rangeVariables = 2;
/** Ends the innermost loop. */
export const OpBreak = 31;
/** Goes on with the next element of the innermost loop. */
export const OpContinue = 32;
/** Fails where there is no template of that name. */
export const OpFindTemplate = 33;
export const findTemplateName = 1;
/** Runs a template; dot is popped where the flags say so. */
export const OpTemplate = 34;
export const templateName = 1;
export const templateFlags = 2;
/** Fails where there is no variable of that name. */
export const OpFixedVariable = 35;
export const fixedVariableName = 1;
/** Pushes a long raw string: the constant, or where in the source it stands. */
export const OpRawString = 36;
export const rawStringConstant = 1;
export const rawStringFrom = 2;
export const rawStringLength = 3;
/** Pushes a field of dot. */
export const OpField = 37;
export const fieldFlags = 1;
export const fieldFields = 2;
/** Pushes a variable, or a field of it. */
export const OpVariable = 38;
export const variableFlags = 1;
export const variableName = 2;
export const variableFields = 3;
/** Pops a value and pushes a field of it; the function gave the value, where there is one. */
export const OpChain = 39;
export const chainFlags = 1;
export const chainFunction = 2;
export const chainFields = 3;
/** Starts a call of the method that the last field names, or goes on behind the call; the type is that of the node, the receiver is the variable, or the function of a chain. */
export const OpBeginMethod = 40;
export const beginMethodArgs = 1;
export const beginMethodFlags = 2;
export const beginMethodTo = 3;
export const beginMethodType = 4;
export const beginMethodReceiver = 5;
export const beginMethodFields = 6;
/** Adds a field of dot to the arguments. */
export const OpArgField = 41;
export const argFieldFields = 1;
/** Adds a variable, or a field of it, to the arguments. */
export const OpArgVariable = 42;
export const argVariableName = 1;
export const argVariableFields = 2;
/** Declares variables that have the value on the stack. */
export const OpDeclare = 43;
export const declareNames = 1;
/** Gives variables the value on the stack. */
export const OpAssign = 44;
export const assignNames = 1;
/** Takes the next element, or ends the loop and jumps; assigns is 1 for `=`. */
export const OpNext = 45;
export const nextTo = 1;
export const nextAssigns = 2;
export const nextNames = 3;

/** How many numbers an instruction has, those of its list apart. */
export const widths = Uint8Array.of(
  1,
  4,
  1,
  1,
  1,
  1,
  1,
  2,
  4,
  2,
  2,
  4,
  1,
  1,
  2,
  2,
  4,
  1,
  1,
  2,
  3,
  3,
  3,
  1,
  1,
  1,
  2,
  2,
  2,
  1,
  3,
  1,
  1,
  2,
  3,
  2,
  4,
  3,
  4,
  4,
  7,
  2,
  3,
  2,
  2,
  4,
);
/** The last operand of this instruction and of all after it is the length of a list, which follows. */
export const firstWithList = 37;
/** Where the operand stands that says how far to jump; 0 where none does. */
export const jumps = Uint8Array.of(
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  2,
  0,
  0,
  0,
  1,
  1,
  1,
  0,
  1,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  3,
  0,
  0,
  0,
  0,
  1,
);
/** Where the operand stands that is the index of a string; 0 where none is. */
export const stringOperands = Uint8Array.of(
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  1,
  2,
  0,
  1,
  1,
  0,
  0,
  0,
  1,
  2,
  0,
  0,
  1,
  2,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  1,
  1,
  1,
  0,
  0,
  2,
  2,
  5,
  0,
  1,
  0,
  0,
  0,
);

/** Ends the template. */
export function writeReturn(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpReturn);
  return size - 1;
}
/** Writes text: the constant, or where in the source it stands. */
export function writeText(w: Writer, node: Node, constant: unknown, from: number, length: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpText, w.constant(constant), from, length);
  return size - 4;
}
/** What fails next fails at the node. */
export function writeAt(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpAt);
  return size - 1;
}
/** Pops a value and writes it. */
export function writePrint(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpPrint);
  return size - 1;
}
/** Pops a value. */
export function writePop(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpPop);
  return size - 1;
}
/** Pushes true. */
export function writeTrue(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpTrue);
  return size - 1;
}
/** Pushes false. */
export function writeFalse(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpFalse);
  return size - 1;
}
/** Pushes a string. */
export function writeString(w: Writer, node: Node, text: string): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpString, w.string(text));
  return size - 2;
}
/** Pushes a number; its text and the type of its token make the constant. */
export function writeNumber(w: Writer, node: Node, constant: unknown, text: string, token: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpNumber, w.constant(constant), w.string(text), token);
  return size - 4;
}
/** Pushes dot. */
export function writeDot(w: Writer, node: Node, flags: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpDot, flags);
  return size - 2;
}
/** Fails. */
export function writeFail(w: Writer, node: Node, reason: string): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpFail, w.string(reason));
  return size - 2;
}
/** Starts a call of a function. */
export function writeBeginCall(w: Writer, node: Node, func: string, args: number, flags: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpBeginCall, w.string(func), args, flags);
  return size - 4;
}
/** Adds dot to the arguments. */
export function writeArgDot(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpArgDot);
  return size - 1;
}
/** Adds nil to the arguments. */
export function writeArgNil(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpArgNil);
  return size - 1;
}
/** Adds true (1) or false (0) to the arguments. */
export function writeArgBool(w: Writer, node: Node, value: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpArgBool, value);
  return size - 2;
}
/** Adds a string to the arguments. */
export function writeArgString(w: Writer, node: Node, text: string): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpArgString, w.string(text));
  return size - 2;
}
/** Adds a number to the arguments. */
export function writeArgNumber(w: Writer, node: Node, constant: unknown, text: string, token: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpArgNumber, w.constant(constant), w.string(text), token);
  return size - 4;
}
/** Pops a pipeline's value and adds it to the arguments. */
export function writeArgPipe(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpArgPipe);
  return size - 1;
}
/** Pops a chain's value and adds it to the arguments. */
export function writeArgChain(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpArgChain);
  return size - 1;
}
/** Pops a function's value and adds it to the arguments. */
export function writeArgFunction(w: Writer, node: Node, func: string): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpArgFunction, w.string(func));
  return size - 2;
}
/** Calls; `called` is what the builtin `call` names as its function, empty for the value itself. */
export function writeCall(w: Writer, node: Node, flags: number, called: string): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpCall, flags, w.string(called));
  return size - 3;
}
/** Starts `and` or `or`. */
export function writeBeginAndOr(w: Writer, node: Node, args: number, flags: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpBeginAndOr, args, flags);
  return size - 3;
}
/** Pops an argument of `and` or `or`; jumps with it where it decides. */
export function writeTestAndOr(w: Writer, node: Node, flags: number, to: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpTestAndOr, flags, w.distance(to));
  return size - 3;
}
/** Pushes nil. */
export function writeNil(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpNil);
  return size - 1;
}
/** Starts a block that declares variables. */
export function writeMark(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpMark);
  return size - 1;
}
/** Ends it, and with it its variables. */
export function writeUnmark(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpUnmark);
  return size - 1;
}
/** Jumps. */
export function writeJump(w: Writer, node: Node, to: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpJump, w.distance(to));
  return size - 2;
}
/** Pops a value; jumps where it is empty. */
export function writeJumpFalse(w: Writer, node: Node, to: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpJumpFalse, w.distance(to));
  return size - 2;
}
/** Pops a value and makes it dot; jumps where it is empty. */
export function writeWith(w: Writer, node: Node, to: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpWith, w.distance(to));
  return size - 2;
}
/** Gives dot the value that it had before `with`. */
export function writeEndWith(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpEndWith);
  return size - 1;
}
/** Pops a value and starts a loop over it; jumps where it is empty. Next follows. */
export function writeRange(w: Writer, node: Node, to: number, variables: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpRange, w.distance(to), variables);
  return size - 3;
}
/** Ends the innermost loop. */
export function writeBreak(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpBreak);
  return size - 1;
}
/** Goes on with the next element of the innermost loop. */
export function writeContinue(w: Writer, node: Node): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpContinue);
  return size - 1;
}
/** Fails where there is no template of that name. */
export function writeFindTemplate(w: Writer, node: Node, name: string): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpFindTemplate, w.string(name));
  return size - 2;
}
/** Runs a template; dot is popped where the flags say so. */
export function writeTemplate(w: Writer, node: Node, name: string, flags: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpTemplate, w.string(name), flags);
  return size - 3;
}
/** Fails where there is no variable of that name. */
export function writeFixedVariable(w: Writer, node: Node, name: string): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpFixedVariable, w.string(name));
  return size - 2;
}
/** Pushes a long raw string: the constant, or where in the source it stands. */
export function writeRawString(w: Writer, node: Node, constant: unknown, from: number, length: number): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpRawString, w.constant(constant), from, length);
  return size - 4;
}
/** Pushes a field of dot. */
export function writeField(w: Writer, node: Node, flags: number, fields: readonly string[]): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpField, flags, fields.length);
  w.strings(fields);
  return size - 3;
}
/** Pushes a variable, or a field of it. */
export function writeVariable(w: Writer, node: Node, flags: number, name: string, fields: readonly string[]): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpVariable, flags, w.string(name), fields.length);
  w.strings(fields);
  return size - 4;
}
/** Pops a value and pushes a field of it; the function gave the value, where there is one. */
export function writeChain(w: Writer, node: Node, flags: number, func: string, fields: readonly string[]): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpChain, flags, w.string(func), fields.length);
  w.strings(fields);
  return size - 4;
}
/** Starts a call of the method that the last field names, or goes on behind the call; the type is that of the node, the receiver is the variable, or the function of a chain. */
export function writeBeginMethod(
  w: Writer,
  node: Node,
  args: number,
  flags: number,
  to: number,
  type: number,
  receiver: string,
  fields: readonly string[],
): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpBeginMethod, args, flags, w.distance(to), type, w.string(receiver), fields.length);
  w.strings(fields);
  return size - 7;
}
/** Adds a field of dot to the arguments. */
export function writeArgField(w: Writer, node: Node, fields: readonly string[]): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpArgField, fields.length);
  w.strings(fields);
  return size - 2;
}
/** Adds a variable, or a field of it, to the arguments. */
export function writeArgVariable(w: Writer, node: Node, name: string, fields: readonly string[]): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpArgVariable, w.string(name), fields.length);
  w.strings(fields);
  return size - 3;
}
/** Declares variables that have the value on the stack. */
export function writeDeclare(w: Writer, node: Node, names: readonly string[]): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpDeclare, names.length);
  w.strings(names);
  return size - 2;
}
/** Gives variables the value on the stack. */
export function writeAssign(w: Writer, node: Node, names: readonly string[]): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpAssign, names.length);
  w.strings(names);
  return size - 2;
}
/** Takes the next element, or ends the loop and jumps; assigns is 1 for `=`. */
export function writeNext(w: Writer, node: Node, to: number, assigns: number, names: readonly string[]): number {
  if (w.nodes !== null) w.note(node, w.nodes);
  const size = w.code.push(OpNext, w.distance(to), assigns, names.length);
  w.strings(names);
  return size - 4;
}
