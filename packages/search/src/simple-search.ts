/**
 * The ranking said simply, for the tests of `search-index.ts`: BM25 (Robertson and others, 1994; k1 1.2, b 0.75) with maps, every tool
 * scored and all of them sorted. What the index answers has to be the same to the last bit.
 */
import { commonShare, queryWords, synonymWeight } from './search-index.js';
import { synonymsOf } from './synonyms.js';
import { compounds, words } from './words.js';

export interface SimpleTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: { readonly properties?: object | undefined };
}

export interface SimpleServer {
  readonly name: string;
  readonly tools: readonly SimpleTool[];
}

const [k1, b] = [1.2, 0.75];

function termsOf(server: string, { name, title = '', description = '', inputSchema }: SimpleTool): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (found: readonly string[], weight: number) => found.forEach(word => void counts.set(word, (counts.get(word) ?? 0) + weight));
  const nameWords = words(name, 512);
  add(nameWords, 3);
  if (nameWords.length > 1) add([nameWords.join('')], 1);
  add(words(server, 512), 2);
  add([...words(title, 512), ...compounds(title, 512)], 2);
  add([...words(description, 4_000), ...compounds(description, 4_000)], 1);
  for (const argument of Object.keys(inputSchema.properties ?? {}).slice(0, 64)) add(words(argument, 512), 1);
  return counts;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The first 64 words of a server that begin with a word of a query of two characters or more, and its synonyms; else that word alone. */
function standsFor(asked: string, dictionary: readonly string[]): string[] {
  if (asked.length < 2) return dictionary.filter(word => word === asked);
  const longer = dictionary.filter(word => word.startsWith(asked)).slice(0, 64);
  return [...longer, ...synonymsOf(asked).filter(word => !word.startsWith(asked) && dictionary.includes(word))];
}

/** The names and scores of all tools that `query` finds, in their order. */
export function simpleSearch(
  query: string,
  servers: readonly SimpleServer[],
  nameOf: (server: string, tool: string) => string,
): { readonly name: string; readonly score: number }[] {
  const indexed = servers.map(({ name, tools }) => {
    const terms = tools.map(tool => termsOf(name, tool));
    return { terms, dictionary: [...new Set(terms.flatMap(counts => [...counts.keys()]))].sort() };
  });
  const all = indexed.flatMap(({ terms }) => terms);
  const average = sum(all.flatMap(counts => [...counts.values()])) / Math.max(1, all.length);
  const rarity = (count: number) => Math.log(1 + (all.length - count + 0.5) / (count + 0.5));
  const scores = all.map(() => 0);
  const found = queryWords(query).map(asked => {
    const matches = indexed.map(({ dictionary }) => new Set(standsFor(asked, dictionary)));
    const texts = [...new Set(matches.flatMap(each => [...each]))];
    const countOf = (word: string) =>
      sum(indexed.map(({ terms }, at) => (matches[at]!.has(word) ? terms.filter(counts => counts.has(word)).length : 0)));
    return { asked, matches, texts, countOf, total: sum(texts.map(countOf)) };
  });
  const isCommon = ({ total }: { readonly total: number }) => total > all.length * commonShare;
  // Sums are rounded, so their last bits depend on the order of the words.
  for (const { asked, matches, texts, countOf, total } of [...found.filter(word => !isCommon(word)), ...found.filter(isCommon)]) {
    const together = Math.min(all.length, total);
    const hasSynonyms = texts.some(word => !word.startsWith(asked));
    const weightOf = (word: string) => {
      if (!word.startsWith(asked)) return rarity(together) * synonymWeight;
      if (word === asked) return rarity(hasSynonyms ? together : countOf(word));
      return (rarity(together) * 0.4 * asked.length) / word.length;
    };
    const weights = new Map(texts.map(word => [word, weightOf(word)]));
    let number = 0;
    for (const [at, { terms }] of indexed.entries())
      for (const counts of terms) {
        const norm = k1 * (1 - b + (b * sum([...counts.values()])) / average);
        const values = [...matches[at]!].map(word => {
          const weight = counts.get(word) ?? 0;
          return (weights.get(word)! * weight * (k1 + 1)) / (weight + norm);
        });
        scores[number++]! += Math.max(0, ...values);
      }
  }
  return servers
    .flatMap(({ name, tools }) => tools.map(tool => nameOf(name, tool.name)))
    .map((name, number) => ({ name, score: scores[number]! }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1));
}
