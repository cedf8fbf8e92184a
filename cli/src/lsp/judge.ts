/**
 * Checks documents of an editor as `mcpgw validate` checks files: the same inputs, through the same function, with the editor's texts in
 * place of the files on disk. Runs in a thread of its own where there are threads (judge-worker.ts).
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Finding } from '@mcpgw/diagnostics';
import { HelmError } from '@mcpgw/helm';
import { type KeptFindings, newKept } from '@mcpgw/validate';
import { CliError } from '../errors.js';
import { readBytes, setOpenFiles } from '../read-file.js';
import { type Checked, checkInputs, type FolderFacts } from '../validate/check.js';
import { defaultSettings } from '../validate/context.js';
import { fixedText } from '../validate/fix.js';
import type { ValidateFlags } from '../validate/flags.js';
import { fileInput, findInputs, type Input } from '../validate/inputs.js';
import type { Skips } from '../validate/not-checked.js';
import { type DefinitionTarget, definitionOf } from './definition.js';

/** Limits of a folder whose files are checked together. A larger one is not: its documents are checked one by one. */
export const folderLimits = { entries: 20_000, files: 2_000, bytes: 16 * 1024 * 1024 } as const;

/** What is asked of a judge. Paths of files are as in the findings: relative to the working directory if they are below it. */
export interface Question {
  /** The working directory; also names the folder whose facts are known. */
  readonly root: string;
  /** Whether `root` is a folder of the workspace, whose files belong together. */
  readonly isFolder: boolean;
  readonly flags: ValidateFlags;
  /** Texts since the last question, by absolute path; undefined for a document that was closed. */
  readonly changes: readonly (readonly [path: string, text: string | undefined])[];
  /**
   * `file`: one document without relations to other files. `together`: all files of the folder with the rules across objects.
   * `fix`: the document after all certain fixes. `definition`: the objects that the reference at an offset leads to.
   */
  readonly task:
    | { readonly type: 'file'; readonly file: string }
    | { readonly type: 'together'; readonly files: readonly string[] }
    | { readonly type: 'fix'; readonly file: string; readonly first: readonly Finding[] }
    | { readonly type: 'definition'; readonly file: string; readonly offset: number };
}

export interface JudgeAnswer {
  readonly findings: readonly Finding[];
  readonly kinds: readonly { readonly file: string; readonly kind: string }[];
  /** Files and folders of charts whose findings are all in the answer. */
  readonly covered: readonly string[];
  /** The fixed text of `fix`. */
  readonly text?: string;
  /** The places of `definition`. */
  readonly targets?: readonly DefinitionTarget[];
  /** Why nothing, or not everything, was checked. */
  readonly problem?: string;
  /** A later question made this one pointless. */
  readonly isStale?: true;
}

const nothing: JudgeAnswer = { findings: [], kinds: [], covered: [] };

/** Ends a check whose result nobody wants any more. */
class StaleError extends Error {
  override name = 'StaleError';
}

/** Says whether the question in work is out of date; may wait, to let the thread receive messages. */
export type AskStale = () => boolean | Promise<boolean>;

export class Judge {
  readonly #open = new Map<string, Uint8Array>();
  readonly #facts = new Map<string, FolderFacts>();
  /** What is known of the open documents, by absolute path. */
  readonly #kept = new Map<string, KeptFindings>();

  /** The answer to a question. The working directory of the process has to be its root. Never throws for what files contain. */
  async answer(question: Question, askStale: AskStale = () => false): Promise<JudgeAnswer> {
    for (const [path, text] of question.changes) {
      if (text === undefined) {
        this.#open.delete(path);
        this.#kept.delete(path);
      } else this.#open.set(path, Buffer.from(text));
    }
    setOpenFiles(this.#open);
    try {
      return await this.#run(question, async () => {
        if (await askStale()) throw new StaleError();
      });
    } catch (error) {
      if (error instanceof StaleError) return { ...nothing, isStale: true };
      if (error instanceof CliError || error instanceof HelmError || isSystemError(error)) return { ...nothing, problem: error.message };
      throw error;
    } finally {
      setOpenFiles(new Map());
    }
  }

  async #run(question: Question, pause: () => Promise<void>): Promise<JudgeAnswer> {
    const { task } = question;
    if (task.type === 'file') return this.#file(question, task.file);
    if (task.type === 'definition') return { ...nothing, targets: definitionOf(question.isFolder, task.file, task.offset, inputsOfFolder) };
    return task.type === 'fix' ? this.#fix(question, task.file, task.first) : this.#together(question, task.files, pause);
  }

  async #file(question: Question, file: string): Promise<JudgeAnswer> {
    const { root, flags } = question;
    const beside = this.#facts.get(root) ?? { definitions: [], version: undefined };
    const input = this.#inputOf(file);
    const answer = answerOf(await checkInputs(() => [input], flags, { beside, isAgain: true, keptOf: name => this.#keptOf(name) }), [
      input,
    ]);
    // Whether a setting or a comment silences nothing is known when all files were checked together.
    return { ...answer, findings: answer.findings.filter(({ rule }) => rule !== 'stale-suppression') };
  }

  async #together(question: Question, files: readonly string[], pause: () => Promise<void>): Promise<JudgeAnswer> {
    const { root, flags, isFolder } = question;
    if (!isFolder) return this.#oneByOne(question, files, pause);
    try {
      let inputs: readonly Input[] = [];
      const find = (skips: Skips): readonly Input[] => {
        inputs = inputsOfFolder(skips);
        return inputs;
      };
      const checked = await checkInputs(find, flags, { pause, isAgain: true });
      this.#facts.set(root, checked.facts);
      return answerOf(checked, inputs);
    } catch (error) {
      if (!(error instanceof FolderError)) throw error;
      return { ...(await this.#oneByOne(question, files, pause)), problem: error.message };
    }
  }

  async #oneByOne({ flags }: Question, files: readonly string[], pause: () => Promise<void>): Promise<JudgeAnswer> {
    const answers: JudgeAnswer[] = [];
    for (const input of new Map(files.map(file => this.#inputOf(file)).map(input => [nameOf(input), input])).values())
      answers.push(answerOf(await checkInputs(() => [input], flags, { pause, isAgain: true }), [input]));
    return {
      findings: answers.flatMap(({ findings }) => findings),
      kinds: answers.flatMap(({ kinds }) => kinds),
      covered: answers.flatMap(({ covered }) => covered),
    };
  }

  /** Fixes as `mcpgw validate --fix` does, pass after pass, because one fix may reveal another. */
  async #fix(question: Question, file: string, first: readonly Finding[]): Promise<JudgeAnswer> {
    const path = resolve(file);
    const known = this.#open.get(path);
    let text = Buffer.from(known ?? readBytes(file, file)).toString();
    try {
      let findings = first;
      for (let pass = 0; pass < maxPasses; pass++) {
        const fixed = fixedText(text, findings);
        if (fixed === text) break;
        text = fixed;
        this.#open.set(path, Buffer.from(text));
        findings = (await this.#file(question, file)).findings.filter(finding => finding.file === file);
      }
      return { ...nothing, text };
    } finally {
      if (known === undefined) this.#open.delete(path);
      else this.#open.set(path, known);
    }
  }

  #keptOf(file: string): KeptFindings {
    const path = resolve(file);
    const kept = this.#kept.get(path) ?? newKept();
    if (this.#open.has(path)) this.#kept.set(path, kept);
    return kept;
  }

  /** A document as an input: itself, or the chart that it is part of. */
  #inputOf(file: string): Input {
    const chart = chartAround(file);
    return chart === undefined ? fileInput(file, true) : { type: 'chart', path: chart };
  }
}

const maxPasses = 10;

/** The outermost chart below the working directory that a file is part of, as `mcpgw validate FOLDER` finds it. */
export function chartAround(file: string): string | undefined {
  let found: string | undefined;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'Chart.yaml'))) found = folder;
    if (folder === dirname(folder)) return found;
  }
}

/** The folder holds too much to check its files together. */
class FolderError extends CliError {
  override name = 'FolderError';
}

function inputsOfFolder(skips: Skips): readonly Input[] {
  const { entries, files, bytes } = folderLimits;
  let seen = 0;
  const visit = (): void => {
    if (++seen > entries) throw new FolderError(`the folder has more than ${entries} entries; its files are not checked together`);
  };
  const inputs = findInputs(['.'], skips, visit);
  if (inputs.length > files) throw new FolderError(`the folder has more than ${files} YAML and JSON files; they are not checked together`);
  const size = inputs.reduce(
    (sum, input) => sum + (input.type === 'file' ? (statSync(input.file, { throwIfNoEntry: false })?.size ?? 0) : 0),
    0,
  );
  if (size > bytes)
    throw new FolderError(`the YAML and JSON files of the folder have more than ${bytes} bytes; they are not checked together`);
  return inputs;
}

const nameOf = (input: Input): string => (input.type === 'file' ? input.file : input.path);

/** A report without the notes about files of unknown kinds: an editor opens files of all kinds. */
function answerOf({ report }: Checked, inputs: readonly Input[]): JudgeAnswer {
  const isNote = ({ rule, span, path }: Finding): boolean => rule === 'unknown-kind' && span === undefined && path === undefined;
  return {
    findings: report.findings.filter(finding => !isNote(finding)),
    kinds: report.files.map(({ file, kind }) => ({ file, kind })),
    covered: [...inputs.map(nameOf), defaultSettings],
  };
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error && 'code' in error;
