/** `mcpgw tools show` and `mcpgw tools diff`: what is being approved, and what of it is another than was approved. */
import { cachedToolHash, lookAlike } from '@mcpgw/approvals';
import type { RankedTool } from '@mcpgw/gateway';
import { safeText } from '@mcpgw/loader';
import type { SourceTool } from '@mcpgw/upstreams';
import { noSuchTool } from '../call/find-tool.js';
import { unifiedDiff } from '../diff.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { painter } from '../paint.js';
import { print, printJson } from '../terminal.js';
import type { ShowFlags } from './flags.js';
import { formOf } from './form.js';
import { takeInventory } from './inventory.js';
import type { Inventory } from './inventory-server.js';
import { makeToolsReport, type ReportedTool } from './report.js';
import { toolsByName } from './tools-by-name.js';

interface Shown {
  readonly found: RankedTool;
  readonly reported: ReportedTool;
}

/** @throws CliError for a name that no tool has */
function toolNamed(name: string, inventory: Inventory): Shown {
  const all = inventory.catalogue.all();
  const found = toolsByName(all, inventory).get(name);
  if (found === undefined)
    throw noSuchTool(
      name,
      all.map(tool => ({ name: tool.name, server: tool.server, tool: tool.tool.name, status: tool.status ?? null })),
    );
  const reported = makeToolsReport(inventory, {}).tools.find(tool => tool.name === safeText(found.name))!;
  return { found, reported };
}

const hints = [
  ['readOnlyHint', true, 'only reads'],
  ['destructiveHint', true, 'may destroy'],
  ['idempotentHint', true, 'can be repeated'],
  ['openWorldHint', true, 'reaches the outside'],
] as const;

function hintsOf({ annotations }: SourceTool): string {
  const given = (annotations ?? {}) as Readonly<Record<string, unknown>>;
  return hints
    .filter(([name, value]) => Object.hasOwn(given, name) && given[name] === value)
    .map(([, , text]) => text)
    .join(', ');
}

function headOf({ found, reported }: Shown): string {
  const { status, reason, remedy, approvedBy, approvedAt } = reported;
  const rows: [string, string | null][] = [
    ['tool', reported.name],
    ['status', status.replaceAll('_', ' ') + (reason === null ? '' : `: ${reason}`)],
    ['to do', remedy],
    ['approved', approvedAt === null ? null : `${approvedAt} by ${safeText(approvedBy ?? 'unknown')}`],
    ['says of itself', hintsOf(found.tool) || null],
    ['caution', lookAlike(found.tool.name) ?? null],
    ['hash', cachedToolHash(found.tool) ?? 'none: it cannot be compared'],
  ];
  return rows.flatMap(([name, text]) => (text === null ? [] : `${`${name}:`.padEnd(16)}${text}\n`)).join('');
}

/** Runs `mcpgw tools show` and gives its exit code. @throws CliError when it cannot run */
export async function runShow(name: string, flags: ShowFlags): Promise<ExitCode> {
  const inventory = await takeInventory(flags.config, flags, { mayWrite: false, named: [name] });
  try {
    const shown = toolNamed(name, inventory);
    const { found, reported } = shown;
    if (flags.output === 'json')
      printJson(`${JSON.stringify({ ...reported, hash: cachedToolHash(found.tool) ?? null, definition: found.tool }, null, 2)}\n`);
    else print(`${headOf(shown)}\n${formOf(found.tool)}`);
    return exitCodes.clean;
  } finally {
    await inventory.close();
  }
}

const paintLine = painter<'added' | 'removed' | 'place'>({ added: 'green', removed: 'red', place: 'dim' });

function painted(patch: string): string {
  return patch
    .split('\n')
    .map(line =>
      line.startsWith('@@')
        ? paintLine(line, 'place')
        : line.startsWith('+')
          ? paintLine(line, 'added')
          : line.startsWith('-')
            ? paintLine(line, 'removed')
            : line,
    )
    .join('\n');
}

/** What older approvals recorded. */
const oldFields = ['description', 'inputSchema', 'outputSchema'];

/** Runs `mcpgw tools diff` and gives its exit code: 1 where there are differences. @throws CliError when it cannot run */
export async function runToolDiff(name: string, flags: ShowFlags): Promise<ExitCode> {
  const inventory = await takeInventory(flags.config, flags, { mayWrite: false, named: [name] });
  try {
    const { found, reported } = toolNamed(name, inventory);
    const record = inventory.approvals.get(found.server, found.tool.name);
    const isApproved = record?.approvedHash !== undefined;
    const before = await inventory.approvals.approvedContent(found.server, found.tool.name);
    const isUnrecorded = isApproved && before === undefined && found.approval === 'changed';
    const only = before !== undefined && !before.isWhole ? oldFields : undefined;
    const now = formOf(found.tool, only);
    const old = before === undefined ? (isApproved && !isUnrecorded ? now : '') : formOf(before.tool, only);
    const when = isApproved ? `approved ${record.approvedAt ?? ''} by ${safeText(record.approvedBy ?? 'unknown')}` : 'never approved';
    const patch = old === now ? '' : unifiedDiff(`${reported.name} (${when})`, `${reported.name} (now)`, old, now);
    const isChanged = patch !== '' || found.approval === 'changed';
    const note = isUnrecorded
      ? 'The form that was approved is not recorded: all of the tool is shown as new.'
      : only !== undefined
        ? 'Of what was approved only description and schemas are recorded: other fields are not compared.'
        : null;
    if (flags.output === 'json')
      printJson(
        `${JSON.stringify({ name: reported.name, changed: isChanged, approvedAt: record?.approvedAt ?? null, approvedBy: record?.approvedBy ?? null, approved: before?.tool ?? null, now: found.tool, note, diff: patch }, null, 2)}\n`,
      );
    else if (!isChanged) print(`${reported.name} is as it was approved\n`);
    else print(`${painted(patch)}${note === null ? '' : `${note}\n`}`);
    return isChanged ? exitCodes.findings : exitCodes.clean;
  } finally {
    await inventory.close();
  }
}
