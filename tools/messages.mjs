/**
 * Extracts what the program says (findings, help, errors, logs, the web page, comments of the chart) for the prose linter: for each source a
 * page of Markdown in .cache/prose, with each text as a list item on the line that it has in the source. `--list` prints the texts instead.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, '.cache/prose');

/** Keys of object literals whose values a person reads. */
const keys = new Set([
  'message',
  'suggestion',
  'why',
  'checks',
  'seen',
  'fix',
  'needs',
  'help',
  'title',
  'advice',
  'description',
  'summary',
  'reason',
]);
/** Functions and methods whose text arguments a person reads. */
const calls =
  /^(?:\w*Error|say|warn|info|error|debug|log|print|refuse|fail\w*|problem|description|summary|option|argument|addHelpText|addOption|Option)$/;

/** The text of a literal; what is computed becomes `…`. Undefined for other expressions. */
function textOf(node) {
  switch (node?.type) {
    case 'StringLiteral':
      return node.value;
    case 'TemplateLiteral':
      return node.quasis.map(({ cooked }, index) => `${index === 0 ? '' : '…'}${cooked}`).join('');
    case 'BinaryExpression': {
      if (node.operator !== '+') return undefined;
      const [left, right] = [textOf(node.left), textOf(node.right)];
      return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`;
    }
    default:
      return undefined;
  }
}

/** The literals that an expression can be, such as both sides of a condition. */
function* textsIn(node) {
  if (node === undefined || node === null) return;
  const text = textOf(node);
  if (text !== undefined) yield { text, at: node.span.start };
  else if (node.type === 'ConditionalExpression') {
    yield* textsIn(node.consequent);
    yield* textsIn(node.alternate);
  } else if (node.type === 'ParenthesisExpression') yield* textsIn(node.expression);
  else if (node.type === 'ArrowFunctionExpression') yield* textsIn(node.body);
}

/** What a command adds to its help: sentences, without examples. */
function* helpIn(node) {
  for (const { text, at } of textsIn(node))
    for (const part of /^\n[\s\S]*\bmcpgw [a-z]/.test(text) ? text.split(/\n\n|\n(?=Exit code:)/) : [])
      if (!/^\s*(?:Examples|Sides|Neovim|Helix|These flags|VS Code)\b/.test(part)) yield { text: part, at };
}

const calleeName = ({ callee }) => callee?.property?.value ?? callee?.value ?? '';

/** The texts that one node of the tree gives to a person. */
function* spoken(node) {
  if (node.type === 'KeyValueProperty' && keys.has(node.key.value)) yield* textsIn(node.value);
  if ((node.type === 'CallExpression' || node.type === 'NewExpression') && calls.test(calleeName(node)))
    for (const { expression } of node.arguments ?? []) yield* textsIn(expression);
  if (node.type === 'JSXText') yield { text: node.value, at: node.span.start };
  if (node.type === 'VariableDeclarator' && /^(?:help|examples|\w+Help|\w+Examples)$/.test(node.id.value ?? '')) yield* helpIn(node.init);
}

function* nodesIn(tree) {
  const open = [tree];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== 'object') continue;
    if (typeof next.type === 'string') yield next;
    open.push(...Object.values(next));
  }
}

/** The texts of a module, each with its line from 1. A text without a space is a name. */
function textsOfModule(source, isJsx) {
  const { body, span } = parseSync(source, { syntax: 'typescript', tsx: isJsx, target: 'es2022' });
  const bytes = Buffer.from(source);
  const base = span.end - Buffer.byteLength(source.trimEnd());
  const lineAt = at =>
    bytes
      .subarray(0, Math.max(0, at - base))
      .toString()
      .split('\n').length;
  const found = [...nodesIn(body)].flatMap(node => [...spoken(node)]);
  return found
    .map(({ text, at }) => ({ text: text.replace(/\s+/g, ' ').trim(), line: lineAt(at) }))
    .filter(({ text }) => /[a-z]{2,} [a-z]/i.test(text))
    .sort((a, b) => a.line - b.line);
}

/** The comments of a values file or a template, each with the line of its start. */
function textsOfComments(source) {
  const found = [];
  source.split('\n').forEach((line, index) => {
    const text = /^\s*#+ ?(?:-- ?)?(.*)$/.exec(line)?.[1];
    if (text === undefined || text.trim() === '') return;
    const last = found.at(-1);
    if (last?.end === index) Object.assign(last, { text: `${last.text} ${text.trim()}`, end: index + 1 });
    else found.push({ text: text.trim(), line: index + 1, end: index + 1 });
  });
  return found;
}

const filesIn = (folder, pattern) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
    .filter(file => pattern.test(file) && !/node_modules|\/dist\/|\.test\.|\.d\.ts$|\/test\/|compiled\.js$/.test(file))
    .sort();

/** What the linter skips: code, quoted names, placeholders, paths, flags with their values, settings with their values, command lines. */
const code = new RegExp(
  [
    '`[^`]*`',
    '"[^"]*"',
    "'[^']*'",
    String.raw`\b(?:openssl|docker (?:run|exec|compose)|kubectl|mcpgw [a-z]+)(?: -[\w-]+| \d+| rand| exec| json)*`,
    String.raw`(?<![\w-])-o \w+|\bmode: \w+|\bjson(?=:)|Request id\b`,
    String.raw`[^\s,;:()]*[{}[\]$/_…*=<>@|\\][^\s,;:)]*`,
    String.raw`(?<![\w-])--?[\w-]+|\b\w+\.\w[\w.]*`,
  ].join('|'),
  'g',
);

const asMarkdown = text => text.replaceAll(code, found => `\`${found.replaceAll('`', '').trim() || ' '}\``).replaceAll('``', '` `');

/** The texts of every source, by file. */
export function extractedTexts() {
  // Messages of these packages are those of Helm and of Go, byte for byte.
  const isOurs = file => !/^packages\/(?:go|gotemplate|helm|jsonschema)\//.test(file);
  const modules = ['packages', 'cli/src', 'site/playground'].flatMap(folder =>
    filesIn(folder, /\/(?:src|playground)\/.*\.tsx?$/).filter(isOurs),
  );
  const comments = filesIn('charts/mcp-gateway', /values\.yaml$/);
  return new Map([
    ...modules.map(file => [file, textsOfModule(readFileSync(join(root, file), 'utf8'), file.endsWith('x'))]),
    ...comments.map(file => [file, textsOfComments(readFileSync(join(root, file), 'utf8'))]),
  ]);
}

/** A page with each text on its line. */
export function proseOf(texts) {
  const lines = [];
  for (const { text, line } of texts) lines[line - 1] = `${lines[line - 1] ? `${lines[line - 1]}. ` : '- '}${asMarkdown(text)}`;
  return `${Array.from(lines, line => line ?? '').join('\n')}\n`;
}

/** Phrases that read as translated, with what to write. `docs/style.md` has the words that occur nowhere. */
const phrases = [
  [/(?<!\b[Tt]here )\b(?:is|are) no (?!longer\b|more\b|less\b|such\b|use\b)[\w-]+/, 'is not a ...'],
  [/\bletter by letter\b/, 'exactly'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\ban? [a-z]+ of (?:its|their) own\b/, 'its own ...'],
  [/\bcomes? into force\b/, 'take effect'],
  [/\bgoe?s? round in a circle\b/, 'loop'],
  [/\btruth values?\b/, 'Boolean'],
  [/\b(?:holds|with|have|no|one) (?:a )?blanks?\b/, 'space'],
  [/\bthan (?:it|they) reads?\b/, 'than it suggests'],
  [/\bin any case of letters\b/, 'regardless of case'],
  [/\bwithout a word\b/, 'without a message'],
  [/\bwants (?:an? |NAME|")/, 'expects'],
  [/\b(?:where|if) none (?:runs|is named|is there)\b/, 'if no gateway runs, if you name none'],
  [/\balthough (?:a|the) [a-z]+ runs\b/, 'even if'],
  [/\bas it stands\b/, 'unchanged'],
  [/\bin good order\b/, 'leave it out'],
  [/\bthat is none\b/, 'that is not a ...'],
  [/\bwaits? for (?:somebody|an? decision)\b/, 'is pending approval'],
  [/\b(?:cannot|can) be told from\b/, 'does not show'],
  [/\bthe answer was no\b/, 'declined'],
  [/\b(?:[Cc]hecked|[Ll]isted|[Ss]hown) (?:are|is) the\b/, 'subject first'],
];

/** Prints the phrases that a text should not have. Returns how many. */
function reportPhrases(texts) {
  let count = 0;
  for (const [file, found] of texts)
    for (const { text, line } of found)
      for (const [pattern, instead] of phrases) {
        const phrase = pattern.exec(text)?.[0];
        if (phrase === undefined) continue;
        console.error(`${file}:${line}: "${phrase}": write "${instead}"`);
        count++;
      }
  return count;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = extractedTexts();
  if (process.argv.includes('--list')) {
    for (const [file, found] of texts) for (const { text, line } of found) console.log(`${file}:${line}: ${text}`);
  } else {
    rmSync(output, { recursive: true, force: true });
    for (const [file, found] of texts) {
      if (found.length === 0) continue;
      mkdirSync(dirname(join(output, file)), { recursive: true });
      writeFileSync(join(output, `${file}.md`), proseOf(found));
    }
    if (reportPhrases(texts) > 0) process.exitCode = 1;
  }
}
