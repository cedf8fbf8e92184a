import { UpstreamFailure } from '@mcpgw/failures';
import { checkToolResult } from './check-tool-result.js';
import type { SourceTool } from './source.js';

const tool: SourceTool = {
  name: 'count',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
};
const content = [{ type: 'text' as const, text: '{}' }];

function failureOf(run: () => unknown): { mode: string; message: string; data: unknown } {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(UpstreamFailure);
    const { mode, message, data } = error as UpstreamFailure;
    return { mode, message, data };
  }
  throw new Error('did not throw');
}

test('a result that keeps what its tool declares comes back as it is', () => {
  const result = { content, structuredContent: { n: 1 } };
  expect(checkToolResult(tool, result)).toBe(result);
  const { outputSchema: _, ...undeclared } = tool;
  const free = { content, structuredContent: { anything: true } };
  expect(checkToolResult(undeclared, free)).toBe(free);
});

test('an error needs no structured content', () => {
  const result = { content, isError: true };
  expect(checkToolResult(tool, result)).toBe(result);
});

test('a result without structured content is a failure', () => {
  expect(failureOf(() => checkToolResult(tool, { content }))).toEqual({
    mode: 'no_structured_content',
    message: "The result of 'count' lacks the structured content that its output schema declares",
    data: {},
  });
});

test('a result that breaks its schema is a failure, with the reasons', () => {
  expect(failureOf(() => checkToolResult(tool, { content, structuredContent: { n: 'one' } }))).toEqual({
    mode: 'schema_mismatch',
    message: "The result of 'count' breaks its declared output schema: /n: got string, want integer",
    data: { errors: ['/n: got string, want integer'] },
  });
});

test('reasons are few, one line each, and without tokens', () => {
  const properties = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, { const: 1 }]));
  const strict = { ...tool, outputSchema: { type: 'object' as const, properties } };
  const structuredContent = Object.fromEntries(Object.keys(properties).map(key => [key, 'x\n\u001b[31m']));
  expect(failureOf(() => checkToolResult(strict, { content, structuredContent })).data).toEqual({
    errors: ['/p0', '/p1', '/p10', '/p11', '/p12'].map(place => `${place}: value must be 1`),
  });
  const patterned = { ...tool, outputSchema: { type: 'object' as const, properties: { t: { pattern: '^x$' } } } };
  expect(failureOf(() => checkToolResult(patterned, { content, structuredContent: { t: 'ghp_0123456789abcdef' } })).message).toBe(
    "The result of 'count' breaks its declared output schema: /t: '***' does not match pattern '^x$'",
  );
});

test('a schema that cannot be used hides no result: the call fails', () => {
  const hostile = { ...tool, outputSchema: { type: 'object' as const, properties: { t: { pattern: '(?=a)' } } } };
  const { mode, message } = failureOf(() => checkToolResult(hostile, { content, structuredContent: { t: 'a' } }));
  expect(mode).toBe('output_schema_unusable');
  expect(message).toMatch(/^The result of 'count' cannot be checked: its output schema is not usable: /);
});
