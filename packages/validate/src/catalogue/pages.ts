/** The documentation of the rules, generated from the rules: one page for each, and a list of all by area. */
import { type Answer, type Census, questions } from '@mcpgw/structure';
import { allRules, areas, type ListedRule } from './catalogue.js';

/** The note at the top of each file that is written from the rules. */
export const generated = '<!-- Written from the rules: UPDATE_GOLDEN=1 npx jest packages/validate/src/catalogue -->\n';

/** The list of all rules by area, as Markdown: `docs/rules.md`. */
export function rulesPage(): string {
  const head = `${generated}# Rules of \`mcpgw validate\`

An **error** is what the proxy, the API server or the runtime refuses, or what can never work; a **warning** is what they accept and then
do not do, or do differently from how it reads; an **info** may be intended. \`--strict\` lets warnings fail. Each rule has a page, and
\`mcpgw validate --explain RULE\` prints it. A rule is turned off for one line by the comment \`# mcpgw-ignore RULE: reason\`, for a file by
\`# mcpgw-ignore-file RULE: reason\`, and everywhere by \`rules\` in \`mcpgw.config.yaml\`.
`;
  const listOf = (area: string): string => {
    const rows = allRules().filter(rule => rule.area === area);
    return `\n## ${area[0]!.toUpperCase()}${area.slice(1)}\n\n${rows.map(rowOf).join('')}`;
  };
  return head + areas.map(listOf).join('');
}

const everywhere = 'in every version';

const rowOf = ({ id, severity, why, versions }: ListedRule): string =>
  `- [${id}](rules/${id}.md) (${severity}${versions === everywhere ? '' : `, ${versions}`}): ${why}\n`;

/** The page of a rule, as Markdown: `docs/rules/<id>.md` below its note, and the help of a report. */
export function rulePage(rule: ListedRule): string {
  return `# ${rule.id}\n\n${sectionsOf(rule)
    .map(([title, body]) => (title === '' ? `${body}\n` : `## ${title}\n\n${body}\n`))
    .join('\n')}`;
}

/** The page of a rule for a terminal. It names no file of docs/, which only a checkout has. */
export function explainedRule(rule: ListedRule): string {
  return `${rule.id}: ${rule.severity}, ${rule.versions}\n\n${sectionsOf(rule)
    .slice(1)
    .map(([title, body]) => (title === '' ? `${body}\n` : `${title}:\n${plain(body)}\n`))
    .join('\n')}`;
}

/** Examples are indented for a terminal, and other text loses the backquotes of Markdown. */
const plain = (body: string): string =>
  body.startsWith('```')
    ? body
        .split('\n')
        .slice(1, -1)
        .map(line => (line === '' ? '' : `    ${line}`))
        .join('\n')
    : body.replaceAll('`', '');

const code = (text: string): string => `\`\`\`${/^\s*[{[]/.test(text) ? 'json' : 'yaml'}\n${text.trimEnd()}\n\`\`\``;

/** Title and body of each section that a rule has. The first says what it is, the second why it matters. */
function sectionsOf(rule: ListedRule): (readonly [string, string])[] {
  const { severity, versions, area, checks, why, seen, basedOn, needs, wrong, correct, fix, id } = rule;
  const turnOff = `For one line: \`# mcpgw-ignore ${id}: reason\`. For a file: \`# mcpgw-ignore-file ${id}: reason\`. Everywhere: in
\`mcpgw.config.yaml\`, \`rules: {${id}: {severity: off, reason: ...}}\`.`;
  const sections: (readonly [string, string | undefined])[] = [
    ['', `${severity[0]!.toUpperCase()}${severity.slice(1)}, ${versions}. Area: ${area}.`],
    ['', checks === undefined ? why : `${checks} ${why}`],
    ['What was seen', seen],
    ['What this is based on', basedOn],
    ['', needs && `The examples need ${needs}.`],
    ['Wrong', wrong && code(wrong)],
    ['Correct', correct && code(correct)],
    ['How to fix', fix],
    ['How to turn it off', turnOff],
  ];
  return sections.filter((section): section is readonly [string, string] => section[1] !== undefined);
}

/** What is checked per field of a format, as Markdown: `docs/fields/<format>.md`. */
export function fieldsPage(title: string, census: Census): string {
  const head = `${generated}# Fields of ${title}

For every field four questions were asked. An answer names the rules that report such a value, or says why no rule is needed.
`;
  return (
    head +
    Object.entries(census)
      .map(([name, fields]) => tableOf(name, fields))
      .join('')
  );
}

function tableOf(name: string, fields: Census[string]): string {
  const rows = Object.entries(fields).map(
    ([field, answers]) => `| \`${field}\` | ${questions.map(([key]) => words(answers[key])).join(' | ')} |\n`,
  );
  return `\n## ${/^[\w.-]+$/.test(name) ? `\`${name}\`` : name.replace(/\bregex\b/, '`regex`')}\n\n| field | ${questions.map(([, title]) => title).join(' | ')} |\n|---|---|---|---|---|\n${rows.join('')}`;
}

const words = (answer: Answer): string =>
  typeof answer === 'string' ? answer.replaceAll('|', '\\|') : answer.map(id => `[${id}](../rules/${id}.md)`).join(', ');
