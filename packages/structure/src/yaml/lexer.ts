import { Lexer } from 'yaml';

/** What `Lexer` does not publish: the column that a further line of a value must have, and the reader of a flow collection. */
interface LexerState {
  indentNext: number;
  parseFlowCollection(): Generator<string, unknown, unknown>;
  parseQuotedScalar(): Generator<string, unknown, unknown>;
}

/**
 * A lexer for what libyaml and go-yaml accept, and YAML does not: the further lines of a quoted scalar or of a flow collection may begin
 * at any column. Kubernetes, Helm and the proxy read such texts, and programs write them (the descriptions in many
 * CustomResourceDefinitions begin their second line at the column of the key).
 */
export function looseLexer(): Lexer {
  const lexer = new Lexer();
  const state = lexer as unknown as LexerState;
  for (const name of ['parseFlowCollection', 'parseQuotedScalar'] as const) {
    const parse = state[name];
    state[name] = function* () {
      const column = state.indentNext;
      state.indentNext = 0;
      const next = yield* parse.call(state);
      state.indentNext = column;
      return next;
    };
  }
  return lexer;
}
