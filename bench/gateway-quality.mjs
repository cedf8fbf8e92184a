/**
 * How many questions about the tools of public servers one of the first five tools answers: `retrieve_tools` of mcpgw, plain BM25, and
 * mcpproxy-go where its binary is given. Without it, BM25 over the text that mcpproxy-go indexes stands in.
 */
import { nameOf, plainClient, startGateway, startServers, stop, untilListed } from './gateway-harness.mjs';
import { startMcpproxy } from './mcpproxy.mjs';
import { report } from './measure.mjs';
import { readQuestions, toolsByServer } from './questions.mjs';

const first = 5;

const [k1, b] = [1.2, 0.75];

/** BM25 over one text for each tool; `words` makes the words of a text. */
function bm25(tools, textOf, words) {
  const counts = tools.map(tool => {
    const count = new Map();
    for (const word of words(textOf(tool))) count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  const lengths = counts.map(count => [...count.values()].reduce((sum, each) => sum + each, 0));
  const average = lengths.reduce((sum, each) => sum + each, 0) / tools.length;
  const having = new Map();
  for (const count of counts) for (const word of count.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  const rarity = word => Math.log(1 + (tools.length - having.get(word) + 0.5) / (having.get(word) + 0.5));
  return question => {
    const score = (count, at) =>
      words(question).reduce((sum, word) => {
        const times = count.get(word) ?? 0;
        return times === 0 ? sum : sum + (rarity(word) * times * (k1 + 1)) / (times + k1 * (1 - b + (b * lengths[at]) / average));
      }, 0);
    const scored = counts.map((count, at) => ({ name: tools[at].full, score: score(count, at) })).filter(({ score }) => score > 0);
    return scored.sort((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1)).map(({ name }) => name);
  };
}

/** The English words that Lucene's and bleve's standard analyzers leave out. */
const stopWords = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

const rankings = tools => ({
  'plain BM25 (name, server, description)': bm25(
    tools,
    ({ server, name, description }) => `${server} ${name.replaceAll('_', ' ')} ${description}`,
    text => text.toLowerCase().match(/[a-z0-9]+/g) ?? [],
  ),
  'stands in for mcpproxy-go: BM25 over the text that it indexes': bm25(
    tools,
    ({ full, name, description, inputSchema }) => `${name} ${full} ${description} ${JSON.stringify(inputSchema)}`,
    text => (text.toLowerCase().match(/[a-z0-9_]+/g) ?? []).filter(word => !stopWords.has(word)),
  ),
});

/** How many of the questions are answered by the first five of `search`. */
async function answered(questions, search) {
  let count = 0;
  for (const { text, answers } of questions) if ((await search(text)).slice(0, first).some(name => answers.includes(name))) count++;
  return count;
}

const namesIn = text => JSON.parse(text).tools.map(({ name }) => name);

export async function quality() {
  const servers = toolsByServer();
  const names = Object.keys(servers);
  const { child, live } = await startServers('questions');
  const gateway = await startGateway(live, {}, { names });
  const tools = names.flatMap(server => servers[server].map(tool => ({ ...tool, server, full: `${server}:${tool.name}` })));
  const listed = (await untilListed(gateway, tools.length)).names;
  const byClientName = new Map(tools.map(({ server, name, full }) => [nameOf(listed, server, name), full]));
  if (byClientName.size !== tools.length) throw new Error('two tools have one name for clients');
  const client = await plainClient(gateway.port);
  const ask = name => async query =>
    namesIn(await client.textOf({ name, arguments: { query, limit: first } })).map(found => byClientName.get(found) ?? found);
  const searches = { 'mcpgw, retrieve_tools': ask('retrieve_tools') };
  const proxy = await startMcpproxy(Object.fromEntries(names.map((name, index) => [name, live[index]])), tools.length);
  if (proxy) searches['mcpproxy-go, retrieve_tools'] = query => proxy.search(query, first);
  for (const [name, rank] of Object.entries(rankings(tools)))
    if (!proxy || !name.startsWith('stands in')) searches[name] = async query => rank(query);
  for (const [what, file] of [
    ['questions', 'questions.txt'],
    ['questions that nothing was tuned with', 'held-out.txt'],
  ]) {
    const questions = readQuestions(file);
    console.log(`${questions.length} ${what}, ${tools.length} tools of ${names.length} servers; answered by one of the first ${first}:`);
    for (const [name, search] of Object.entries(searches)) {
      const share = (await answered(questions, search)) / questions.length;
      const isOurs = name.startsWith('mcpgw') && file === 'questions.txt';
      report(`    ${name}`, `${(100 * share).toFixed(0)} %`, isOurs ? 'at least 90 %' : '', isOurs ? share >= 0.9 : undefined);
    }
  }
  await client.close();
  await Promise.all([stop(gateway.child), proxy && stop(proxy.child), stop(child)]);
}
