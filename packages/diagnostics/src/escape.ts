/**
 * Escapes untrusted text (files, servers, command lines) in the output of mcpgw. A character that controls a terminal or that is
 * invisible becomes U+FFFD, and commands of CI systems are broken. Every output format has its function here
 * (docs/adr/0046-text-of-strangers.md); none of them changes a text of plain characters.
 */

/** Controls, directions, zero-width characters, fillers, tags, noncharacters; but not tabs and line ends. */
const unseen = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\p{Noncharacter_Code_Point}`;

/** Joiners are zero-width too, but belong to the text in emoji and in scripts that join letters. */
const strayJoiner = String.raw`(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])[\u200c\u200d]`;

/** Character classes are compiled only when a text is not plain ASCII: compilation takes longer than many runs print. */
function onceNeeded(pattern: string): () => RegExp {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= new RegExp(pattern, 'gu');
    return compiled;
  };
}

const unseenInLine = onceNeeded(`[${unseen}\\p{Surrogate}\\n\\r]|${strayJoiner}`);
const unseenInLines = onceNeeded(`[${unseen}\\p{Surrogate}]|\\r(?!\\n)|${strayJoiner}`);
const unseenInJson = onceNeeded(`[${unseen}]|${strayJoiner}`);
const plainAscii = /^[\t\n -~]*$/;
const plainAsciiLine = /^[\t -~]*$/;

/** The replacement has the same length in UTF-16 units. */
const standIn = (found: string): string => '\ufffd'.repeat(found.length);

/** One line: tabs stay, every other control character, including line ends, becomes a visible replacement of the same width. */
export function visible(text: string): string {
  return plainAsciiLine.test(text) ? text : text.replace(unseenInLine(), standIn);
}

/** The same for a text of several lines; CR stays before LF. */
export function visibleLines(text: string): string {
  return plainAscii.test(text) ? text : text.replace(unseenInLines(), standIn);
}

/** GitHub reads `::command::` at the start of a line, after any white space. */
const commandAtStart = /^([^\S\n]*):(?=:)/gm;
/** GitHub and Azure Pipelines read `##[command]` and `##vso[command]` anywhere in a line, TeamCity `##teamcity[`. */
const commandAnywhere = /#(?=#(?:vso|teamcity)?\[)/gi;

/** Text for a terminal and for the log of a CI job: a space breaks commands of CI systems (`: :error::`, `# #[error]`). */
export function logText(text: string): string {
  return visibleLines(text).replace(commandAtStart, '$1: ').replace(commandAnywhere, '# ');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Content of an XML element. A parser returns the visible text; the file contains no commands of CI systems. */
export function xmlText(text: string): string {
  const escaped = visibleLines(text).replace(/[&<>"\r]/g, found => entities[found]!);
  return escaped.replace(commandAtStart, '$1&#58;').replace(commandAnywhere, '&#35;');
}

/** Value of an XML attribute in double quotes; a parser would convert raw tabs and line ends to spaces. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}

const unicodeEscape = (found: string): string =>
  [...Array(found.length).keys()].map(i => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/** Serialized JSON with the same meaning: invisible characters and commands are written as `\uXXXX`. */
export function escapeJson(json: string): string {
  return (plainAscii.test(json) ? json : json.replace(unseenInJson(), unicodeEscape)).replace(commandAnywhere, '\\u0023');
}

/** A workflow command of GitHub Actions in one line (actions/toolkit, packages/core/src/command.ts). */
export function workflowCommand(command: string, properties: readonly (readonly [string, string | number])[], message: string): string {
  const listed = properties.map(([name, value]) => `${name}=${commandProperty(String(value))}`).join(',');
  return `::${command} ${listed}::${commandData(message)}`;
}

function commandData(text: string): string {
  const shown = visibleLines(text).replace(commandAnywhere, '# ');
  return shown.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function commandProperty(text: string): string {
  return commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
