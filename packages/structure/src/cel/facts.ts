/** Static facts about CEL expressions: what is known without evaluating them. */
const token = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_]\w*|\d[\w.]*|==|!=|<=|>=|&&|\|\||[^\s]/g;

/** Splits an expression into its tokens. The expression must be valid CEL. */
export function celTokens(text: string): string[] {
  return text.match(token) ?? [];
}

/** Whether an expression reads a variable such as `jwt`. A field of the same name does not count. */
export function readsVariable(text: string, variable: string): boolean {
  const tokens = celTokens(text);
  return tokens.some((piece, index) => piece === variable && tokens[index - 1] !== '.');
}

/** Whether an expression tests that a variable or one of its fields exists, as `has(jwt.sub)` does. */
export function guardsVariable(text: string, variable: string): boolean {
  return new RegExp(
    `has\\s*\\(\\s*${variable}\\b|default\\s*\\(\\s*${variable}\\b|type\\s*\\(\\s*${variable}\\b|${variable}\\s*!=\\s*null|${variable}\\s*\\.\\s*\\?|\\boptional\\b`,
  ).test(text);
}
