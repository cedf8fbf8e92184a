import { diff, lines, wordChanges } from '../../src/page/diff.js';
import { bytes, counted, duration, latency } from '../../src/page/format.js';
import { RowLayout } from '../../src/page/tool-rows.js';

const groups = [
  { server: 'a', total: 3, waiting: 0 },
  { server: 'b', total: 2, waiting: 1 },
  { server: 'c', total: 10_000, waiting: 0 },
];
const layout = (collapsed: string[] = []) => new RowLayout(groups, new Set(collapsed), { group: 40, tool: 30 });
const shown = (from: number, to: number, collapsed: string[] = []) =>
  layout(collapsed)
    .between(from, to)
    .map(row => (row.kind === 'group' ? `${row.group.server}@${row.top}` : `${row.index}@${row.top}#${row.row}`));

describe('rows of the table of tools', () => {
  it('are those in view', () => {
    expect(shown(0, 130)).toEqual(['a@0', '0@40#1', '1@70#2', '2@100#3']);
    expect(shown(120, 200)).toEqual(['2@100#3', 'b@130', '3@170#5']);
    expect(shown(171, 172)).toEqual(['3@170#5']);
  });

  it('of collapsed servers are left out, and the places of the others in the list stay', () => {
    expect(shown(0, 140, ['a', 'c'])).toEqual(['a@0', 'b@40', '3@80#2', '4@110#3']);
    expect(layout(['a', 'c'])).toMatchObject({ height: 180, rows: 5 });
  });

  it('of ten thousand tools are found at once', () => {
    const all = layout();
    expect(all.height).toBe(3 * 40 + 10_005 * 30);
    expect(all.place(10_007)).toEqual({ top: all.height - 30, height: 30 });
    expect(all.place(10_008)).toBeUndefined();
    expect(all.between(all.height - 10, all.height + 500)).toMatchObject([{ index: 10_004 }]);
    expect(all.groupAt(131)?.server).toBe('b');
  });

  it('none without servers', () => {
    const none = new RowLayout([], new Set(), { group: 40, tool: 30 });
    expect([none.between(0, 1000), none.place(0), none.groupAt(0), none.rows]).toEqual([[], undefined, undefined, 0]);
  });
});

describe('changes', () => {
  const text = (changes: ReturnType<typeof diff>) =>
    changes.map(({ kind, parts }) => `${{ same: '=', gone: '-', new: '+' }[kind]}${parts.join('')}`);

  it.each<[string, string, string[]]>([
    ['same', 'same', ['=same']],
    ['', 'new words', ['+new words']],
    ['Creates an issue.', 'Creates an issue and mails everybody.', ['=Creates an ', '-issue.', '+issue and mails everybody.']],
    ['Reads a file with its name', 'Reads a key and sends it', ['=Reads a ', '-file with its name', '+key and sends it']],
  ])('of words from %j to %j', (before, after, expected) => expect(text(wordChanges(before, after))).toEqual(expected));

  it('of lines', () => {
    expect(text(diff(lines('a\nb\nc'), lines('a\nx\nc')))).toEqual(['=a', '-b', '+x', '=c']);
    expect(diff(lines(''), lines(''))).toEqual([]);
  });

  it('of texts that are too large to compare are the complete texts', () => {
    const [before, after] = ['a', 'b'].map(letter => Array.from({ length: 3000 }, (_, index) => `${letter}${index}`));
    expect(diff(before!, after!).map(({ kind, parts }) => [kind, parts.length])).toEqual([
      ['gone', 3000],
      ['new', 3000],
    ]);
  });
});

it('figures are short', () => {
  expect([0, 59_400, 61_000, 3_660_000, 90_000_000, -5].map(duration)).toEqual(['0 s', '59 s', '1 min', '1 h 1 min', '1 d 1 h', '0 s']);
  expect([0.42, 12.3, 12_345].map(latency)).toEqual(['0.4 ms', '12 ms', '12.3 s']);
  expect([999, 1500, 2_345_678].map(bytes)).toEqual(['999 B', '1.5 kB', '2.3 MB']);
  expect([counted(1, 'tool'), counted(1200, 'tool')]).toEqual(['1 tool', '1,200 tools']);
});
