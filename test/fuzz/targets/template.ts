/** Templates: lexer, parser, compiler, executor and all functions within small limits. Code that was kept runs as parsed text does. */
import { ParseError } from '@mcpgw/gotemplate';
import { decodeBytes, defaultLimits, type GoMap, HelmError, loadChartFiles, Renderer, unmarshalYaml } from '@mcpgw/helm';
import { encodeTemplates, Strings } from '@mcpgw/helm/internal';
import fc from 'fast-check';
import { parse } from '../../../packages/gotemplate/src/parse.js';
import { printing, wellFormed } from '../../../packages/gotemplate/test/arbitrary.js';
import { callArbitrary } from '../../helpers/function-calls.js';
import { holds, type Outcome, outcome, same, type Target } from '../target.js';
import { deps, templateSeeds, templateTokens } from '../templates.js';

const limits = { ...defaultLimits, steps: 20_000, outputBytes: 500_000, depth: 200, milliseconds: 20_000 };
const values = unmarshalYaml(
  'a: 5\ns: "hello \\u00e9"\nm: {x: X, n: null, y: {z: [1, 3], s: in}}\nl: [a, 7, null, {k: v}, 2.5]\ne: {}\nf: 1.5\nb: true\n',
) as GoMap;
const chartYaml = Buffer.from('apiVersion: v2\nname: c\nversion: 1.0.0\n');

export const target: Target = {
  seeds: templateSeeds,
  tokens: templateTokens,
  arbitrary: fc.oneof(
    wellFormed.map(({ text }) => text.replaceAll('$.', '$.Values.')),
    printing.map(({ text }) => text),
    callArbitrary,
  ),
  maxBytes: 8192,
  run(input) {
    const text = decodeBytes(input);
    const parsed = outcome([ParseError], () => parse('t', text, () => true));
    if ('value' in parsed) {
      for (const tree of parsed.value.values()) {
        const printed = tree.root.toString();
        const again = outcome([ParseError], () =>
          parse('t', printed, () => true)
            .get('t')!
            .root.toString(),
        );
        if ('value' in again && !printed.includes('{{define')) same(again.value, printed, 'a printed template is printed as another');
      }
    }
    const files = new Map([
      ['Chart.yaml', chartYaml],
      ['templates/a.yaml', Buffer.from(input)],
    ]);
    const chart = loadChartFiles(files);
    const plain = render(new Renderer(chart, { deps, limits }));
    const strings = new Strings();
    const encoded = outcome([ParseError], () => encodeTemplates(chart, deps, strings));
    if ('error' in encoded) return holds('error' in plain, 'a template that does not parse is rendered', text.slice(0, 200));
    const kept = new Map(encoded.value.map(({ name, trees }) => [name, trees]));
    const fromCode = render(new Renderer(chart, { deps, limits, parsed: name => kept.get(name) }));
    same(said(fromCode), said(plain), 'kept code of a template gives something else than its text');
  },
};

const render = (renderer: Renderer): Outcome<string> =>
  outcome([HelmError], () => {
    const { manifests, hooks, notes } = renderer.render({ releaseName: 'r', namespace: 'n', values });
    return [...manifests, ...hooks].map(({ content }) => content).join('---') + notes;
  });

const said = (found: Outcome<string>): string => ('value' in found ? found.value : `${found.error.name}: ${found.error.message}`);
