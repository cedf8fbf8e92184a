/** Packaged charts: gzip, tar, PAX. What is not gzip is packed, with right checksums, so that edits reach the reader of tar. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defaultLimits, HelmError, helm3, helm4, loadChart, readChartFiles } from '@mcpgw/helm';
import { tar } from '../../helpers/tar.js';
import { holds, outcome, type Target } from '../target.js';

const limits = { ...defaultLimits, chartBytes: 4 * 1024 * 1024, fileBytes: 1024 * 1024, chartFiles: 500, chartFolders: 100, chartDepth: 5 };
const chartYaml = 'apiVersion: v2\nname: c\nversion: 1.0.0\n';
const pax = (records: readonly string[]) => ({
  name: 'c/pax',
  type: 'x',
  data: records.map(text => `${text.length + 4} ${text}\n`).join(''),
});
const sub = gzipSync(tar([{ name: 'sub/Chart.yaml', data: 'apiVersion: v2\nname: sub\nversion: 1.0.0\n' }]));

/** Headers get the checksum that they should have. */
function withSums(archive: Buffer): Buffer {
  const fixed = Buffer.from(archive);
  for (let at = 0; at + 512 <= fixed.length; at += 512) {
    const head = fixed.subarray(at, at + 512);
    if (head.toString('latin1', 257, 262) !== 'ustar') continue;
    head.write('        ', 148);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  }
  return fixed;
}

export const target: Target = {
  seeds: [
    tar([
      { name: 'c/Chart.yaml', data: chartYaml },
      { name: 'c/values.yaml', data: 'a: 1\n' },
      { name: 'c/charts/sub-1.0.0.tgz', data: sub },
    ]),
    tar([
      pax(['path=c/Chart.yaml', 'size=40']),
      { name: 'x', data: chartYaml },
      { name: 'c/dir/', type: '5' },
      { name: 'c/link', type: '2' },
    ]),
    tar([
      { name: '././@LongLink', type: 'L', data: 'c/templates/long\0' },
      { name: 'c/short', data: 'x' },
      { name: 'c/Chart.yaml', data: chartYaml },
    ]),
    tar([
      { name: 'c/../x', data: 'y' },
      { name: '/abs', data: 'y' },
      { name: 'c\\b\\c', data: 'z' },
      { name: 'Chart.yaml', prefix: 'c', data: chartYaml, size: '\x80\0\0\0\0\0\0\0\0\0\0\x28' },
    ]),
    gzipSync(tar([{ name: 'c/Chart.yaml', data: chartYaml }])),
  ],
  tokens: [
    'ustar\0',
    'path=',
    'size=',
    '20 path=c/x\n',
    '../',
    '/',
    '\\',
    '\0',
    '00000000017\0',
    '77777777777\0',
    '\x80',
    'c/Chart.yaml',
    'c/charts/x.tgz',
    '5',
    'x',
    'L',
    'K',
    'g',
    '1',
    '2',
    'C:/',
  ],
  run(input, folder) {
    const isGzip = input[0] === 0x1f && input[1] === 0x8b;
    const path = join(folder, 'c-1.0.0.tgz');
    const bytes = isGzip ? input : gzipSync(withSums(input), { level: 1 });
    writeFileSync(path, bytes);
    for (const dialect of [helm4, helm3]) outcome([HelmError], () => loadChart(path, { limits, dialect }));
    const files = outcome([HelmError], () => readChartFiles(path, () => true, { limits }));
    if ('error' in files) return;
    for (const name of files.value.keys())
      holds(!/^\/|(?:^|\/)\.\.(?:\/|$)/.test(name), 'a file of an archive leads out of the chart', name);
  },
};
