/** What the official conformance suite wants a server to offer, under the names that it wants. Facts only; both eras serve it. */
import { png, wav } from './media.js';

type Json = Record<string, unknown>;

const none = { type: 'object', properties: {} } as const;
const one = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] }) as const;
const text = (value: string) => ({ type: 'text', text: value }) as const;
const image = { type: 'image', data: png, mimeType: 'image/png' } as const;

/** What a tool can do besides answering; an era that has no such thing throws. */
export interface Doing {
  readonly progressToken: string | number | undefined;
  readonly progress: (progress: number, total: number) => Promise<void>;
  readonly log: (data: string) => Promise<void>;
  readonly elicit: (params: Json) => Promise<Json>;
  readonly sample: (params: Json) => Promise<Json>;
  /** Ends the stream of the answer; the client fetches the rest by itself. */
  readonly closeStream: () => void;
}

export interface FixtureTool {
  readonly description: string;
  readonly inputSchema: Json & { type: 'object' };
  readonly run: (args: Json, doing: Doing) => Promise<Json> | Json;
}

const pause = () => new Promise(resolve => setTimeout(resolve, 50));

const enums = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      oneOf: [
        { const: 'value1', title: 'First Option' },
        { const: 'value2', title: 'Second Option' },
        { const: 'value3', title: 'Third Option' },
      ],
    },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: {
      type: 'array',
      items: {
        anyOf: [
          { const: 'value1', title: 'First Choice' },
          { const: 'value2', title: 'Second Choice' },
          { const: 'value3', title: 'Third Choice' },
        ],
      },
    },
  },
};

const defaults = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const person = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
};

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

async function elicited(doing: Doing, requestedSchema: Json): Promise<Json> {
  const { action, content } = await doing.elicit({ mode: 'form', message: 'Please fill this in', requestedSchema });
  return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)] };
}

/** Tools of all revisions; those that ask the client while they run are for revisions that have sessions. */
export const tools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: {
    description: 'Returns text',
    inputSchema: none,
    run: () => ({ content: [text('This is a simple text response for testing.')] }),
  },
  test_image_content: { description: 'Returns an image', inputSchema: none, run: () => ({ content: [image] }) },
  test_audio_content: {
    description: 'Returns sound',
    inputSchema: none,
    run: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  },
  test_embedded_resource: {
    description: 'Returns a resource',
    inputSchema: none,
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    description: 'Returns text, an image and a resource',
    inputSchema: none,
    run: () => ({
      content: [
        text('Multiple content types test:'),
        image,
        {
          type: 'resource',
          resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' },
        },
      ],
    }),
  },
  test_error_handling: {
    description: 'Fails',
    inputSchema: none,
    run: () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  },
  test_tool_with_progress: {
    description: 'Reports progress',
    inputSchema: none,
    run: async (_args, { progressToken, progress }) => {
      for (const step of [0, 50, 100]) {
        if (progressToken !== undefined) await progress(step, 100);
        await pause();
      }
      return { content: [text(String(progressToken))] };
    },
  },
  json_schema_2020_12_tool: {
    description: 'Has a schema with every keyword',
    inputSchema: schema2020,
    run: args => ({ content: [text(JSON.stringify(args))] }),
  },
};

export const sessionTools: Readonly<Record<string, FixtureTool>> = {
  test_tool_with_logging: {
    description: 'Logs',
    inputSchema: none,
    run: async (_args, { log }) => {
      for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await log(line);
        await pause();
      }
      return { content: [text('logged')] };
    },
  },
  test_sampling: {
    description: 'Asks the model of the client',
    inputSchema: one('prompt'),
    run: async ({ prompt }, { sample }) => {
      const messages = [{ role: 'user', content: text(String(prompt)) }];
      const { content } = await sample({ messages, maxTokens: 100 });
      return { content: [text(`LLM response: ${(content as { text?: string }).text}`)] };
    },
  },
  test_elicitation: {
    description: 'Asks the user of the client',
    inputSchema: one('message'),
    run: async ({ message }, { elicit }) => {
      const { action, content } = await elicit({ mode: 'form', message: String(message), requestedSchema: person });
      return { content: [text(`User response: action=${action}, content=${JSON.stringify(content ?? {})}`)] };
    },
  },
  test_elicitation_sep1034_defaults: {
    description: 'Asks with defaults',
    inputSchema: none,
    run: (_args, doing) => elicited(doing, defaults),
  },
  test_elicitation_sep1330_enums: { description: 'Asks with choices', inputSchema: none, run: (_args, doing) => elicited(doing, enums) },
  test_reconnection: {
    description: 'Ends the stream before the answer',
    inputSchema: none,
    run: async (_args, { closeStream }) => {
      closeStream();
      await pause();
      return { content: [text('Reconnection test completed successfully')] };
    },
  },
};

export const resources = [
  { uri: 'test://static-text', name: 'static-text', description: 'Text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', description: 'An image', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', description: 'Changes', mimeType: 'text/plain' },
  { uri: 'test://example-resource', name: 'example-resource', description: 'For prompts', mimeType: 'text/plain' },
];

export const resourceTemplates = [
  { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'By id', mimeType: 'application/json' },
];

const texts: Readonly<Record<string, string>> = {
  'test://static-text': 'This is the content of the static text resource.',
  'test://watched-resource': 'Watched resource content',
  'test://example-resource': 'Example resource content',
};

/** The contents at `uri`; undefined where there is no such resource. */
export function read(uri: string): Json | undefined {
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: png }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text: data }] };
  }
  const found = Object.hasOwn(texts, uri) ? texts[uri] : undefined;
  return found === undefined ? undefined : { contents: [{ uri, mimeType: 'text/plain', text: found }] };
}

interface FixturePrompt {
  readonly description: string;
  readonly arguments?: readonly { name: string; description: string; required: boolean }[];
  readonly messages: (args: Readonly<Record<string, string>>) => Json[];
}

const argument = (name: string) => ({ name, description: `The ${name}`, required: true });
const said = (content: Json) => ({ role: 'user', content });

export const prompts: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { description: 'Simple', messages: () => [said(text('This is a simple prompt for testing.'))] },
  test_prompt_with_arguments: {
    description: 'With arguments',
    arguments: [argument('arg1'), argument('arg2')],
    messages: ({ arg1, arg2 }) => [said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    description: 'With a resource',
    arguments: [argument('resourceUri')],
    messages: ({ resourceUri }) => [
      said({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } }),
      said(text('Please process the embedded resource above.')),
    ],
  },
  test_prompt_with_image: { description: 'With an image', messages: () => [said(image), said(text('Please analyze the image above.'))] },
};
