import { createHash } from 'node:crypto';
import { type Finding, makeReport, type Report, Sources } from '@mcpgw/diagnostics';
import { formatHtml as diffHtml } from '../diff/html.js';
import type { DiffReport } from '../diff/report.js';
import { formatHtml as goldenHtml } from '../golden/html.js';
import { formatHtml as probeHtml } from '../probe/html.js';
import type { ProbedServer, ProbeReport } from '../probe/report.js';
import { formatHtml as validateHtml } from './html.js';

/** What a reader sees of a page, without the script, one line an element. */
const textOf = (html: string): string =>
  html
    .slice(html.indexOf('<body>'), html.indexOf('<script>'))
    .replace(/<label class="search">.*?<\/label>|<button type="button" id="fold".*?<\/button>/g, '')
    .replace(/<\/(?:p|h1|h2|h3|li|td|th|dt|dd|pre|span|button)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n');

const headingOf = (html: string): string => /<h1>.*?<\/span>(.*?)<\/h1>/.exec(html)![1]!;

const rules = new Map([
  [
    'unknown-field',
    {
      id: 'unknown-field',
      severity: 'error',
      why: 'No reader knows it.',
      docs: 'https://docs.example/x',
      page: { text: '', markdown: '' },
    },
  ],
] as const);

function report(findings: readonly Finding[], texts: Readonly<Record<string, string>> = {}): Report {
  const sources = new Sources();
  for (const [file, text] of Object.entries(texts)) sources.add(file, text);
  return makeReport(
    [
      { file: 'a.yaml', kind: 'agentgateway' },
      { file: 'b.yaml', kind: 'manifest' },
    ],
    findings,
    sources,
    { files: [{ file: 'c.yaml', reason: 'unknown-kind' }], documents: 2, skippedDocuments: 0, otherFiles: 0 },
  );
}

const unknown: Finding = {
  rule: 'unknown-field',
  severity: 'error',
  message: 'unknown field "prt" <b>',
  file: 'a.yaml',
  span: { start: 11, end: 14 },
  path: ['binds', 0, 'prt'],
  suggestion: 'did you mean "port"?',
};

describe('validate', () => {
  test('shows findings with their frame and fix, and what was not checked', () => {
    expect(textOf(validateHtml(report([unknown], { 'a.yaml': 'binds:\n  - prt: 1\n' }), rules))).toBe(`mcpgw validate
1 error
2 files checked. Not checked: 1 file of unknown kind, 2 documents of unknown kind.
1 error
a.yaml
agentgateway, 1 error
error
unknown field "prt" <b>
a.yaml:2:5 · binds[0].prt · unknown-field
1 | binds:
2 |   - prt: 1
|     ^^^
Fix: did you mean "port"?
No reader knows it.
Not checked
Nothing is known about these.
1 file of unknown kind
2 documents of unknown kind
File
Why
c.yaml
its kind is not known
Checked, nothing found
File
Kind
b.yaml
manifest
Nothing matches.
mcpgw 0.1.0. This file needs no network.`);
  });

  test.each([
    [[], 'Nothing wrong found', 'ok'],
    [['info'], '1 info', 'info'],
    [['warning', 'warning', 'info'], '2 warnings', 'warn'],
    [['warning', 'error'], '1 error', 'bad'],
  ] as const)('of %j the heading is %s', (severities, heading, kind) => {
    const html = validateHtml(report(severities.map((severity, at) => ({ ...unknown, severity, message: String(at) }))), rules);
    expect(headingOf(html)).toBe(heading);
    expect(html).toContain(`<h1><span class="mark" data-kind="${kind}"`);
  });

  test('files with errors come before files with warnings', () => {
    const html = validateHtml(
      report([
        { ...unknown, severity: 'warning' },
        { ...unknown, file: 'b.yaml' },
      ]),
      rules,
    );
    expect(html.indexOf('<h2>b.yaml</h2>')).toBeLessThan(html.indexOf('<h2>a.yaml</h2>'));
  });

  test('several rules are listed, the worst and most frequent first, each with a link to its first finding', () => {
    const null1: Finding = { ...unknown, rule: 'null-policy', severity: 'warning', message: 'first' };
    const html = validateHtml(report([null1, { ...null1, message: 'second', file: 'b.yaml' }, unknown]), rules);
    expect(textOf(html)).toContain(`Rules
2
Rule
Findings
Files
unknown-field error
1
1
null-policy warning
2
2
`);
    expect(html.match(/id="first-[^"]*"|href="#first-[^"]*"/g)!.sort()).toEqual([
      'href="#first-null-policy"',
      'href="#first-unknown-field"',
      'id="first-null-policy"',
      'id="first-unknown-field"',
    ]);
    expect(validateHtml(report([unknown]), rules)).not.toContain('#first-');
  });

  test('shows no line with a secret', () => {
    const secret: Finding = { ...unknown, rule: 'secret-in-clear-text', span: { start: 10, end: 16 } };
    const html = validateHtml(
      report([secret, { ...unknown, span: { start: 17, end: 18 } }], { 'a.yaml': 'a: 1\nkey: s3cret\nb: 2\n' }),
      rules,
    );
    expect(html).not.toContain('s3cret');
  });

  test('links only to pages on the web', () => {
    expect(validateHtml(report([unknown]), rules)).toContain('<a href="https://docs.example/x">unknown-field</a>');
    expect(validateHtml(report([{ ...unknown, docs: 'javascript:alert(1)' }]), rules)).not.toContain('<a ');
  });
});

test('the policy names the style and the script of the file, and nothing else', () => {
  const html = validateHtml(report([unknown]), rules);
  const digest = (tag: string): string =>
    `sha256-${createHash('sha256')
      .update(html.slice(html.indexOf(`<${tag}>`) + tag.length + 2, html.indexOf(`</${tag}>`)))
      .digest('base64')}`;
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!.replaceAll('&#x3D;', '=');
  expect(policy).toBe(
    `default-src 'none'; style-src '${digest('style')}'; script-src '${digest('script')}'; img-src data:; base-uri 'none'; form-action 'none'`,
  );
});

test('texts are no elements and no attributes', () => {
  const text = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;
  const html = validateHtml(report([{ ...unknown, message: text, file: text, suggestion: text }], { [text]: text.repeat(2) }), rules);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain('<img');
});

test('diff shows the lines of each object and what a change entails', () => {
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'mcp', name: 'a', effects: ['restarts-pods'] } as const;
  const diff: DiffReport = {
    from: '-f old.yaml',
    to: '-f new.yaml',
    unchanged: 3,
    objects: [
      { ...object, status: 'changed', changes: [{ path: ['spec', 'replicas'], op: 'replace', from: 1, to: 2 }] },
      { ...object, status: 'added', effects: [], changes: [], object: { kind: 'Deployment' } },
    ],
  };
  const html = diffHtml(diff);
  expect(textOf(html)).toContain(`1 changed, 1 added, 0 removed, 3 unchanged
1 changed
1 added
From
-f old.yaml
To
-f new.yaml
changed
apps/v1 Deployment mcp/a
pods restart
~ spec.replicas: 1 → 2
added
apps/v1 Deployment mcp/a
+ kind: Deployment`);
  expect(html).toContain('<span data-line="change">~ spec.replicas');
  expect(headingOf(diffHtml({ ...diff, objects: [] }))).toBe('No change');
});

test('golden shows what differs, and every case', () => {
  const html = goldenHtml([
    { case: 'one', status: 'passed', helm: '4.2.4' },
    { case: 'two', status: 'failed', helm: '3.20.0', detail: '--- expected.yaml\n+++ rendered\n-a: 1\n+a: 2\n' },
  ]);
  expect(textOf(html)).toContain(`1 case failed
Rendered as Helm 3.20.0 and 4.2.4.
1 failed
1 passed
failed
two
Helm 3.20.0
--- expected.yaml
+++ rendered
-a: 1
+a: 2`);
  expect(html).toContain('<span data-line="add">+a: 2</span>');
  expect(headingOf(goldenHtml([{ case: 'one', status: 'passed', helm: '4.2.4' }]))).toBe('1 case passed');
  expect(headingOf(goldenHtml([{ case: 'one', status: 'updated', helm: '4.2.4' }]))).toBe('1 case ran');
});

test('probe shows failures first, with the layer, the reason and what to do', () => {
  const server: ProbedServer = {
    id: 'github',
    status: 'available',
    transport: 'streamable-http',
    protocol: '2025-11-25',
    server: 'github 1.2',
    tools: ['list_issues'],
    attempts: 1,
    durationMs: 41,
    layer: null,
    code: null,
    httpStatus: null,
    reason: null,
    advice: null,
  };
  const failed: ProbedServer = {
    ...server,
    id: 'jira',
    status: 'denied',
    tools: [],
    layer: 'http',
    httpStatus: 401,
    reason: 'a token is required',
    advice: 'log in',
  };
  const probe: ProbeReport = {
    startedAt: '2026-01-31T12:00:00.000Z',
    durationMs: 1500,
    summary: { available: 1, transient: 0, permanent: 0, denied: 1 },
    servers: [server, failed],
    warnings: { prompt: [], stream: [] },
  };
  expect(textOf(probeHtml(probe))).toContain(`1 of 2 servers available
2026-01-31T12:00:00.000Z, 1.5 s.
1 denied
1 available
denied
jira
http: a token is required
Fix: log in
Transport
streamable-http`);
  expect(textOf(probeHtml(probe))).toMatch(/available\ngithub\n1 tool\n[\s\S]*list_issues/);
});
