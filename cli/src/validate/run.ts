import { count, type Report } from '@mcpgw/diagnostics';
import type { Settings } from '@mcpgw/validate';
import { colorChoice } from '../color.js';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { formatGithub } from '../output/github.js';
import { formatJson } from '../output/json.js';
import { formatJunit } from '../output/junit.js';
import { formatSarif } from '../output/sarif.js';
import { formatText, plainText, type TextStyle } from '../output/text.js';
import { quoted } from '../shell.js';
import { print, printCommands, printJson, say } from '../terminal.js';
import { version as ownVersion } from '../version.js';
import { checkPaths } from './check.js';
import { fixesOf, writeFixes } from './fix.js';
import type { ValidateFlags } from './flags.js';
import { explainRule, ruleInfos } from './rule-list.js';

/** Runs `mcpgw validate` and gives its exit code. @throws CliError, InputError when it cannot run */
export async function runValidate(paths: readonly string[], flags: ValidateFlags): Promise<ExitCode> {
  if (flags.explain !== undefined) {
    print(explainRule(flags.explain));
    return exitCodes.clean;
  }
  if (paths.length === 0) throw new CliError(`name a file, a folder, a chart, or - for standard input${insteadOf(flags)}`);
  const { report, settings } = await checkPaths(paths, flags);
  const printed = flags.fix ? await fixed(report, paths, flags) : report;
  await deliver(printed, settings, flags);
  return isClean(printed, flags) ? exitCodes.clean : exitCodes.findings;
}

/** What to type for values files alone: `-f` adds them to the charts that are named, and none is. */
function insteadOf({ values, chart }: ValidateFlags): string {
  if (values.length === 0) return '';
  const named = chart === undefined ? '' : ` --chart ${quoted(chart)}`;
  return `; for values of ${chart === undefined ? 'the bundled chart' : 'this chart'}: mcpgw validate ${values.map(quoted).join(' ')}${named}`;
}

async function fixed(report: Report, paths: readonly string[], flags: ValidateFlags): Promise<Report> {
  if (paths.includes('-')) throw new CliError('--fix cannot write to standard input; name a file');
  let now = report;
  for (let pass = 0; pass < maxPasses; pass++) {
    const files = fixesOf(now);
    if (files.length === 0) break;
    say(files.map(({ diff }) => diff).join(''));
    writeFixes(files);
    now = (await checkPaths(paths, flags, { isAgain: true })).report;
  }
  return now;
}

/** One fix may reveal another, such as the value of a misspelled key. */
const maxPasses = 10;

function isClean(report: Report, flags: ValidateFlags): boolean {
  const warnings = flags.strict === true ? count(report.findings, 'warning') : 0;
  return count(report.findings, 'error') === 0 && warnings === 0;
}

async function deliver(report: Report, settings: Settings, flags: ValidateFlags): Promise<void> {
  switch (flags.output) {
    case 'json':
      return printJson(formatJson(report));
    case 'sarif':
      return printJson(formatSarif(report, ownVersion, ruleInfos(settings)));
    case 'junit':
      return print(formatJunit(report));
    case 'github':
      return printCommands(formatGithub(report));
    case 'html':
      return print((await import('../output/html.js')).formatHtml(report, ruleInfos(settings)));
    default:
      return print(formatText(report, await textStyle()));
  }
}

/** The prefix of a source line: the indent, the line number, a bar. */
const gutter = 12;

/** Colors and width of a terminal. */
async function textStyle(): Promise<TextStyle> {
  if (!process.stdout.isTTY && colorChoice() !== 'always') return plainText;
  const { painter } = await import('../paint.js');
  const width = Math.max(20, Math.min(120, (process.stdout.columns || 132) - gutter));
  return {
    frames: true,
    ...(process.stdout.isTTY && { width }),
    paint: painter({ error: 'red', warning: 'yellow', info: 'blue', dim: 'dim', bold: 'bold' }),
  };
}
