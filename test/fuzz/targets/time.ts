/** Times, durations, layouts and zones of templates. The first line is the layout, the second the time. */

import { FuncError } from '@mcpgw/go/values';
import { decodeBytes } from '@mcpgw/helm';
import { formatDuration, parseDuration } from '../../../packages/go/src/time/duration.js';
import { parseZoneFile, utc } from '../../../packages/go/src/time/location.js';
import { parseInLocation, type Time } from '../../../packages/go/src/time/time.js';
import { parseTzRules } from '../../../packages/go/src/time/tzset.js';
import { loadLocation } from '../../../packages/go/src/time/zone-source.js';
import { outcome, same, type Target } from '../target.js';

export const target: Target = {
  seeds: [
    '2006-01-02T15:04:05Z07:00\n2024-02-29T23:59:60+01:30',
    'Mon, 02 Jan 2006 15:04:05.000000 MST\nThu, 29 Feb 2024 12:00:00.123456 CEST',
    '_2/1/06 03:04PM __2 002 -0700\n 1/2/24 11:59AM  60 060 +0530',
    '1h15m30.918s\n-1.5h',
    'CET-1CEST,M3.5.0,M10.5.0/3\n<+03>-3',
    'Europe/Berlin\n../../etc/passwd',
    Buffer.from('545a69663200000000000000000000000000000000000000000000000000000000000001000000040000000000005554430054', 'hex'),
    '9223372036854775807ns\n2562047h47m16.854775807s\n\u00b5s',
  ],
  tokens: ['2006', '01', '02', 'Jan', 'January', 'Mon', 'Monday', '15', '03', '04', '05', '.000', ',999', 'PM', 'pm', 'MST', 'Z0700', 'Z07:00:00', '-07', '_2', '__2', '002', '_2006', 'h', 'm', 's', 'ms', '\u00b5s', 'ns', '.', '-', '+', 'UTC', 'GMT+3', 'TZif', '\n', ',M3.5.0', ',J60', '/26', '<', '>'], // biome-ignore format: one list
  maxBytes: 2000,
  run(input) {
    const text = decodeBytes(input);
    const [layout = '', value = ''] = text.split('\n');
    for (const each of [layout, value]) {
      const duration = outcome([FuncError], () => parseDuration(each));
      if ('value' in duration)
        same(String(parseDuration(formatDuration(duration.value))), String(duration.value), 'a printed duration is read as another');
      parseTzRules(each);
      if (!each.includes('\0')) loadLocation(each);
    }
    const time = outcome([FuncError], () => parseInLocation(layout, value, utc));
    if ('value' in time) show(time.value, layout);
    const zone = parseZoneFile('zone', input);
    for (const unix of [0n, 1_700_000_000n, -(2n ** 62n), 2n ** 40n]) zone?.lookup(unix);
  },
};

function show(time: Time, layout: string): void {
  time.format(layout);
  time.goString();
}
