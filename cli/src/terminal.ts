/**
 * The only writer of text to standard error and standard output (stdout.ts writes data). The text may contain untrusted parts: here
 * it loses everything that would control a terminal or a CI system (docs/adr/0046-text-of-strangers.md).
 */
import { escapeJson, logText, visible, visibleLines } from '@mcpgw/diagnostics';

/** Our colors, as the numbers that begin and end them (ECMA-48, SGR). */
const colors = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
} as const;

export type Color = keyof typeof colors;

/** Random, so untrusted text can never count as a color. */
let key: string | undefined;

/** A text in a color; `print` and `say` convert the marks. Its length differs from the displayed length. */
export function inColor(text: string, color: Color): string {
  key ??= globalThis.crypto.randomUUID();
  const [begin, end] = colors[color];
  return `\ufdd0${key}:${begin}\ufdd1${text}\ufdd0${key}:${end}\ufdd1`;
}

function shown(text: string): string {
  if (key === undefined) return logText(text);
  const parts = text.split(new RegExp(`\ufdd0${key}:(\\d+)\ufdd1`));
  return parts.map((part, i) => (i % 2 === 1 ? `\u001b[${part}m` : logText(part))).join('');
}

/** Prints text for people, or a report in a format of text, to standard output. */
export function print(text: string): void {
  process.stdout.write(shown(text));
}

/** Prints serialized JSON to standard output. */
export function printJson(json: string): void {
  process.stdout.write(escapeJson(json));
}

/** Prints lines that `workflowCommand` made to standard output. */
export function printCommands(commands: string): void {
  process.stdout.write(visibleLines(commands));
}

let isLineOpen = false;

/** Prints text for people to standard error; `written` is called when it has been handed to the system. */
export function say(text: string, written?: () => void): void {
  clearProgress();
  process.stderr.write(shown(text), written && (() => written()));
}

/** Shows a line on standard error that the next one replaces; does nothing if it is not a terminal. */
export function showProgress(line: string): void {
  const { isTTY = false, columns = 80 } = process.stderr;
  if (!isTTY) return;
  const text = visible(line);
  const clipped = text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`;
  process.stderr.write(`\r\u001b[2K${clipped}`);
  isLineOpen = true;
}

/** Removes the line of `showProgress`. */
export function clearProgress(): void {
  if (isLineOpen) process.stderr.write('\r\u001b[2K');
  isLineOpen = false;
}
