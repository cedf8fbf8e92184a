import { nameReadsAs, pathReadsAs, readsAsPattern, sentReadsAs } from '@mcpgw/agentgateway';
import { type KeyPath, walk } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { entries, items, memo, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

interface Nature {
  readonly judge: (value: string) => string | undefined;
  readonly effect: string;
  readonly suggestion: string;
}

const name: Nature = { judge: nameReadsAs, effect: 'names of headers are compared as they are', suggestion: 'write each name' };
const value: Nature = { judge: readsAsPattern, effect: '"exact" is compared as it is', suggestion: 'use "regex"' };
const path: Nature = {
  judge: pathReadsAs,
  effect: 'it is put into the path as it is',
  suggestion: 'write the path; "prefix" keeps what follows the prefix of the match',
};
const host: Nature = { judge: nameReadsAs, effect: 'it is sent as the host', suggestion: 'write the host' };
const sent: Nature = {
  judge: sentReadsAs,
  effect: 'it is sent as it is',
  suggestion: 'use "transformations", whose values are expressions',
};
const suffix: Nature = {
  judge: text => (text === '*' ? undefined : pathReadsAs(text)),
  effect: 'the end of the path is compared with it as it is',
  suggestion: 'write the end of the path, or "*" for all',
};

/** The last names of the paths of fields, without indices, and what their texts are. `#` marks the keys of a mapping. */
const fields: readonly (readonly [path: RegExp, nature: Nature])[] = [
  [/(?:request|response)HeaderModifier\.remove$/, name],
  [/(?:request|response)HeaderModifier\.(?:set|add)\.[^.]+$/, sent],
  [/transformations\.(?:request|response)\.remove$/, name],
  [/cors\.(?:allowHeaders|exposeHeaders)$/, name],
  [/extAuthz\.(?:protocol\.http\.)?include(?:Request|Response)Headers$/, name],
  [/matches\.headers\.name$/, name],
  [/matches\.(?:headers|query)\.value\.exact$/, value],
  [/urlRewrite\.path\.(?:full|prefix)$/, path],
  [/requestRedirect\.path\.(?:full|prefix)$/, path],
  [/(?:urlRewrite|requestRedirect)\.authority\.(?:full|host)$/, host],
  [/directResponse\.body$/, sent],
  [/\.ai\.routes#$/, suffix],
];

const natureOf = (written: string): Nature | undefined => fields.find(([pattern]) => pattern.test(written))?.[1];
const natureOfText = memo(({ keys }: KeyPath) => natureOf(keys.join('.')));
const natureOfKeys = memo(({ keys }: KeyPath) => natureOf(`${keys.join('.')}#`));

export const literalAsPattern: Rule = {
  id: 'literal-as-pattern',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The text looks like a pattern or a template, and the field takes it as it is: it never matches, removes nothing, or is sent to the server as written.',
  docs: {
    checks:
      'Names of headers that are removed, passed on or allowed; exact values of headers and parameters; paths and hosts of rewrites and redirects; headers that are set; the ends of paths of AI routes. Wildcards, regular expressions, placeholders and expressions have no meaning there.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 remove no header with `remove: ["x-*"]`, send the header `x-user: jwt.sub`, send the path `/v2/*` to the backend, and answer 404 to `x-user: abc` where `exact: "a.*"` is asked for.',
    fix: 'List the names, use `regex` for matches, and `transformations` for values of a request.',
    wrong: onRoute('requestHeaderModifier: {remove: [x-internal-*]}'),
    correct: onRoute('requestHeaderModifier: {remove: [x-internal-user, x-internal-team]}'),
  },
  check(context) {
    walk(
      { node: context.root, path: [] },
      ({ node, path: at, place }) => {
        const ofKeys = node.kind === 'map' ? natureOfKeys(place) : undefined;
        if (ofKeys !== undefined) for (const { key, keySpan } of entries(node)) tell(context, ofKeys, key, keySpan, [...at, key]);
        const nature = node.kind === 'map' ? undefined : natureOfText(place);
        if (nature !== undefined) for (const [each, place] of textsOf(node, at)) tell(context, nature, text(each) ?? '', each, place);
      },
      place => natureOfKeys(place) !== undefined || natureOfText(place) !== undefined,
    );
  },
};

/** The texts of a field: itself, or the items of a list, which are visited with it. */
const textsOf = (node: Node, at: Path): (readonly [Node, Path])[] =>
  node.kind === 'list'
    ? items(node).map((item, index) => [item, [...at, index]] as const)
    : typeof at.at(-1) === 'number'
      ? []
      : [[node, at]];

function tell(context: RuleContext, nature: Nature, written: string, at: Node | { start: number; end: number }, place: Path): void {
  const reads = nature.judge(written);
  if (reads !== undefined)
    context.report({ at, path: place, message: `"${written}" reads as ${reads}, and ${nature.effect}`, suggestion: nature.suggestion });
}
