/** The language server: the messages of the protocol, and who answers them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { allRules } from '@mcpgw/validate';
import {
  type CodeAction,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type Hover,
  type InitializeParams,
  type InitializeResult,
  type Location,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { ValidateFlags } from '../validate/flags.js';
import { version } from '../version.js';
import { actionsFor, editTo, type FixAllData, fixAllKind } from './actions.js';
import { completionsAt } from './completion.js';
import { hoverAt } from './hover.js';
import type { Asking } from './judges.js';
import type { OpenDocument } from './open-document.js';
import { pathOf } from './places.js';
import { schemaOf } from './schemas.js';
import { EditorSession } from './session.js';
import { readEditorSettings, type ServerSettings } from './settings.js';

/** Files whose changes on disk matter: what is checked, and what charts are made of. */
const watched = '**/*.{yaml,yml,json,tpl}';

/** The folder with `docs/` in a checkout; undefined where only the command is installed. */
function docsFolder(): string | undefined {
  const folder = join(__dirname, '../../..');
  return existsSync(join(folder, 'docs/rules.md')) ? folder : undefined;
}

/** What the server needs of its surroundings. */
export interface ServerOptions {
  /** The flags of the command, which settings of the editor replace. */
  readonly flags: ValidateFlags;
  readonly judge: Asking;
  /** Called when the client has asked for the end, with the exit code of the protocol. */
  readonly exit: (code: number) => void;
}

/** Answers the messages of a connection until it ends. */
export function serveEditor(connection: Connection, { flags, judge, exit }: ServerOptions): void {
  const documents = new TextDocuments(TextDocument);
  let session: EditorSession | undefined;
  let client: InitializeParams['capabilities'] = {};
  let initial: unknown;
  let folders: string[] = [];
  let isShutDown = false;

  const { console: editorLog } = connection;
  const log = (line: string): void => editorLog.warn(line);
  const settingsOf = (given: unknown): ServerSettings => {
    const merged = { ...(initial as object | undefined), ...withoutUnset(given) };
    const { settings, problems } = readEditorSettings(merged, flags);
    for (const problem of problems) log(problem);
    return settings;
  };
  const configured = async (given?: unknown): Promise<ServerSettings> => {
    if (client.workspace?.configuration !== true) return settingsOf(given);
    return settingsOf(await connection.workspace.getConfiguration('mcpgw'));
  };

  connection.onInitialize((params): InitializeResult => {
    client = params.capabilities;
    initial = params.initializationOptions;
    folders = foldersOf(params);
    session = new EditorSession({
      judge,
      publish: (uri, diagnostics, version) =>
        void connection.sendDiagnostics({ uri, diagnostics: [...diagnostics], ...(version !== undefined && { version }) }),
      log,
      settings: settingsOf(undefined),
      folders,
      docsFolder: docsFolder(),
    });
    return {
      serverInfo: { name: 'mcpgw', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
        codeActionProvider: { codeActionKinds: ['quickfix', fixAllKind], resolveProvider: true },
        hoverProvider: true,
        completionProvider: { triggerCharacters: ['"', ' '] },
        definitionProvider: true,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });

  connection.onInitialized(async () => {
    if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: watched }] });
    if (client.workspace?.didChangeConfiguration?.dynamicRegistration === true)
      await connection.client.register(DidChangeConfigurationNotification.type, { section: 'mcpgw' });
    if (client.workspace?.workspaceFolders === true)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => pathOf(uri)));
        folders = [...folders.filter(folder => !gone.has(folder)), ...added.flatMap(({ uri }) => pathOf(uri) ?? [])];
        session?.configure(session.settings, folders);
      });
    session?.configure(await configured(), folders);
  });

  connection.onDidChangeConfiguration(async ({ settings }) => {
    session?.configure(await configured((settings as { mcpgw?: unknown } | null)?.mcpgw), folders);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => session?.filesChanged(changes.map(({ uri }) => uri)));

  documents.onDidOpen(({ document }) => session?.open(document.uri, document.getText(), document.version));
  documents.onDidChangeContent(({ document }) => session?.change(document.uri, document.getText(), document.version));
  documents.onDidSave(({ document }) => session?.filesChanged([document.uri]));
  documents.onDidClose(({ document }) => session?.close(document.uri));

  connection.onCodeAction(async params => {
    const findings = (await session?.findings(params.textDocument.uri)) ?? [];
    const open = session?.get(params.textDocument.uri);
    if (open === undefined) return [];
    const actions = actionsFor(open, findings, params);
    const resolves = client.textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true;
    return resolves ? actions : Promise.all(actions.map(withEdit));
  });
  connection.onCodeActionResolve(action => withEdit(action));

  async function withEdit(action: CodeAction): Promise<CodeAction> {
    const uri = (action.data as FixAllData | undefined)?.fixAll;
    if (uri === undefined) return action;
    const fixed = await session?.fixed(uri);
    const open = session?.get(uri);
    return fixed === undefined || open === undefined ? action : { ...action, ...editTo(open, fixed) };
  }

  const at = ({ textDocument, position }: TextDocumentPositionParams): At | undefined => {
    const document = documents.get(textDocument.uri);
    const open = session?.get(textDocument.uri);
    return document === undefined || open === undefined ? undefined : { document, open, offset: document.offsetAt(position) };
  };

  connection.onHover(async params => {
    const place = at(params);
    if (place === undefined || session === undefined) return null;
    const findings = await session.findings(params.textDocument.uri, 500);
    const schema = schemaOf(place.open, session.settings.flags);
    const field = schema && hoverAt(place.open, place.document, schema, place.offset);
    const here = findings.filter(({ span }) => span !== undefined && span.start <= place.offset && place.offset <= span.end);
    return hoverWith(field, rulesOf(here.map(({ rule }) => rule)));
  });
  connection.onCompletion(params => {
    const place = at(params);
    const schema = place && session && schemaOf(place.open, session.settings.flags);
    return schema === undefined ? [] : completionsAt(place!.open, place!.document, schema, place!.offset);
  });
  connection.onDefinition(async (params): Promise<Location[]> => {
    const place = at(params);
    return place === undefined || session === undefined ? [] : session.definition(place.open, place.offset);
  });

  connection.onShutdown(async () => {
    isShutDown = true;
    await session?.end();
  });
  connection.onExit(() => exit(isShutDown ? 0 : 1));
  documents.listen(connection);
  connection.listen();
}

/** A place in an open document. */
interface At {
  readonly document: TextDocument;
  readonly open: OpenDocument;
  readonly offset: number;
}

/** Without the settings that nobody set, so that they do not replace what the client gave at the start. */
const withoutUnset = (given: unknown): object =>
  Object.fromEntries(Object.entries((given as object | null | undefined) ?? {}).filter(([, value]) => value !== null && value !== ''));

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  return uris.flatMap(uri => pathOf(uri) ?? []);
}

/** Why the rules of findings matter, and how to fix what they find. */
function rulesOf(ids: readonly string[]): string[] {
  return allRules()
    .filter(({ id }) => ids.includes(id))
    .map(({ id, why, fix }) => `**${id}**: ${why}${fix === undefined ? '' : `\n\n${fix}`}`);
}

function hoverWith(field: Hover | undefined, rules: readonly string[]): Hover | null {
  const described = field === undefined ? [] : [(field.contents as { value: string }).value];
  const value = [...described, ...rules].join('\n\n---\n\n');
  if (value === '') return null;
  return { contents: { kind: 'markdown', value }, ...(field?.range !== undefined && { range: field.range }) };
}
