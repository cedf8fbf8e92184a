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

const textAttributes = new Set([
  'request.path',
  'request.method',
  'request.host',
  'request.uri',
  'request.scheme',
  'request.version',
  'mcp.tool.name',
  'jwt.sub',
  'jwt.iss',
  'source.address',
  'source.port',
]);

/** Whether an expression certainly has a value other than true or false: a literal, a known string attribute, or a concatenation. */
export function isNotBoolean(text: string): boolean {
  const tokens = celTokens(text);
  if (tokens.length === 0) return false;
  if (textAttributes.has(tokens.join(''))) return true;
  if (tokens.length === 1) return /^["'\d]/.test(tokens[0]!);
  const boolean = new Set(['==', '!=', '<', '>', '<=', '>=', '&&', '||', 'in', '!', '?', '(']);
  return tokens.includes('+') && !tokens.some(piece => boolean.has(piece));
}

/** The string literals that an expression compares with a path such as `request.method`. */
export function comparedWith(text: string, path: string): string[] {
  const tokens = celTokens(text);
  const parts = path.split('.').flatMap((part, index) => (index === 0 ? [part] : ['.', part]));
  const found: string[] = [];
  for (let at = 0; at + parts.length <= tokens.length; at++) {
    if (!parts.every((part, offset) => tokens[at + offset] === part)) continue;
    const after = tokens[at + parts.length];
    if (after === '==') found.push(unquote(tokens[at + parts.length + 1] ?? ''));
    if (tokens[at - 1] === '==') found.push(unquote(tokens[at - 2] ?? ''));
  }
  return found.filter(value => value !== '');
}

function unquote(piece: string): string {
  return /^["']/.test(piece) ? piece.slice(1, -1) : '';
}
