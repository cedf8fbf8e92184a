/** The ends of collections, shared by the complete parser and the fast path. */
import type { Span } from '@mcpgw/diagnostics';
import { isMap, isSeq, type Pair, type YAMLMap, type YAMLSeq, type Node as YamlNode } from 'yaml';

/** The span of a collection. A block collection ends where its last item ends, before line ends and comments. */
export function ended(source: YAMLMap | YAMLSeq, span: Span): Span {
  return source.flow === true ? span : { start: span.start, end: endOf(source) ?? span.end };
}

function endOf(source: YamlNode | null): number | undefined {
  if ((!isMap(source) && !isSeq(source)) || source.flow === true) return source?.range?.[1];
  const last: unknown = source.items.at(-1);
  if (isSeq(source)) return endOf(last as YamlNode | null);
  const pair = last as Pair<YamlNode, YamlNode | null> | undefined;
  return pair === undefined ? undefined : endOf(pair.value ?? pair.key);
}
