/** The open documents: when they are checked, and which findings each of them shows. */
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from '@mcpgw/diagnostics';
import type { Diagnostic, Location } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readNamedText, UnreadableError } from '../read-file.js';
import { diagnosticOf } from './convert.js';
import type { JudgeAnswer, Question } from './judge.js';
import { type Asking, JudgeError } from './judges.js';
import { type DocumentText, findingsOf, isChecked, kindIn, maxCharacters, type OpenDocument, refine } from './open-document.js';
import { type DocumentPlace, pathOf, placeOf } from './places.js';
import type { ServerSettings } from './settings.js';

/** When checks begin, in milliseconds. */
export interface Delays {
  /** From a change to the check of the document. */
  readonly file: number;
  /** From the last change to the check of its folder. */
  readonly together: number;
}

const usualDelays: Delays = { file: 10, together: 300 };

/** What a session needs of its surroundings. */
export interface SessionOptions {
  readonly judge: Asking;
  readonly publish: (uri: string, diagnostics: readonly Diagnostic[], version?: number) => void;
  /** A line for the log of the editor. */
  readonly log: (line: string) => void;
  readonly settings: ServerSettings;
  /** The folders of the workspace, as absolute paths. */
  readonly folders: readonly string[];
  /** The folder on this machine in which `docs/` lies, if there is one. */
  readonly docsFolder?: string | undefined;
  readonly delays?: Delays;
}

export class EditorSession {
  readonly #options: SessionOptions;
  readonly #delays: Delays;
  #settings: ServerSettings;
  #folders: readonly string[];
  readonly #documents = new Map<string, OpenDocument>();
  /** Documents to check, in this order. */
  readonly #files = new Set<string>();
  /** Folders to check: the timer that is still to fire, or `due`. */
  readonly #together = new Map<string, NodeJS.Timeout | 'due'>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** The texts that the judge has, by path. */
  readonly #sent = new Map<string, string>();
  #inWork: Question | undefined;
  readonly #idlers: (() => void)[] = [];
  readonly #settling: (() => void)[] = [];
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Files that are not open and have findings on display. */
  readonly #shown = new Set<string>();
  readonly #problems = new Set<string>();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#delays = options.delays ?? usualDelays;
    this.#settings = options.settings;
    this.#folders = options.folders;
  }

  get(uri: string): OpenDocument | undefined {
    return this.#documents.get(uri);
  }

  /** Other open documents of the same folder. */
  beside({ place }: OpenDocument): OpenDocument[] {
    return [...this.#documents.values()].filter(other => other.place.root === place.root);
  }

  get settings(): ServerSettings {
    return this.#settings;
  }

  /** Another configuration: everything is checked again. */
  configure(settings: ServerSettings, folders: readonly string[] = this.#folders): void {
    this.#settings = settings;
    this.#folders = folders;
    for (const document of this.#documents.values()) {
      document.place = placeOf(document.uri, folders);
      document.folder = undefined;
      this.#schedule(document, 0);
    }
  }

  open(uri: string, text: string, version: number): void {
    const document: OpenDocument = {
      uri,
      place: placeOf(uri, this.#folders),
      text,
      version,
      kind: undefined,
      own: undefined,
      folder: undefined,
    };
    this.#documents.set(uri, document);
    this.#schedule(document, 0);
  }

  change(uri: string, text: string, version: number): void {
    const document = this.#documents.get(uri);
    if (document === undefined) return;
    document.text = text;
    document.version = version;
    this.#schedule(document, this.#delays.file);
  }

  /** Files on disk changed, or a document was saved. */
  filesChanged(uris: readonly string[]): void {
    for (const uri of uris) {
      const { root } = placeOf(uri, this.#folders);
      for (const document of this.#documents.values()) if (document.place.root === root) this.#schedule(document, this.#delays.file);
    }
  }

  close(uri: string): void {
    const document = this.#documents.get(uri);
    if (document === undefined) return;
    this.#documents.delete(uri);
    this.#files.delete(uri);
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    this.#options.publish(uri, []);
    this.#wake(uri);
    if ([...this.#documents.values()].some(({ place }) => place.root === document.place.root)) this.#later(document.place.root);
  }

  end(): Promise<void> {
    for (const timer of [...this.#timers.values(), ...this.#together.values()]) if (timer !== 'due') clearTimeout(timer);
    this.#documents.clear();
    this.#files.clear();
    this.#together.clear();
    this.#options.judge.cancel();
    return this.#options.judge.close();
  }

  /** The findings that a document shows, once its present text is checked; the latest ones when the deadline passes, in milliseconds. */
  async findings(uri: string, deadline = 3_000): Promise<readonly Finding[]> {
    const isCurrent = (): boolean => {
      const document = this.#documents.get(uri);
      return document === undefined || !isChecked(document) || document.own?.text === document.text;
    };
    if (!isCurrent()) await this.#checked(uri, deadline);
    const document = this.#documents.get(uri);
    return document !== undefined && document.own?.text === document.text ? findingsOf(document) : [];
  }

  /** Resolves when nothing is left to check, and no check is planned. */
  settled(): Promise<void> {
    return this.#isSettled() ? Promise.resolve() : new Promise(done => this.#settling.push(done));
  }

  #isSettled(): boolean {
    return this.#inWork === undefined && this.#timers.size === 0 && this.#files.size === 0 && this.#together.size === 0;
  }

  /** The text of a document after all certain fixes; undefined if that cannot be told. */
  async fixed(uri: string): Promise<string | undefined> {
    const first = await this.findings(uri);
    const document = this.#documents.get(uri);
    if (document === undefined || first.every(({ fix = [] }) => fix.length === 0)) return undefined;
    await this.#idle();
    const answer = await this.#ask(document.place, { type: 'fix', file: document.place.file, first });
    this.#next();
    return answer?.text;
  }

  /** The places of the objects that the reference at an offset leads to. */
  async definition({ place }: OpenDocument, offset: number): Promise<Location[]> {
    await this.#idle();
    const answer = await this.#ask(place, { type: 'definition', file: place.file, offset });
    this.#next();
    return (answer?.targets ?? []).map(({ file, start, end }) => ({
      uri: pathToFileURL(resolve(place.root, file)).href,
      range: {
        start: { line: start.line - 1, character: start.column - 1 },
        end: { line: end.line - 1, character: end.column - 1 },
      },
    }));
  }

  /** Waits until no question is in work. */
  async #idle(): Promise<void> {
    while (this.#inWork !== undefined) await new Promise<void>(done => this.#idlers.push(done));
  }

  #checked(uri: string, deadline: number): Promise<void> {
    return new Promise(done => {
      const waiting = this.#waiting.get(uri) ?? new Set();
      this.#waiting.set(uri, waiting);
      const timer = setTimeout(() => wake(), deadline);
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        done();
      };
      waiting.add(wake);
    });
  }

  #wake(uri: string): void {
    for (const wake of [...(this.#waiting.get(uri) ?? [])]) wake();
  }

  #schedule(document: OpenDocument, delay: number): void {
    const { uri, place } = document;
    clearTimeout(this.#timers.get(uri));
    if (document.text.length > maxCharacters) this.#options.publish(uri, [tooLong(document)], document.version);
    if (!isChecked(document)) return;
    const work = this.#inWork;
    if (work?.task.type === 'together' && work.root === place.root) this.#options.judge.cancel();
    const start = (): void => {
      this.#timers.delete(uri);
      this.#files.add(uri);
      this.#next();
    };
    this.#timers.set(uri, setTimeout(start, delay));
    this.#later(place.root);
  }

  /** Checks a folder when nothing was changed for a while. */
  #later(root: string): void {
    if (!this.#settings.together) return;
    const timer = this.#together.get(root);
    if (timer !== 'due') clearTimeout(timer);
    const start = (): void => {
      this.#together.set(root, 'due');
      this.#next();
    };
    this.#together.set(root, setTimeout(start, this.#delays.together));
  }

  /** Asks the next question if none is in work: documents first, then folders. */
  #next(): void {
    if (this.#inWork !== undefined) return;
    const [uri] = this.#files;
    const document = uri === undefined ? undefined : this.#documents.get(uri);
    if (uri !== undefined) {
      this.#files.delete(uri);
      if (document === undefined) this.#next();
      else void this.#checkFile(document);
      return;
    }
    for (const [root, state] of this.#together) {
      if (state !== 'due') continue;
      this.#together.delete(root);
      void this.#checkTogether(root);
      return;
    }
    if (this.#isSettled()) for (const done of this.#settling.splice(0)) done();
  }

  async #checkFile({ place }: OpenDocument): Promise<void> {
    const texts = this.#texts();
    const answer = await this.#ask(place, { type: 'file', file: place.file });
    if (answer !== undefined) {
      for (const [document, text] of this.#covered(place.root, answer, texts)) {
        const findings = answer.findings.filter(({ file }) => file === document.place.file);
        document.own = { ...text, findings };
        document.kind = kindIn(answer, document) ?? document.kind;
        this.#show(document);
      }
    }
    this.#next();
  }

  async #checkTogether(root: string): Promise<void> {
    const texts = this.#texts();
    const open = [...this.#documents.values()].filter(({ place }) => place.root === root);
    const [first] = open;
    if (first === undefined) return this.#next();
    const files = open.filter(isChecked).map(({ place }) => place.file);
    const answer = await this.#ask(open.find(({ place }) => place.isFolder)?.place ?? first.place, { type: 'together', files });
    if (answer !== undefined && answer.isStale === undefined) {
      for (const [document, text] of this.#covered(root, answer, texts)) refine(document, text, answer);
      for (const document of open) this.#show(document);
      if (this.#settings.wholeFolder) this.#showOthers(root, answer);
    }
    this.#next();
  }

  #texts(): ReadonlyMap<string, DocumentText> {
    return new Map([...this.#documents].map(([uri, { text, version }]) => [uri, { text, version }]));
  }

  /** The open documents whose findings an answer holds, with the texts that it is about. */
  #covered(root: string, { covered }: JudgeAnswer, texts: ReadonlyMap<string, DocumentText>): (readonly [OpenDocument, DocumentText])[] {
    const isCovered = (file: string): boolean =>
      covered.some(name => name === file || name === '.' || file.startsWith(name.endsWith(sep) ? name : name + sep));
    return [...this.#documents.values()].flatMap(document => {
      const text = texts.get(document.uri);
      return text !== undefined && document.place.root === root && isCovered(document.place.file) ? [[document, text] as const] : [];
    });
  }

  async #ask({ root, isFolder }: DocumentPlace, task: Question['task']): Promise<JudgeAnswer | undefined> {
    const question: Question = { root, isFolder, flags: this.#settings.flags, changes: this.#changes(), task };
    this.#inWork = question;
    try {
      const answer = await this.#options.judge.ask(question);
      if (answer.problem !== undefined) this.#say(answer.problem);
      return answer;
    } catch (error) {
      if (!(error instanceof JudgeError) && !isSystemError(error)) throw error;
      this.#sent.clear();
      this.#say(`not checked: ${error.message}`);
      return undefined;
    } finally {
      this.#inWork = undefined;
      for (const done of this.#idlers.splice(0)) done();
      for (const uri of [...this.#waiting.keys()]) this.#wake(uri);
    }
  }

  /** The texts that the judge does not have yet. */
  #changes(): Question['changes'] {
    const open = new Map([...this.#documents.values()].filter(isChecked).map(({ place, text }) => [place.path, text]));
    const closed = [...this.#sent.keys()].filter(path => !open.has(path)).map(path => [path, undefined] as const);
    const changed = [...open].filter(([path, text]) => this.#sent.get(path) !== text);
    for (const [path] of closed) this.#sent.delete(path);
    for (const [path, text] of changed) this.#sent.set(path, text);
    return [...closed, ...changed];
  }

  /** A problem is said once. */
  #say(problem: string): void {
    if (this.#problems.has(problem)) return;
    if (this.#problems.size > 1_000) this.#problems.clear();
    this.#problems.add(problem);
    this.#options.log(problem);
  }

  #show(document: OpenDocument): void {
    if (document.own === undefined) return;
    const { text, version } = document.own;
    const shown = TextDocument.create(document.uri, '', version, text);
    const diagnostics = findingsOf(document).map(finding => diagnosticOf(shown, finding, this.#options.docsFolder));
    this.#options.publish(document.uri, diagnostics, version);
  }

  /** Shows the findings in files of a folder that are not open. */
  #showOthers(root: string, { findings }: JudgeAnswer): void {
    const open = new Set([...this.#documents.values()].map(({ place }) => place.path));
    const byFile = new Map<string, Finding[]>();
    for (const finding of findings) byFile.set(finding.file, [...(byFile.get(finding.file) ?? []), finding]);
    const shown = new Set<string>();
    for (const [file, found] of byFile) {
      const path = join(root, file);
      const text = open.has(path) ? undefined : textOf(path);
      if (text === undefined) continue;
      const uri = pathToFileURL(path).href;
      const document = TextDocument.create(uri, '', 0, text);
      shown.add(uri);
      this.#options.publish(
        uri,
        found.map(finding => diagnosticOf(document, finding, this.#options.docsFolder)),
      );
    }
    for (const uri of this.#shown) {
      const path = pathOf(uri);
      if (!shown.has(uri) && path !== undefined && !open.has(path)) this.#options.publish(uri, []);
    }
    this.#shown.clear();
    for (const uri of shown) this.#shown.add(uri);
  }
}

const tooLong = ({ uri, version, place }: OpenDocument): Diagnostic =>
  diagnosticOf(
    TextDocument.create(uri, '', version, ''),
    {
      rule: 'too-large',
      severity: 'info',
      message: `the document has more than ${maxCharacters} characters; it is not checked while it is open`,
      file: place.file,
      suggestion: `mcpgw validate ${place.file} checks it`,
    },
    undefined,
  );

function textOf(path: string): string | undefined {
  try {
    return readNamedText(path);
  } catch (error) {
    if (isSystemError(error) || error instanceof UnreadableError) return undefined;
    throw error;
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error && 'code' in error;
