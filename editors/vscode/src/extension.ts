/** The extension of VS Code: starts `mcpgw lsp` and passes the settings `mcpgw` to it. */
import { homedir } from 'node:os';
import { commands, type ExtensionContext, window, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { documentSelector, serverCommand } from './command.js';

let client: LanguageClient | undefined;

function makeClient(): LanguageClient {
  const { command, args, shell } = serverCommand(workspace.getConfiguration('mcpgw').get<string>('path'), process.platform);
  // Not in the folder that is open: Windows looks for programs in the working directory first.
  const options = { shell, cwd: homedir() };
  const executable = { command, args: [...args], transport: TransportKind.stdio, options };
  return new LanguageClient('mcpgw', 'mcpgw', executable, {
    documentSelector,
    initializationOptions: workspace.getConfiguration('mcpgw'),
    synchronize: { configurationSection: 'mcpgw' },
  });
}

async function start(): Promise<void> {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(`mcpgw lsp did not start: ${reason}. Install mcpgw, or set mcpgw.path.`);
  }
}

/** Called by VS Code when a document of the extension's languages is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const restart = async (): Promise<void> => {
    await deactivate();
    await start();
  };
  context.subscriptions.push(commands.registerCommand('mcpgw.restart', restart));
  context.subscriptions.push(workspace.onDidChangeConfiguration(async event => event.affectsConfiguration('mcpgw.path') && restart()));
  await start();
}

/** Called by VS Code at its end. */
export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}
