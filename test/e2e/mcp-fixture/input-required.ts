/** Tools of 2026-07-28 that ask for input by their result instead of by a request. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ProtocolError, type ServerContext } from '@modelcontextprotocol/server';

type Json = Record<string, unknown>;

export interface ModernTool {
  readonly description: string;
  readonly inputSchema: Json & { type: 'object' };
  readonly answer: (args: Json, context: ServerContext) => Json;
}

const none = { type: 'object', properties: {} } as const;
const said = (text: string) => ({ content: [{ type: 'text', text }] });

function ask(message: string, field: string, type = 'string'): Json {
  const requestedSchema = { type: 'object', properties: { [field]: { type } }, required: [field] };
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

function sample(text: string, maxTokens: number): Json {
  return { method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens } };
}

const roots = { method: 'roots/list', params: {} };

/** State that the client carries: signed, so that a changed one is refused. */
const key = 'fixture';
const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
const mint = (text: string) => `${text}.${sign(text)}`;

function stateOf({ mcpReq }: ServerContext): string | undefined {
  const state = mcpReq.requestState<string>();
  if (state === undefined) return undefined;
  const dot = String(state).lastIndexOf('.');
  const [text, signature] = [String(state).slice(0, dot), Buffer.from(String(state).slice(dot + 1))];
  const wanted = Buffer.from(sign(text));
  if (signature.length !== wanted.length || !timingSafeEqual(signature, wanted))
    throw new ProtocolError(-32602, 'requestState was changed');
  return text;
}

function needs(inputRequests: Json, state?: string): Json {
  return { resultType: 'input_required', inputRequests, ...(state !== undefined && { requestState: mint(state) }) };
}

function given({ mcpReq }: ServerContext, name: string): Json | undefined {
  const responses = mcpReq.inputResponses;
  const value = responses !== undefined && Object.hasOwn(responses, name) ? responses[name] : undefined;
  return typeof value === 'object' && value !== null ? (value as Json) : undefined;
}

/** What the user filled into `field`; undefined where it was not asked, refused, or is no text. */
function filled(context: ServerContext, name: string, field: string): string | undefined {
  const content = given(context, name)?.content as Json | undefined;
  const value = content?.[field];
  return typeof value === 'string' ? value : undefined;
}

function capabilitiesOf({ mcpReq }: ServerContext): Json {
  const envelope = (mcpReq.envelope ?? {}) as Json;
  return (envelope['io.modelcontextprotocol/clientCapabilities'] ?? {}) as Json;
}

type Answer = ModernTool['answer'];

const greet: Answer = (_args, context) => {
  const name = filled(context, 'user_name', 'name');
  return name === undefined ? needs({ user_name: ask('What is your name?', 'name') }) : said(`Hello, ${name}!`);
};

const capital: Answer = (_args, context) => {
  const answer = given(context, 'capital_question')?.content as { text?: string } | undefined;
  return answer ? said(`The model says: ${answer.text}`) : needs({ capital_question: sample('What is the capital of France?', 100) });
};

const listRoots: Answer = (_args, context) => {
  const answer = given(context, 'client_roots');
  return answer ? said(`Roots: ${JSON.stringify(answer.roots)}`) : needs({ client_roots: roots });
};

const requestState: Answer = (_args, context) => {
  const state = stateOf(context);
  return given(context, 'confirm') && state === 'asked'
    ? said('state-ok')
    : needs({ confirm: ask('Please confirm', 'ok', 'boolean') }, 'asked');
};

const multiple: Answer = (_args, context) => {
  const state = stateOf(context);
  const all = ['user_name', 'greeting', 'client_roots'].every(name => given(context, name));
  const asked = { user_name: ask('What is your name?', 'name'), greeting: sample('Generate a greeting', 50), client_roots: roots };
  return all && state === 'asked' ? said('all three came') : needs(asked, 'asked');
};

const multiRound: Answer = (_args, context) => {
  const state = stateOf(context);
  if (state === 'two' && given(context, 'step2')) return said('three rounds are over');
  if (state === 'one' && given(context, 'step1')) return needs({ step2: ask('Step 2: What is your favorite color?', 'color') }, 'two');
  return needs({ step1: ask('Step 1: What is your name?', 'name') }, 'one');
};

const byCapability: Answer = (_args, context) => {
  const capabilities = capabilitiesOf(context);
  const requests = {
    ...(capabilities.sampling !== undefined && { capital_question: sample('What is the capital of France?', 100) }),
    ...(capabilities.elicitation !== undefined && { user_name: ask('What is your name?', 'name') }),
  };
  return Object.keys(requests).length === 0 || context.mcpReq.inputResponses ? said('nothing to ask') : needs(requests);
};

const missingCapability: Answer = (_args, context) => {
  if (capabilitiesOf(context).sampling === undefined)
    throw new ProtocolError(-32021, 'Missing required client capability', { requiredCapabilities: { sampling: {} } });
  return said('the client can sample');
};

const tool = (description: string, answer: Answer): ModernTool => ({ description, inputSchema: none, answer });

const headersSchema = {
  type: 'object' as const,
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, priority: { type: 'integer', 'x-mcp-header': 'Priority' } },
};

export const inputRequiredTools: Readonly<Record<string, ModernTool>> = {
  test_input_required_result_elicitation: tool('Asks for a name', greet),
  test_input_required_result_sampling: tool('Asks the model', capital),
  test_input_required_result_list_roots: tool('Asks for roots', listRoots),
  test_input_required_result_request_state: tool('Has the client carry state', requestState),
  test_input_required_result_multiple_inputs: tool('Asks three things at once', multiple),
  test_input_required_result_multi_round: tool('Asks twice', multiRound),
  test_input_required_result_tampered_state: tool('Has the client carry signed state', requestState),
  test_input_required_result_capabilities: tool('Asks what the client can', byCapability),
  test_missing_capability: tool('Needs a client that can sample', missingCapability),
  test_streaming_elicitation: tool('Asks for a name, in its result', greet),
  test_logging_tool: tool('Says nothing besides its result', () => said('not logged')),
  test_custom_headers: { description: 'Has arguments in headers', inputSchema: headersSchema, answer: args => said(JSON.stringify(args)) },
};

/** Prompts that ask first. */
export const inputRequiredPrompts: Readonly<Record<string, (context: ServerContext) => Json>> = {
  test_input_required_result_prompt: context => {
    const wanted = filled(context, 'user_context', 'context');
    if (wanted === undefined) return needs({ user_context: ask('What context should the prompt use?', 'context') });
    return { messages: [{ role: 'user', content: { type: 'text', text: `Context: ${wanted}` } }] };
  },
};
