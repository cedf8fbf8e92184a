import { validateText } from '../validate.js';
import { apiServerAnswers } from './api-server-answers.js';
import { areas, type KnownRule, knownRules } from './catalogue.js';

const documented = knownRules().flatMap(rule => (rule.docs === undefined ? [] : [{ ...rule, docs: rule.docs }]));

/** The findings about an example of a rule, for the version that the example names. */
function findingsOf(rule: KnownRule, text: string): string[] {
  const version = rule.docs?.version;
  const [kind] = rule.kinds;
  return validateText(text, {
    file: rule.docs?.file ?? (/^\s*[{[]/.test(text) ? 'example.json' : 'example.yaml'),
    ...(kind === undefined ? {} : { kind }),
    // A version of Kubernetes has two numbers, one of the proxy three.
    ...(version === undefined ? {} : /^\d+\.\d+$/.test(version) ? { kubeVersion: version } : { version }),
  }).findings.map(finding => `${finding.severity} ${finding.rule}: ${finding.message}`);
}

const runnable = documented.filter(({ docs }) => docs.needs === undefined);

describe.each(runnable)('the examples of $id', rule => {
  it('has a wrong one that the rule reports', () => {
    expect(findingsOf(rule, rule.docs.wrong)).toContainEqual(expect.stringContaining(` ${rule.id}: `));
  });
  it('has a correct one without any finding above info', () => {
    expect(findingsOf(rule, rule.docs.correct).filter(finding => !finding.startsWith('info '))).toEqual([]);
  });
});

it.each(documented)('$id says what is checked and how to fix it in sentences', ({ docs }) => {
  for (const text of [docs.checks, docs.fix, docs.seen, docs.basedOn].filter(part => part !== undefined))
    expect(text).toMatch(/^(?:[A-Z`"]|v\d).*\.$/s);
});

it('every rule has examples', () => {
  expect(
    knownRules()
      .filter(rule => rule.docs === undefined)
      .map(({ id }) => id),
  ).toEqual([]);
});

/** Rules that say what a program does: all but those about the form of texts and about values of the chart, which mcpgw reads itself. */
const aboutPrograms = knownRules().filter(({ area }) => area !== areas[4] && area !== areas[5]);

it('every rule about a program says what was seen live, or what it is based on', () => {
  const isSeen = ({ id, docs }: KnownRule) => docs?.seen !== undefined || (apiServerAnswers[id] ?? 'stores') !== 'stores';
  expect(aboutPrograms.filter(rule => !isSeen(rule) && rule.docs?.basedOn === undefined).map(({ id }) => id)).toEqual([]);
});

it('what was seen names versions, and what was read is not among it', () => {
  const seen = aboutPrograms.filter(({ docs }) => docs?.seen !== undefined);
  // What mcpgw itself did needs no version: the page belongs to the same one.
  expect(seen.filter(({ docs }) => !/\d\.\d|\bNode \d|`mcpgw\b/.test(docs!.seen!)).map(({ id }) => id)).toEqual([]);
  expect(seen.filter(({ docs }) => /\b(?:read in|(?:was|were) read|documentation)\b/i.test(docs!.seen!)).map(({ id }) => id)).toEqual([]);
});
