/** `mcpgw activity verify`: whether every chain is intact, and where the first one is not. */
import { type ChainReport, type RecordMark, type Verification, verifyActivity } from '@mcpgw/activity';
import { visible } from '@mcpgw/diagnostics';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { maxNamedBytes, readBytes, readUpTo } from '../read-file.js';
import { print, printJson } from '../terminal.js';
import type { VerifyFlags } from './flags.js';
import { withRecord } from './open.js';

function markOf(line: string): RecordMark | undefined {
  try {
    const { writer, seq, hash } = JSON.parse(line) as Partial<Record<keyof RecordMark, unknown>>;
    if (typeof writer !== 'string' || typeof hash !== 'string' || !Number.isSafeInteger(seq)) return undefined;
    return { writer, seq: seq as number, hash };
  } catch {
    return undefined;
  }
}

/** The heads in a file. @throws CliError for a line that is none */
function readHeads(file: string): RecordMark[] {
  const text = Buffer.from(file === '-' ? readUpTo(0, maxNamedBytes) : readBytes(file, file)).toString('utf8');
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return lines.map((line, index) => {
    const mark = markOf(line);
    if (mark === undefined) throw new CliError(`${visible(file)}:${index + 1} is not a head, as \`mcpgw activity head\` prints them`);
    return mark;
  });
}

const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function chainLines({ writer, records, first, last, broken, torn }: ChainReport): string[] {
  const span = records === 0 ? 'no records' : `${many(records, 'record')}, ${first} to ${last}`;
  const lines = [`${visible(writer)}: ${broken ? 'BROKEN' : 'intact'}, ${span}`];
  if (broken) lines.push(`  ${visible(broken.place)}: record ${broken.seq}: ${visible(broken.message)} (${broken.problem})`);
  if (torn !== undefined) lines.push(`  ${visible(torn)}: the last line has no end: its write was interrupted`);
  return lines;
}

function formatVerification({ chains, unchecked }: Verification, heads: number): string {
  const broken = chains.filter(chain => chain.broken);
  const lines = chains.flatMap(chainLines);
  for (const { writer, seq } of unchecked)
    lines.push(`${visible(writer)}: the given head, record ${seq}, was pruned: it cannot be checked`);
  const total = chains.reduce((sum, { records }) => sum + records, 0);
  const intact = total === 0 ? 'there is nothing to verify' : 'no record is missing or was changed';
  const verdict = broken.length === 0 ? intact : `${many(broken.length, 'chain')} broken`;
  lines.push(`${many(chains.length, 'writer')}, ${many(total, 'record')}: ${verdict}`);
  if (heads === 0 && broken.length === 0)
    lines.push(
      'Anyone who can write the store can write a new record with chains that fit: only heads kept elsewhere (--head) reveal that.',
    );
  return `${lines.join('\n')}\n`;
}

/** Runs `mcpgw activity verify` and gives its exit code. @throws CliError when it cannot run */
export async function runVerify(flags: VerifyFlags): Promise<ExitCode> {
  const heads = flags.head === undefined ? [] : readHeads(flags.head);
  return withRecord(flags, async store => {
    const found = await verifyActivity(store, heads);
    if (flags.output === 'json') printJson(`${JSON.stringify(found, null, 2)}\n`);
    else print(formatVerification(found, heads.length));
    return found.chains.some(({ broken }) => broken) ? exitCodes.findings : exitCodes.clean;
  });
}
