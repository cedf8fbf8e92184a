/** Keys in TOML. Behavior: github.com/BurntSushi/toml v1.6.0 Key of meta.go and dblQuotedReplacer of encode.go. */
const special = /["\\\x00-\x1f\x7f]/g;
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

/** A basic string. */
export function quoteToml(text: string): string {
  return `"${text.replace(special, char => shortEscapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

/** One part of a key, quoted unless it is a bare key. */
export const keyPart = (part: string): string => (/^[A-Za-z0-9_-]+$/.test(part) ? part : quoteToml(part));

/** A dotted key. */
export const keyText = (key: readonly string[]): string => key.map(keyPart).join('.');
