import { type Finding, makeReport, type Report, Sources } from '@mcpgw/diagnostics';
import { formatGithub } from './github.js';
import { formatJson } from './json.js';
import { formatJunit } from './junit.js';
import { formatSarif } from './sarif.js';
import { formatText, plainText } from './text.js';

function sample(): Report {
  const sources = new Sources();
  sources.add('a,b.yaml', 'binds:\n  - prt: 1\n');
  const findings: Finding[] = [
    {
      rule: 'unknown-field',
      severity: 'error',
      message: 'unknown field "prt" <50%>',
      file: 'a,b.yaml',
      span: { start: 11, end: 14 },
      path: ['binds', 0, 'prt'],
      suggestion: 'did you mean "port"?',
    },
    { rule: 'no-routes', severity: 'info', message: 'whole\nfile', file: 'c.yaml' },
  ];
  return makeReport([{ file: 'a,b.yaml', kind: 'agentgateway' }], findings, sources);
}

const clean = (): Report => makeReport([{ file: 'x', kind: 'manifest' }], [], new Sources());

it('prints text with a frame', () => {
  expect(formatText(sample())).toBe(
    `a,b.yaml:2:5  error  unknown field "prt" <50%>  unknown-field
  1 | binds:
  2 |   - prt: 1
    |     ^^^
  help: did you mean "port"?

c.yaml:1:1  info  whole\ufffdfile  no-routes

1 file checked: 1 error, 0 warnings, 1 info
`,
  );
  expect(formatText(clean())).toBe('1 file checked, nothing wrong found\n');
});

it('prints json', () => {
  expect(JSON.parse(formatJson(sample()))).toEqual({
    findings: [
      {
        rule: 'unknown-field',
        severity: 'error',
        message: 'unknown field "prt" <50%>',
        file: 'a,b.yaml',
        line: 2,
        column: 5,
        path: 'binds[0].prt',
        suggestion: 'did you mean "port"?',
        fixable: false,
      },
      {
        rule: 'no-routes',
        severity: 'info',
        message: 'whole\nfile',
        file: 'c.yaml',
        line: 1,
        column: 1,
        path: '',
        suggestion: null,
        fixable: false,
      },
    ],
    files: [{ file: 'a,b.yaml', kind: 'agentgateway', errors: 1, warnings: 0 }],
    notChecked: { files: [], documents: 0, skippedDocuments: 0, otherFiles: 0 },
  });
});

it('prints workflow commands with escapes', () => {
  expect(formatGithub(sample())).toBe(
    '::error file=a%2Cb.yaml,line=2,col=5,endLine=2,endColumn=8,title=unknown-field::unknown field "prt" <50%25>%0Adid you mean "port"?\n' +
      '::notice file=c.yaml,line=1,col=1,endLine=1,endColumn=1,title=no-routes::whole%0Afile\n',
  );
  expect(formatGithub(clean())).toBe('');
});

it('prints junit', () => {
  expect(formatJunit(sample())).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="mcpgw validate">
  <testsuite name="a,b.yaml" tests="1" failures="1" errors="0">
    <testcase classname="a,b.yaml" name="unknown-field at a,b.yaml:2:5">
      <failure type="error" message="unknown field &quot;prt&quot; &lt;50%&gt;">a,b.yaml:2:5
binds[0].prt
unknown field &quot;prt&quot; &lt;50%&gt;
did you mean &quot;port&quot;?</failure>
    </testcase>
  </testsuite>
  <testsuite name="c.yaml" tests="1" failures="0" errors="0">
    <testcase classname="c.yaml" name="no-routes at c.yaml:1:1">
      <system-out>c.yaml:1:1
whole
file</system-out>
    </testcase>
  </testsuite>
</testsuites>
`);
});

it('shows no line with a secret', () => {
  const sources = new Sources();
  sources.add('g.yaml', 'a: 1\nkey: s3cret\nb: 2\nc: 3\n');
  const at = (rule: 'secret-in-clear-text' | 'wrong-type', start: number): Finding => ({
    rule,
    severity: 'warning',
    message: 'm',
    file: 'g.yaml',
    span: { start, end: start + 6 },
  });
  const text = formatText(
    makeReport([], [at('wrong-type', 0), at('secret-in-clear-text', 10), at('wrong-type', 17), at('wrong-type', 22)], sources),
  );
  expect(text).not.toContain('s3cret');
  expect(text).toContain('1 | a: 1');
  expect(text).toContain('4 | c: 3');
});

it('prints sarif', () => {
  const page = { text: 'the page', markdown: '# the page' };
  const rules = new Map([
    ['no-routes', { id: 'no-routes', severity: 'info' as const, why: 'because', docs: 'https://docs.example/no-routes.md', page }],
  ]);
  const log = JSON.parse(formatSarif(sample(), '1.2.3', rules));
  expect(log.version).toBe('2.1.0');
  expect(log.runs[0].tool.driver.rules).toEqual([
    {
      id: 'no-routes',
      name: 'no-routes',
      shortDescription: { text: 'because' },
      fullDescription: { text: 'because' },
      help: page,
      helpUri: 'https://docs.example/no-routes.md',
      defaultConfiguration: { level: 'note' },
    },
    { id: 'unknown-field', name: 'unknown-field' },
  ]);
  expect(log.runs[0].results[0]).toEqual({
    ruleId: 'unknown-field',
    ruleIndex: 1,
    level: 'error',
    message: { text: 'unknown field "prt" <50%>. did you mean "port"?' },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'a,b.yaml' }, region: { startLine: 2, startColumn: 5, endLine: 2, endColumn: 8 } },
        logicalLocations: [{ fullyQualifiedName: 'binds[0].prt' }],
      },
    ],
  });
});

it('keeps what a name holds out of addresses and commands', () => {
  const file = 'a:b #?%é,\u001b.yaml';
  const report = makeReport(
    [{ file, kind: 'manifest' }],
    [{ rule: 'json-syntax', severity: 'error', message: '\u001b[31m\n::error::x', file }],
    new Sources(),
  );
  expect(JSON.parse(formatSarif(report, '1', new Map())).runs[0].artifacts[0].location.uri).toBe('a%3Ab%20%23%3F%25%C3%A9,%1B.yaml');
  expect(formatGithub(report)).toBe(
    '::error file=a%3Ab #?%25é%2C\ufffd.yaml,line=1,col=1,endLine=1,endColumn=1,title=json-syntax::\ufffd[31m%0A::error::x\n',
  );
});

it('cuts lines to the width of the terminal', () => {
  const sources = new Sources();
  sources.add('a', `${'x'.repeat(100)}y${'z'.repeat(100)}`);
  const report = makeReport(
    [],
    [{ rule: 'json-syntax', severity: 'error', message: 'm', file: 'a', span: { start: 100, end: 101 } }],
    sources,
  );
  expect(
    formatText(report, { ...plainText, width: 20 })
      .split('\n')
      .slice(1, 3),
  ).toEqual([`  1 | ${'x'.repeat(10)}y${'z'.repeat(9)}`, `    | ${' '.repeat(10)}^`]);
});
