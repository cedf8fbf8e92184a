/** `mcpgw lsp`: the language server on standard input and output. */
import { createConnection, ProposedFeatures, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { exitCodes } from '../exit-codes.js';
import type { ValidateFlags } from '../validate/flags.js';
import { startJudge } from './judges.js';
import { serveEditor } from './server.js';

/**
 * Serves the editor that started the process. Ends when the editor says so (exit code 0 after `shutdown`, else 1), when its pipes close
 * (1 without `shutdown`), or when its process, which it names in `initialize`, is gone.
 */
export function runLsp(flags: ValidateFlags): Promise<number> {
  return new Promise(done => {
    const end = (code: number): void => {
      done(code);
      process.exit(code);
    };
    const connection = createConnection(
      ProposedFeatures.all,
      new StreamMessageReader(process.stdin),
      new StreamMessageWriter(process.stdout),
    );
    process.stdin.once('close', () => end(exitCodes.findings));
    process.stdin.once('end', () => end(exitCodes.findings));
    serveEditor(connection, { flags, judge: startJudge(), exit: end });
  });
}
