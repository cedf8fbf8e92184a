import { safeText } from '@mcpgw/loader';
import type { TableStyle } from '../paint.js';
import type { ProbedServer, ProbeReport } from './report.js';

export type ProbeStyle = TableStyle<ProbedServer['status'] | 'dim' | 'bold'>;

interface Row {
  readonly cells: readonly string[];
  readonly status: ProbedServer['status'] | 'head';
  readonly reason: string;
  readonly advice: string;
}

const heads = ['SERVER', 'STATUS', 'TRANSPORT', 'PROTOCOL', 'TOOLS', 'ATTEMPTS', 'TIME'];
const gap = '  ';
const narrowest = 24;
const widest = 60;

/** A time in milliseconds, for people. */
export function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function rowOf(server: ProbedServer): Row {
  const { status, transport, protocol, tools, attempts, durationMs, reason, layer, advice } = server;
  const counted = status === 'available' ? String(tools.length) : '-';
  const cells = [safeText(server.id), status, transport ?? '-', protocol ?? '-', counted, String(attempts), seconds(durationMs)];
  return { cells, status, reason: reason === null ? '' : `${layer}: ${reason}`, advice: advice ?? '' };
}

/** Breaks `text` at spaces into lines of at most `width`; a longer word is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap(word => pieces(word, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function pieces(word: string, width: number): string[] {
  if (word.length <= width) return [word];
  return Array.from({ length: Math.ceil(word.length / width) }, (_, index) => word.slice(index * width, (index + 1) * width));
}

function padded(cells: readonly string[], widths: readonly number[]): string[] {
  return cells.map((cell, index) => cell.padEnd(widths[index]!));
}

function paintCells(cells: readonly string[], { status }: Row, { paint }: ProbeStyle): string {
  if (status === 'head') return paint(cells.join(gap), 'bold');
  return cells.map((cell, index) => (index === 1 ? paint(cell, status) : cell)).join(gap);
}

/** The last two columns stand beside the others, each wrapped to its width. */
function besideLines(row: Row, cells: readonly string[], textWidths: readonly [number, number], style: ProbeStyle): string[] {
  const [reasonWidth, adviceWidth] = textWidths;
  const reasons = wrap(row.reason, reasonWidth);
  const advices = wrap(row.advice, adviceWidth);
  const blank = ' '.repeat(cells.join(gap).length);
  return Array.from({ length: Math.max(reasons.length, advices.length) }, (_, index) => {
    const left = index === 0 ? paintCells(cells, row, style) : blank;
    const reason = (reasons[index] ?? '').padEnd(reasonWidth);
    const texts = [reason, advices[index] ?? ''].map(text => (row.status === 'head' ? style.paint(text, 'bold') : text));
    return [left, ...texts].join(gap).trimEnd();
  });
}

/** Too narrow for nine columns: reason and advice stand below the row. */
function belowLines(row: Row, cells: readonly string[], style: ProbeStyle): string[] {
  const width = Math.max(narrowest, style.width - 4);
  const texts = row.status === 'head' ? [] : [row.reason, row.advice && `→ ${row.advice}`];
  const lines = texts.filter(text => text !== '').flatMap(text => wrap(text, width).map(line => `    ${line}`));
  return [paintCells(cells, row, style).trimEnd(), ...lines];
}

function columnWidth(texts: readonly string[], most: number): number {
  return Math.min(most, Math.max(...texts.map(text => text.length)));
}

function summaryLine({ summary, servers, durationMs }: ProbeReport): string {
  const failed = (['transient', 'permanent', 'denied'] as const)
    .filter(name => summary[name] > 0)
    .map(name => `, ${summary[name]} ${name}`);
  return `${summary.available} of ${servers.length} available${failed.join('')} in ${seconds(durationMs)}`;
}

/** Prints a report for people: a row a server, a line that sums up. */
export function formatTable(report: ProbeReport, style: ProbeStyle): string {
  const head: Row = { cells: heads, status: 'head', reason: 'REASON', advice: 'WHAT TO DO' };
  const failures = report.servers.some(({ status }) => status !== 'available');
  const rows = [failures ? head : { ...head, reason: '', advice: '' }, ...report.servers.map(rowOf)];
  const widths = heads.map((_, column) =>
    columnWidth(
      rows.map(({ cells }) => cells[column]!),
      widest,
    ),
  );
  const left = Math.max(0, style.width - widths.reduce((sum, width) => sum + width + gap.length, gap.length));
  const room = Math.min(widest, Math.floor(left / 2));
  const textWidths: [number, number] = [
    columnWidth(
      rows.map(({ reason }) => reason),
      room,
    ),
    columnWidth(
      rows.map(({ advice }) => advice),
      room,
    ),
  ];
  const beside = room >= narrowest;
  const lines = rows.flatMap(row => {
    const cells = padded(row.cells, widths);
    return beside ? besideLines(row, cells, textWidths, style) : belowLines(row, cells, style);
  });
  return `${lines.join('\n')}\n\n${summaryLine(report)}\n`;
}
