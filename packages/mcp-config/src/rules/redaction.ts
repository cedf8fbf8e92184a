import { at, items, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { patternMatches } from '../formats/pattern.js';

/** A text of the kind that results hold, in which no pattern for secrets matches. */
const ordinary = 'The order of Tuesday was sent.';

export const redaction: Rule = {
  id: 'redaction',
  severity: 'warning',
  kinds: ['serve'],
  why: 'A rule that hides nothing leaves in the record what somebody wanted to keep out, and one that hides everything makes the record useless.',
  docs: {
    checks:
      'Names of `activity.redact.keys` that are written as patterns or have no letter or digit, and patterns of `activity.redact.patterns` that match an empty string or an ordinary one.',
    basedOn: 'The code of `mcpgw serve`: names are compared as they are, patterns with each text.',
    fix: 'Write names as they are, such as `account_number`, and patterns for nothing but what is to be hidden.',
    wrong: 'servers:\n  files:\n    command: file-server\nactivity:\n  arguments: true\n  redact: {keys: [".*token.*"]}\n',
    correct: 'servers:\n  files:\n    command: file-server\nactivity:\n  arguments: true\n  redact: {keys: [account_number]}\n',
  },
  check(context) {
    checkKeys(context);
    checkPatterns(context);
  },
};

function checkKeys({ root, report }: RuleContext): void {
  items(at(root, 'activity', 'redact', 'keys')).forEach((item, index) => {
    const name = text(item);
    const path = ['activity', 'redact', 'keys', index];
    if (name === undefined || name === '') return;
    if (!/[\p{L}\p{N}]/u.test(name))
      report({
        at: item,
        path,
        message: `"${name}" hides nothing: no name of a value has it`,
        suggestion: 'write a name, such as "account_number"',
      });
    else if (/[*+?()[\]\\^$|]/.test(name))
      report({
        at: item,
        path,
        message: `"${name}" is read as a name and not as a pattern`,
        suggestion: 'write the name alone: it also matches names that contain it, such as user_token for "token"',
      });
  });
}

function checkPatterns({ root, report }: RuleContext): void {
  items(at(root, 'activity', 'redact', 'patterns')).forEach((item, index) => {
    const pattern = text(item);
    const path = ['activity', 'redact', 'patterns', index];
    if (pattern === undefined || pattern === '') return;
    if (/^\/.*\/[a-z]*$/.test(pattern))
      report({
        at: item,
        path,
        message: `the slashes of "${pattern}" are part of the pattern`,
        suggestion: 'write the pattern without slashes',
      });
    else if (patternMatches(pattern, ordinary) === true)
      report({
        at: item,
        path,
        message: `"${pattern}" matches ordinary text: it hides more than secrets`,
        suggestion: 'write a pattern that only what is to be hidden matches',
      });
  });
}
