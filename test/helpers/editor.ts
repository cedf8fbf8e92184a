/** An editor: starts a language server as a process and speaks the protocol with it, as the client library of VS Code does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  type InitializeParams,
  InitializeRequest,
  type InitializeResult,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node.js';

export interface EditorOptions {
  readonly command: readonly [string, ...string[]];
  /** The folder of the workspace; none for an editor with single files. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly capabilities?: InitializeParams['capabilities'];
  /** The process that the server watches; this one by default. */
  readonly processId?: number | null;
}

interface Published {
  readonly version: number | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
}

/** How long an answer may take on a busy machine, in milliseconds. */
const deadline = 60_000;

export class Editor {
  readonly process: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly logged: string[] = [];
  readonly exited: Promise<number | null>;
  stderr = '';
  readonly #folder: string;
  readonly #texts = new Map<string, { text: string; version: number }>();
  readonly #published = new Map<string, Published[]>();
  readonly #waiting = new Set<() => void>();

  private constructor({ command: [file, ...args], folder }: EditorOptions) {
    this.#folder = folder ?? '/';
    this.process = spawn(file, args, { cwd: '/', stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH ?? '' } });
    this.process.stderr!.setEncoding('utf8').on('data', text => {
      this.stderr += text;
    });
    this.exited = new Promise(done => this.process.once('exit', code => done(code)));
    this.connection = createProtocolConnection(new StreamMessageReader(this.process.stdout!), new StreamMessageWriter(this.process.stdin!));
    this.connection.onError(() => {});
    this.process.stdin!.on('error', () => {});
    this.connection.onNotification(LogMessageNotification.type, ({ message }) => void this.logged.push(message));
    this.connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version, diagnostics }) => {
      this.#published.set(uri, [...(this.#published.get(uri) ?? []), { version, diagnostics, at: performance.now() }]);
      for (const look of [...this.#waiting]) look();
    });
    this.connection.listen();
  }

  /** Starts a server and initializes it. */
  static async start(options: EditorOptions): Promise<Editor & { readonly initialized: InitializeResult }> {
    const editor = new Editor(options);
    const { folder, settings, capabilities = {}, processId = process.pid } = options;
    const initialized = await editor.connection.sendRequest(InitializeRequest.type, {
      processId,
      rootUri: folder === undefined ? null : pathToFileURL(folder).href,
      workspaceFolders: folder === undefined ? null : [{ uri: pathToFileURL(folder).href, name: 'folder' }],
      capabilities,
      initializationOptions: settings,
    });
    await editor.connection.sendNotification(InitializedNotification.type, {});
    return Object.assign(editor, { initialized });
  }

  uri(file: string): string {
    return /^[a-z]+:/.test(file) ? file : pathToFileURL(join(this.#folder, file)).href;
  }

  async open(file: string, text: string, languageId = 'yaml'): Promise<void> {
    this.#texts.set(file, { text, version: 1 });
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: this.uri(file), languageId, version: 1, text },
    });
  }

  /** Replaces the first `from` of a document, as typing does. Returns the new version. */
  async type(file: string, from: string, to: string): Promise<number> {
    const { text, version } = this.#texts.get(file)!;
    const start = text.indexOf(from);
    const next = { text: text.slice(0, start) + to + text.slice(start + from.length), version: version + 1 };
    this.#texts.set(file, next);
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: this.uri(file), version: next.version },
      contentChanges: [{ range: { start: positionIn(text, start), end: positionIn(text, start + from.length) }, text: to }],
    });
    return next.version;
  }

  async save(file: string): Promise<void> {
    await this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri: this.uri(file) } });
  }

  async close(file: string): Promise<void> {
    this.#texts.delete(file);
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri: this.uri(file) } });
  }

  published(file: string): readonly Published[] {
    return this.#published.get(this.uri(file)) ?? [];
  }

  /** The first diagnostics of a document that fit, from now on or before; for the version that is open, unless another is named. */
  async diagnostics(
    file: string,
    fits: (diagnostics: readonly Diagnostic[]) => boolean = () => true,
    version: number | undefined = this.#texts.get(file)?.version,
  ): Promise<Published> {
    const found = (): Published | undefined =>
      this.published(file).find(each => (version === undefined || each.version === version) && fits(each.diagnostics));
    const known = found();
    if (known !== undefined) return known;
    return new Promise((done, fail) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      const look = (): void => {
        const now = found();
        if (now === undefined) return;
        end();
        done(now);
      };
      const timer = setTimeout(() => {
        end();
        fail(new Error(`no such diagnostics for ${file}; the last are ${JSON.stringify(this.published(file).at(-1))}; ${this.stderr}`));
      }, deadline);
      this.#waiting.add(look);
    });
  }

  /** The place of a text in a document, `after` that many characters of it. */
  place(file: string, text: string, after = 0) {
    const whole = this.#texts.get(file)!.text;
    return { textDocument: { uri: this.uri(file) }, position: positionIn(whole, whole.indexOf(text) + after) };
  }

  hover(file: string, text: string) {
    return this.connection.sendRequest(HoverRequest.type, this.place(file, text, 1));
  }

  definition(file: string, text: string) {
    return this.connection.sendRequest(DefinitionRequest.type, this.place(file, text, 1));
  }

  /** The labels that are offered right after a text. */
  async completion(file: string, text: string): Promise<string[]> {
    const found = await this.connection.sendRequest(CompletionRequest.type, this.place(file, text, text.length));
    return (Array.isArray(found) ? found : (found?.items ?? [])).map(({ label }) => label);
  }

  async actions(file: string, text: string, only?: string[]): Promise<CodeAction[]> {
    const { textDocument, position } = this.place(file, text);
    const params = { textDocument, range: { start: position, end: position }, context: { diagnostics: [], ...(only && { only }) } };
    return ((await this.connection.sendRequest(CodeActionRequest.type, params)) ?? []) as CodeAction[];
  }

  resolve(action: CodeAction): Promise<CodeAction> {
    return this.connection.sendRequest(CodeActionResolveRequest.type, action);
  }

  /** The text of a document after an action. */
  applied(file: string, { edit }: CodeAction): string {
    const { text } = this.#texts.get(file)!;
    const lines = text.split('\n');
    const offset = ({ line, character }: { line: number; character: number }): number =>
      lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
    const edits = [...(edit?.changes?.[this.uri(file)] ?? [])].sort((a, b) => offset(b.range.start) - offset(a.range.start));
    return edits.reduce((now, { range, newText }) => now.slice(0, offset(range.start)) + newText + now.slice(offset(range.end)), text);
  }

  /** Ends the server as the protocol wants it. Returns its exit code. */
  async end(): Promise<number | null> {
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    const code = await this.exited;
    this.connection.dispose();
    return code;
  }
}

function positionIn(text: string, offset: number): { line: number; character: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)!.length };
}
