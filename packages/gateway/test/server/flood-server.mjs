/**
 * A server that sends what nobody asked for, by the thousand. Tools: `flood` sends the messages of its argument `counts` (kind to
 * number) and answers when all are written; `tally` gives what came back; `ping` answers. FLOOD_LISTS names a file that grows by a
 * letter for each list that is read. Argument: stdio, streamable-http or sse; those over HTTP print their port.
 */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [transport] = process.argv.slice(2);
const tally = { results: 0, errors: 0 };
const notification = (method, params) => ({ method, ...(params && { params }) });
const request = (method, params) => ({ id: `asked-${++lastId}`, method, ...(params && { params }) });
let lastId = 0;
let generation = 0;

const messages = {
  tools: () => notification('notifications/tools/list_changed'),
  prompts: () => notification('notifications/prompts/list_changed'),
  resources: () => notification('notifications/resources/list_changed'),
  updated: () => notification('notifications/resources/updated', { uri: 'test://one' }),
  others: number => notification('notifications/resources/updated', { uri: `test://${number}` }),
  log: number => notification('notifications/message', { level: 'warning', data: `line ${number}` }),
  progress: number => notification('notifications/progress', { progressToken: `nobody-${number}`, progress: number }),
  cancelled: number => notification('notifications/cancelled', { requestId: `nobody-${number}` }),
  unknown: () => notification('notifications/nonsense', { a: 1 }),
  answers: () => ({ id: 0, result: {} }),
  refusals: () => ({ id: 0, error: { code: -32000, message: 'unasked' } }),
  pings: () => request('ping'),
  samples: () => request('sampling/createMessage', { messages: [], maxTokens: 1 }),
  elicits: () => request('elicitation/create', { message: 'which', requestedSchema: { type: 'object', properties: {} } }),
  roots: () => request('roots/list'),
};

const tool = name => ({ name, inputSchema: { type: 'object' } });
const list = items => {
  appendFileSync(process.env.FLOOD_LISTS, 'x');
  return items;
};
const text = value => ({ content: [{ type: 'text', text: value }] });

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      logging: {},
    },
    serverInfo: { name: 'flood', version: '1' },
  }),
  'tools/list': () => list({ tools: [...['flood', 'tally', 'ping'].map(tool), tool(`generation_${generation}`)] }),
  'prompts/list': () => list({ prompts: [] }),
  'resources/list': () => list({ resources: [] }),
  ping: () => ({}),
  'tools/call': async ({ name, arguments: args }, say) => {
    if (name === 'flood') {
      for (const [kind, count] of Object.entries(args.counts))
        for (let number = 0; number < count; number++) {
          if (kind === 'tools') generation++;
          await say(messages[kind](number));
        }
    }
    return text(name === 'tally' ? JSON.stringify({ ...tally, generation }) : 'done');
  },
};

/** Takes a message of the client; `say` sends one of the server's own. */
async function take(message, say, answer) {
  if ('method' in message && 'id' in message) {
    const given = answers[message.method];
    const rest = given ? { result: await given(message.params ?? {}, say) } : { error: { code: -32601, message: 'no such method' } };
    await answer({ id: message.id, ...rest });
  } else if ('result' in message) tally.results++;
  else if ('error' in message) tally.errors++;
}

const line = message => JSON.stringify({ jsonrpc: '2.0', ...message });
const write = (stream, text) => (stream.write(text) ? undefined : new Promise(resolve => stream.once('drain', resolve)));
const event = (stream, message, type = 'message') => write(stream, `event: ${type}\ndata: ${message}\n\n`);

function stdio() {
  const say = message => write(process.stdout, `${line(message)}\n`);
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', chunk => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const each of lines) if (each !== '') void take(JSON.parse(each), say, say);
  });
  process.stdin.on('end', () => process.exit());
}

async function bodyOf(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** The stream of each client for what belongs to no request. */
const streams = new Map();
let sessions = 0;

/** Says on a client's stream, once there is one. */
const sayTo = session => async message => {
  while (!streams.has(session)) await new Promise(resolve => setTimeout(resolve, 10));
  await event(streams.get(session), line(message));
};

async function streamable(incoming, response) {
  const session = incoming.headers['mcp-session-id'];
  if (incoming.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    streams.set(session, response);
    return;
  }
  if (incoming.method !== 'POST') return void response.writeHead(200).end();
  const message = await bodyOf(incoming);
  if (!('method' in message && 'id' in message)) {
    await take(message);
    return void response.writeHead(202).end();
  }
  const headers = { 'content-type': 'application/json', 'mcp-session-id': session ?? `session-${++sessions}` };
  await take(message, sayTo(session), answer => void response.writeHead(200, headers).end(line(answer)));
}

async function sse(incoming, response) {
  const url = new URL(incoming.url, 'http://localhost');
  if (incoming.method === 'GET') {
    const session = `session-${++sessions}`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    streams.set(session, response);
    await event(response, `/messages?session=${session}`, 'endpoint');
    return;
  }
  const say = sayTo(url.searchParams.get('session'));
  const message = await bodyOf(incoming);
  response.writeHead(202).end();
  await take(message, say, say);
}

if (transport === 'stdio') stdio();
else {
  const server = createServer(
    { keepAliveTimeout: 600_000 },
    (incoming, response) => void (transport === 'sse' ? sse : streamable)(incoming, response),
  );
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  process.stdin.on('end', () => process.exit()).resume();
}
