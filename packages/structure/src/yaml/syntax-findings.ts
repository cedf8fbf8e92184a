/** Findings about invalid YAML, with suggestions. */
import type { Finding } from '@mcpgw/diagnostics';

/** An error of the YAML parser: its message, its code, and the start and end of its position. */
export interface SyntaxFailure {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [start: number, end: number];
}

/** Converts the errors of the parser to findings, and reports the first control character of the text. */
export function syntaxFindings(errors: readonly SyntaxFailure[], text: string, file: string): Finding[] {
  const findings = firstOfLines(errors, text)
    .slice(0, 20)
    .map(error => yamlFinding(error, text, file));
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/.exec(text);
  return control === null ? findings : [...findings, controlCharacter(control, file)];
}

/**
 * Adds a note to a finding that its line may belong to a template. The line is not parsed as a template: `{{` opens a template action,
 * and in YAML it opens a mapping whose first key is a mapping, which no format here has.
 */
export function adviseTemplate(text: string, finding: Finding): Finding {
  const at = finding.span?.start ?? 0;
  const lineEnd = text.indexOf('\n', at);
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, lineEnd < 0 ? text.length : lineEnd);
  return line.includes('{{') ? { ...finding, suggestion: 'this is a template: name its chart, or validate what it renders' } : finding;
}

/** Keeps the first error of each line: the others follow from it. */
function firstOfLines(errors: readonly SyntaxFailure[], text: string): SyntaxFailure[] {
  let lineEnd = -1;
  return errors.filter(({ pos: [start] }) => {
    if (start <= lineEnd) return false;
    const end = text.indexOf('\n', start);
    lineEnd = end < 0 ? text.length : end;
    return true;
  });
}

function controlCharacter(match: RegExpExecArray, file: string): Finding {
  const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return {
    rule: 'yaml-syntax',
    severity: 'error',
    message: `control character U+${code} is not allowed in YAML`,
    file,
    span: { start: match.index, end: match.index + 1 },
    suggestion: 'remove it, or write it as an escape in a double-quoted string',
  };
}

function yamlFinding(error: SyntaxFailure, text: string, file: string): Finding {
  const [start, end] = error.pos;
  const span = { start, end: Math.max(end, start + 1) };
  const base = { severity: 'error', file, span } as const;
  const isConflict = /^(?:<{7}|={7}|>{7})(?: |$)/m.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start + 9));
  if (isConflict)
    return {
      ...base,
      rule: 'yaml-syntax',
      message: 'here is the mark of a conflict between two versions of the file',
      suggestion: 'resolve the conflict, and remove its marks',
    };
  return { ...base, rule: 'yaml-syntax', message: error.message.split('\n')[0]!, suggestion: yamlAdvice[error.code] ?? otherAdvice };
}

const otherAdvice = 'correct the text here; a value with special characters goes into quotes';

const yamlAdvice: Readonly<Record<string, string>> = {
  ALIAS_PROPS: 'remove the anchor or tag in front of the alias',
  BAD_ALIAS: '`*` starts an alias; quote the value if it is text',
  BAD_DQ_ESCAPE: 'double the backslash, or use single quotes',
  BAD_INDENT: 'line the keys of one mapping up in one column',
  BAD_SCALAR_START: 'quote the value: it starts with a character that YAML keeps for itself',
  BLOCK_AS_IMPLICIT_KEY: 'quote a value that contains ": ", or begin a new line for the key',
  BLOCK_IN_FLOW: 'between brackets and braces, put commas between the items, and no "-" in front of them',
  KEY_OVER_1024_CHARS: 'shorten the key',
  MISSING_CHAR: 'close the bracket, brace or quote, or put a space after the colon',
  MULTILINE_IMPLICIT_KEY: 'put ":" and a value behind the key, or quote the text that it belongs to',
  MULTIPLE_ANCHORS: 'keep one of the anchors',
  TAB_AS_INDENT: 'indent with spaces',
  UNEXPECTED_TOKEN: 'remove it, or quote the value that it belongs to',
};
