/**
 * The one way of text to standard error, and to standard output where it is no data (for that: stdout.ts). What commands print may
 * hold text of strangers: here it loses what would drive a terminal or a CI system (docs/adr/0046-text-of-strangers.md).
 */
import { escapeJson, logText, visible, visibleLines } from '@mcpgw/diagnostics';

/** Colors of ours, as the numbers that begin and end them (ECMA-48, SGR). */
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

/** Nobody else can know it, so nobody else's text is taken for a color. */
let key: string | undefined;

/** A text in a color; `print` and `say` make the color of it. Its length is no longer that of what is shown. */
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

/** Prints text for people to standard error; `written` is called when it is on its way. */
export function say(text: string, written?: () => void): void {
  clearProgress();
  process.stderr.write(shown(text), written && (() => written()));
}

/** Shows a line on standard error that the next one replaces; nothing where that is no terminal. */
export function showProgress(line: string): void {
  const { isTTY = false, columns = 80 } = process.stderr;
  if (!isTTY) return;
  const text = visible(line);
  const clipped = text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`;
  process.stderr.write(`\r\u001b[2K${clipped}`);
  isLineOpen = true;
}

/** Takes the line of `showProgress` away. */
export function clearProgress(): void {
  if (isLineOpen) process.stderr.write('\r\u001b[2K');
  isLineOpen = false;
}
