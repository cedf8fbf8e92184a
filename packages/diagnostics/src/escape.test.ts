import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { harmsOf, hostilePieces } from '../../../test/helpers/hostile-texts.js';
import { escapeJson, logText, visible, visibleLines, workflowCommand, xmlAttribute, xmlText } from './escape.js';

/** Hostile texts one after the other, with characters of any kind between them. */
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...hostilePieces), fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 8 })
  .map(parts => parts.join(''));

describe('plain texts stay as they are', () => {
  test.each([
    'a: 1 # comment "quoted" <b> & %25 `code` 100%',
    'execution error at (app/templates/x.yaml:2:25): no',
    'std::vector and a::b, # [x], ## heading, a ##b [c]',
    'grüße, 日本語, עברית, हिन्दी क्‍ष, می‌خواهم, 👩‍💻 👍🏽 ⚠️ ❤️‍🔥',
    'tab\there',
  ])('%s', text => {
    expect(visible(text)).toBe(text);
    expect(logText(`${text}\n${text}\r\n`)).toBe(`${text}\n${text}\r\n`);
    expect(escapeJson(JSON.stringify(text))).toBe(JSON.stringify(text));
  });
});

test.each([
  ['\u001b[31mred', '\ufffd[31mred'],
  ['a\nb\rc\r\nd', 'a\ufffdb\ufffdc\ufffd\ufffdd'],
  ['\u009b2J\u0007\b\u007f', '\ufffd2J\ufffd\ufffd\ufffd'],
  ['\u202ex\u2066\u200b\u200e\ufeff\u00ad', '\ufffdx\ufffd\ufffd\ufffd\ufffd\ufffd'],
  ['pass\u200dword \u200cx', 'pass\ufffdword \ufffdx'],
  ['\ud800 \udc80 \u{e0041} \uffff \ufdd0', '\ufffd \ufffd \ufffd\ufffd \ufffd \ufffd'],
])('one line: %j', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test('several lines keep their ends', () => {
  expect(visibleLines('a\nb\r\nc\rd\u2028e\u0085f')).toBe('a\nb\r\nc\ufffdd\ufffde\ufffdf');
});

test.each([
  ['::error::x', ': :error::x'],
  ['a\n \t\u00a0\u3000::add-mask::x', 'a\n \t\u00a0\u3000: :add-mask::x'],
  ['a\r\n::x', 'a\r\n: :x'],
  ['a ##[error]b ##vso[c]d ##VSO[e] ###[f] ##teamcity[g', 'a # #[error]b # #vso[c]d # #VSO[e] ## #[f] # #teamcity[g'],
  ['a ::error::b', 'a ::error::b'],
  ['::::', ': :::'],
])('commands of CI systems are taken apart: %j', (text, expected) => {
  expect(logText(text)).toBe(expected);
});

test('no text drives a terminal or a CI system', () => {
  fc.assert(
    fc.property(hostile, text => {
      const shown = logText(text);
      expect(harmsOf(shown)).toEqual([]);
      expect(logText(shown)).toBe(shown);
      expect(harmsOf(visible(text)).filter(harm => harm.startsWith('control'))).toEqual([]);
      expect(visible(text)).not.toContain('\n');
    }),
  );
});

test('JSON keeps its meaning', () => {
  fc.assert(
    fc.property(hostile, hostile, (text, key) => {
      const json = JSON.stringify({ [key]: text }, null, 2);
      const escaped = escapeJson(json);
      expect(harmsOf(escaped)).toEqual([]);
      expect(JSON.parse(escaped)).toEqual(JSON.parse(json));
    }),
  );
});

/** What a parser reads of an element with an attribute. */
function parseXml(xml: string): { text: string; attribute: string } {
  const read = { text: '', attribute: '' };
  const parser = new SaxesParser();
  parser.on('error', error => {
    throw error;
  });
  parser.on('opentag', ({ attributes }) => {
    read.attribute = attributes.a!;
  });
  parser.on('text', text => {
    read.text += text;
  });
  parser.write(xml).close();
  return read;
}

test('XML gives back the visible text, and commands nobody', () => {
  fc.assert(
    fc.property(hostile, text => {
      const xml = `<e a="${xmlAttribute(text)}">${xmlText(text)}</e>`;
      expect(harmsOf(xml)).toEqual([]);
      expect(parseXml(xml)).toEqual({ text: visibleLines(text), attribute: visibleLines(text) });
    }),
  );
});

test('a workflow command is one line, and only its own', () => {
  fc.assert(
    fc.property(hostile, hostile, (file, message) => {
      const line = workflowCommand('error', [['file', file]], message);
      expect(line).toMatch(/^::error file=[^:,\n\r]*::[^\n\r]*$/);
      expect(harmsOf(line.slice(2)).filter(harm => !harm.startsWith('command: "::'))).toEqual([]);
    }),
  );
  expect(
    workflowCommand(
      'warning',
      [
        ['file', 'a:b,c%'],
        ['line', 1],
      ],
      'x\ny: 50%',
    ),
  ).toBe('::warning file=a%3Ab%2Cc%25,line=1::x%0Ay: 50%25');
});

test('the check finds what is harmful to a terminal or a log; the rest is for XML, markdown and encodings', () => {
  expect(hostilePieces.filter(piece => harmsOf(piece).length === 0).map(piece => piece.trim().split(/\s/)[0])).toEqual([
    '</failure></testcase>]]><script>alert(1)</script>&amp;&#27;<!--',
    '```',
    '#',
    '%0A::error::encoded,title=x::y:',
    '"\'`$(id)`{{',
  ]);
});

test('hostile text takes linear time', () => {
  for (const piece of [...hostilePieces, '#', ':', ' ', '\u200d', '👩\u200d', '##v'])
    for (const show of [logText, visible, xmlAttribute, escapeJson]) expect(show(piece.repeat(20_000)).length).toBeGreaterThan(0);
});
