/** `mcpgw connect` and `mcpgw disconnect`: client → file → what would change → asked → backup → written. */
import { constants, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { type ClientPlace, clientPlaces, EditError, withEntry, withoutEntry } from '@mcpgw/client-files';
import { nearest } from '@mcpgw/diagnostics';
import { safeText } from '@mcpgw/loader';
import { type ClientEntry, type ClientTarget, clientEntries } from '@mcpgw/mcp-config';
import { canAsk, confirmed } from '../ask.js';
import { unifiedDiff } from '../diff.js';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { maxNamedBytes, readBytes } from '../read-file.js';
import { replaceFile, rewriteFile } from '../replace-file.js';
import { print, say } from '../terminal.js';
import { clientTarget, type TargetFlags } from './target.js';

export interface ConnectFlags extends TargetFlags {
  /** The file of the project, and not that of the user. */
  readonly project?: boolean;
  readonly file?: string;
  readonly dryRun?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
}

/** The clients of this user on this machine. */
export const placesHere = (): readonly ClientPlace[] =>
  clientPlaces({ platform: process.platform, home: homedir(), project: process.cwd(), env: process.env });

function placeOf(name: string): ClientPlace {
  const places = placesHere();
  const found = places.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const ids = places.map(({ id }) => id);
  const near = nearest(name, ids);
  const meant = near === undefined ? '' : `; did you mean ${near}?`;
  throw new CliError(`the client "${safeText(name)}" is not known${meant}\nthe known clients are ${ids.join(', ')}`);
}

/** The file to edit. @throws CliError where the client has no such file */
function fileOf({ title, user, project }: ClientPlace, flags: ConnectFlags): string {
  if (flags.file !== undefined) return resolve(flags.file);
  const found = flags.project ? project : (user ?? project);
  if (found === undefined)
    throw new CliError(`${title} has no file of ${flags.project ? 'a project' : 'the user'} that mcpgw edits; --file names one`);
  return found;
}

/** The text of a file with its mark, if it has one; undefined where there is no file. @throws CliError */
export function clientText(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readBytes(file, safeText(file), maxNamedBytes));
  } catch (error) {
    if (error instanceof TypeError) throw new CliError(`${safeText(file)} is not UTF-8, and is not edited`);
    throw error;
  }
}

/** A copy of the file beside it, under a name of its own. @throws CliError */
function backUp(file: string): string {
  for (let number = 1; ; number++) {
    const copy = `${file}.mcpgw-${number}.bak`;
    try {
      copyFileSync(file, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST' || number > 10_000)
        throw new CliError(`${safeText(file)} cannot be backed up, so it is not changed: ${message}`);
    }
  }
}

function write(file: string, old: string | undefined, text: string): string | undefined {
  if (clientText(file) !== old) throw new CliError(`${safeText(file)} was changed meanwhile: run the command again`);
  if (old !== undefined) {
    const copy = backUp(file);
    rewriteFile(file, text);
    return copy;
  }
  try {
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, text, { mode: 0o600 });
  } catch (error) {
    throw new CliError(`cannot write ${safeText(file)}: ${(error as Error).message}`);
  }
  return undefined;
}

type Edit = (text: string, entry: ClientEntry) => string;

function edited(file: string, text: string, entry: ClientEntry, edit: Edit): string {
  try {
    return edit(text, entry);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw new CliError(`${safeText(file)} is not edited: ${error.message}. What the client needs there:\n${entry.text}`);
  }
}

interface Change {
  readonly file: string;
  readonly old: string | undefined;
  readonly text: string;
}

/** Shows a change, asks, and makes it. Gives whether it was made, or need not be. @throws CliError */
async function change({ file, old, text }: Change, flags: ConnectFlags): Promise<boolean> {
  const shown = safeText(file);
  say(unifiedDiff(`${shown} (${old === undefined ? 'new' : 'now'})`, shown, old ?? '', text));
  if (flags.dryRun) {
    say('Nothing was written (--dry-run)\n');
    return false;
  }
  if (!flags.yes) {
    if (!canAsk()) throw new CliError('nobody can be asked here: use --yes to write, or --dry-run to look');
    if (!(await confirmed(`Write ${shown}?`))) {
      say('Nothing was written\n');
      return false;
    }
  }
  const copy = write(file, old, text);
  print(`${shown} was written${copy === undefined ? '' : `; the file before is ${safeText(copy)}`}\n`);
  return true;
}

const entryFor = (place: ClientPlace, target: ClientTarget): ClientEntry => clientEntries(target).find(({ id }) => id === place.entry)!;

/** Runs `mcpgw connect` and gives its exit code. @throws CliError when it cannot run */
export async function runConnect(client: string | undefined, flags: ConnectFlags): Promise<ExitCode> {
  if (client === undefined) {
    for (const { id, title, user, project } of placesHere()) print(`${id.padEnd(16)}${title.padEnd(16)}${safeText((user ?? project)!)}\n`);
    return exitCodes.clean;
  }
  const place = placeOf(client);
  const target = await clientTarget(flags);
  const entry = entryFor(place, target);
  if (flags.print) {
    print(`${entry.text}\n`);
    return exitCodes.clean;
  }
  const file = fileOf(place, flags);
  const old = clientText(file);
  const text = edited(file, old ?? '', entry, withEntry);
  if (!target.runs) say(`Note: nothing answers at ${target.url} now; start it with mcpgw serve\n`);
  if (text === old) {
    print(`${place.title} is connected to ${target.url} already (${safeText(file)})\n`);
    return exitCodes.clean;
  }
  const isMade = await change({ file, old, text }, flags);
  if (entry.note !== '') say(`${entry.note}\n`);
  if (isMade && place.then !== '') say(`Next, in ${place.title}: ${place.then}\n`);
  return isMade || flags.dryRun ? exitCodes.clean : exitCodes.findings;
}

/** Runs `mcpgw disconnect` and gives its exit code. @throws CliError when it cannot run */
export async function runDisconnect(client: string, flags: ConnectFlags): Promise<ExitCode> {
  const place = placeOf(client);
  // What the entry says does not matter, and its list items are found by their ids.
  const entry = entryFor(place, { name: flags.name, url: 'http://127.0.0.1/mcp', needsKey: true });
  const file = fileOf(place, flags);
  const old = clientText(file);
  const text = old === undefined ? undefined : edited(file, old, entry, withoutEntry);
  if (old === undefined || text === undefined || text === old) {
    print(`${place.title} has no entry "${safeText(flags.name)}" (${safeText(file)})\n`);
    return exitCodes.clean;
  }
  return (await change({ file, old, text }, flags)) || flags.dryRun ? exitCodes.clean : exitCodes.findings;
}
