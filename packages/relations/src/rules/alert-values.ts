import { prometheusMilliseconds } from '@mcpgw/custom-resources';
import { get, type Node, type Rule, text } from '@mcpgw/structure';
import { type MonitorRuleProblem, reportMonitorRules } from '../objects/monitors.js';
import { aggregationAt, closingOf, withoutTexts } from '../objects/promql.js';

type Said = readonly [message: string, suggestion: string];

/** The shortest usual time between two scrapes, in milliseconds. */
const scrape = 5000;

/** Functions of the time, with the least and the greatest number that they give. */
const clocks: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['minute', [0, 59]],
  ['hour', [0, 23]],
  ['day_of_week', [0, 6]],
  ['day_of_month', [1, 31]],
  ['day_of_year', [1, 366]],
  ['days_in_month', [28, 31]],
  ['month', [1, 12]],
]);

/** Whether a number from `least` to `most` never fulfills a comparison. */
const isNever = (op: string, number: number, least: number, most: number): boolean =>
  op === '=='
    ? number < least || number > most
    : op === '>'
      ? number >= most
      : op === '>='
        ? number > most
        : op === '<'
          ? number <= least
          : number < least;

function ofClocks(plain: string): Said[] {
  return [
    ...plain.matchAll(/\b(minute|hour|day_of_(?:week|month|year)|days_in_month|month)\s*\([^()]{0,200}\)\s*(==|>=?|<=?)\s*(\d+)/g),
  ].flatMap(([, name, op, digits]): Said[] => {
    const [least, most] = clocks.get(name!)!;
    return isNever(op!, Number(digits), least, most)
      ? [
          [
            `${name}() is from ${least} to ${most}, and never ${op} ${digits}`,
            name === 'day_of_week' ? 'write 0 for Sunday, 6 for Saturday' : `write a number from ${least} to ${most}`,
          ],
        ]
      : [];
  });
}

/** Counts of what happened within a time, which samples limit. */
function ofCounts(plain: string): Said[] {
  const found = /^\s*(changes|resets|count_over_time)\s*\(\s*[A-Za-z_:][\w:]*\s*\[(\w{1,20})\]\s*\)\s*(>=?|==)\s*(\d+)\s*$/.exec(plain);
  const range = prometheusMilliseconds(found?.[2]);
  if (found === null || range === undefined || Number(found[4]) <= range / scrape) return [];
  return [
    [
      `${found[1]}() counts samples: within ${found[2]} there are at most ${range / scrape}, with a scrape every 5 seconds`,
      'write a lower number, or a longer range',
    ],
  ];
}

const part = /(?:avail|available|free|used|usage|working_set|MemAvailable|MemFree|rss)(?:_bytes|_files?|_inodes)?(?:_bytes)?$/;
const whole = /(?:size|capacity|limits?|MemTotal|max|quota|allocatable)(?:_bytes|_fds|_files?)?$|_files$/;

/** A part of a whole, compared with a percentage. */
function ofParts(plain: string): Said[] {
  const found = /(<=?|>=?)\s*(\d{1,6}(?:\.\d+)?)\s*$/.exec(plain.trim());
  const sides = plain.split('/');
  if (found === null || Number(found[2]) <= 1 || sides.length !== 2 || plain.includes('*') || /\b(?:and|or|unless)\b/.test(plain))
    return [];
  const name = (side: string, last: boolean): string => {
    const names = [...side.matchAll(/[A-Za-z_:][\w:]*/g)].map(([word]) => word).filter(word => word.includes('_'));
    return (last ? names.at(-1) : names[0]) ?? '';
  };
  if (!part.test(name(sides[0]!, true)) || !whole.test(name(sides[1]!, false))) return [];
  const result = found[1]!.startsWith('<') ? 'every series fulfills it: the alert always fires' : 'the alert never fires';
  return [
    [
      `a part of a whole is at most 1, and is compared with ${found[2]}: ${result}`,
      `write ${Number(found[2]) <= 100 ? Number(found[2]) / 100 : 0.9}, or multiply by 100`,
    ],
  ];
}

/** Comparisons that no series, or every series, fulfills. */
function ofComparisons(plain: string, isAlert: boolean): Said[] {
  const said: Said[] = [];
  const counted = /^\s*count\b/.exec(plain) === null ? undefined : aggregationAt(plain, 0);
  if (counted !== undefined && /^\s*(?:==\s*0|<\s*1|<=\s*0)(?:\.0+)?\s*$/.test(plain.slice(counted.end)))
    said.push([
      'count() of nothing is nothing, and not 0: this comparison never holds',
      'write absent(...), or "(count(...) or vector(0)) == 0"',
    ]);
  if (isAlert && /(?:[<>]=?|[=!]=)\s*bool\b[^<>=!]*$/.test(plain) && !/\b(?:and|or|unless)\b/.test(plain))
    said.push(['with "bool" the result is 0 or 1 for every series, and an alert fires for any result', 'remove "bool"']);
  const below = /^\s*(rate|irate|increase|changes|resets|count|count_over_time|up|absent)\b[^<>=!]*<\s*0(?:\.0+)?\s*$/.exec(plain);
  if (below !== null && !/[*-]/.test(plain)) said.push([`${below[1]} is never below 0`, 'write "== 0", or a number above it']);
  for (const [, name, digits] of plain.matchAll(
    /\b(quantile|quantile_over_time)\s*(?:(?:by|without)\s*\([^()]{0,200}\)\s*)?\(\s*(\d+(?:\.\d+)?)\s*,/g,
  ))
    if (Number(digits) > 1)
      said.push([
        `a quantile is from 0 to 1: ${name}(${digits}) gives infinity`,
        `write ${Number(digits) <= 100 ? Number(digits) / 100 : 0.99}`,
      ]);
  return said;
}

/** Two bounds of one expression that exclude each other, or that leave nothing out. */
function ofBounds(expression: string): Said[] {
  const sides = expression.split(/\s+(and|or)\s+/);
  if (sides.length !== 3) return [];
  const read = [sides[0]!, sides[2]!].map(side => /^([\s\S]{1,400}?)\s*(>=?|<=?)\s*(-?\d+(?:\.\d+)?)$/.exec(side.trim()));
  const [one, other] = read.map(match =>
    match === null ? undefined : { of: match[1]!.replace(/\s+/g, ''), op: match[2]!, number: Number(match[3]) },
  );
  if (one === undefined || other === undefined || one.of !== other.of || one.op[0] === other.op[0]) return [];
  const [lower, upper] = one.op.startsWith('>') ? [one, other] : [other, one];
  if (sides[1] === 'and' && lower.number >= upper.number)
    return [[`no number is above ${lower.number} and below ${upper.number}: the alert never fires`, 'write "or", or exchange the numbers']];
  if (sides[1] === 'or' && lower.number < upper.number)
    return [
      [`every number is above ${lower.number} or below ${upper.number}: the alert always fires`, 'write "and", or exchange the numbers'],
    ];
  return [];
}

function ofHistograms(plain: string): Said[] {
  return [...plain.matchAll(/\bhistogram_quantile\s*\(/g)].flatMap((call): Said[] => {
    const inside = plain.slice(call.index, closingOf(plain, call.index + call[0].length - 1));
    const [, name] = /([A-Za-z_:][\w:]*_(?:sum|count|total))\s*\[/.exec(inside) ?? [];
    return name === undefined
      ? []
      : [[`"${name}" has no buckets: the result is empty`, `write ${name.replace(/_(?:sum|count|total)$/, '_bucket')}`]];
  });
}

/** Numbers in another unit than that of the metric. */
function ofUnits(plain: string): Said[] {
  const said: Said[] = [];
  const ahead = /\bpredict_linear\s*\([^()]{0,300}(?:\([^()]{0,300}\)[^()]{0,300})?,\s*(\d{1,3})(?:\.\d+)?\s*\)/.exec(plain);
  if (ahead !== null && Number(ahead[1]) > 0 && Number(ahead[1]) < 300)
    said.push([`predict_linear() looks ${ahead[1]} seconds ahead`, `write seconds, such as ${ahead[1]} * 3600`]);
  const ratio =
    /^\s*(?:(?:avg|min|max)\s*(?:by\s*\([^()]{0,200}\)\s*)?\(\s*)?([A-Za-z_:][\w:]*_ratio)\s*\)?\s*(?:<=?|>=?)\s*(\d+(?:\.\d+)?)\s*$/.exec(
      plain,
    );
  if (ratio !== null && Number(ratio[2]) >= 2 && Number(ratio[2]) <= 100)
    said.push([`"${ratio[1]}" is a ratio from 0 to 1, and is compared with ${ratio[2]}`, `write ${Number(ratio[2]) / 100}`]);
  const slow = /\bhistogram_quantile\s*\([\s\S]{0,600}?_seconds_bucket\b[^<>]{0,200}>=?\s*(\d{3,6})\s*$/.exec(plain);
  if (slow !== null && !plain.includes('*'))
    said.push([`the buckets are in seconds, and ${slow[1]} is compared with them`, `write ${Number(slow[1]) / 1000} for ${slow[1]} ms`]);
  const counter = /\b(i?delta|deriv)\s*\(\s*([A-Za-z_:][\w:]*_total)\s*\[/.exec(plain);
  if (counter !== null)
    said.push([
      `"${counter[2]}" is a counter: ${counter[1]}() falls below 0 with each restart`,
      `write ${counter[1] === 'deriv' ? 'rate' : 'increase'}()`,
    ]);
  const last = prometheusMilliseconds(/\birate\s*\(\s*[A-Za-z_:][\w:]*\s*\[(\w{1,20})\]/.exec(plain)?.[1]);
  if (last !== undefined && last > 600_000) said.push(['irate() compares the last two samples only, whatever its range', 'write rate()']);
  return said;
}

/** The sides of "or" at the top of an expression. */
function sidesOf(plain: string): string[] {
  const sides = [''];
  let depth = 0;
  for (const word of plain.split(/([()]|\bor\b)/)) {
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    if (word === 'or' && depth === 0) sides.push('');
    else sides[sides.length - 1] += word;
  }
  return sides;
}

/** A side of "or" that compares nothing beside one that does: it gives all of its series. */
function ofSides(plain: string): Said[] {
  const sides = sidesOf(plain);
  const isCompared = (side: string): boolean => /[<>]|[=!]=/.test(side);
  if (sides.length < 2 || !sides.some(isCompared)) return [];
  const open = sides.find(side => !isCompared(side) && /\b(?:i?rate|increase|count_over_time|avg_over_time|sum_over_time)\s*\(/.test(side));
  return open === undefined
    ? []
    : [['a comparison counts for its own side of "or": the other side is true for every series', 'compare both sides']];
}

function problems(rule: Node): MonitorRuleProblem[] {
  const expression = (text(get(rule, 'expr')) ?? '').trim();
  if (expression.length > 4000) return [];
  const plain = withoutTexts(expression);
  const isAlert = (text(get(rule, 'alert')) ?? '') !== '';
  return [
    ...ofClocks(plain),
    ...ofCounts(plain),
    ...ofParts(plain),
    ...ofComparisons(plain, isAlert),
    ...ofBounds(expression),
    ...ofHistograms(plain),
    ...ofUnits(plain),
    ...(isAlert ? ofSides(plain) : []),
  ].map(([message, suggestion]): MonitorRuleProblem => ['expr', message, suggestion]);
}

const example = (expression: string): string => `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: web}
spec: {groups: [{name: web, rules: [{alert: Full, expr: '${expression}'}]}]}
`;

export const alertValues: Rule = {
  id: 'alert-values',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Prometheus takes the expression, and its comparison holds never, or always: the alert stays silent, or never ends.',
  docs: {
    checks:
      'Comparisons in expressions of PrometheusRules: parts of a whole with percentages, `count()` with 0, the outer one with `bool`, functions of the time beyond their numbers, counts beyond the number of samples, and values below 0 that are never negative. Two bounds that exclude each other, quantiles above 1, quantiles of series without buckets, sides of "or" without a comparison, and numbers in another unit than that of the metric.',
    seen: 'Prometheus 2.42.0 (promtool): `a > 5 and a < 3`, a day of the week 7 and more changes than samples never fire, `up == bool 0` always does.',
    fix: 'Write a number that the expression can reach, and try it in Prometheus.',
    wrong: example('node_filesystem_avail_bytes / node_filesystem_size_bytes < 10'),
    correct: example('node_filesystem_avail_bytes / node_filesystem_size_bytes < 0.1'),
  },
  check: context => reportMonitorRules(context, problems),
};
