import fc from 'fast-check';
import { calledTool } from './called-tool.js';
import { precheck } from './precheck.js';
import { runCall } from './run-call.js';

const throughCallTool = (name: unknown) => ({ name: 'call_tool', arguments: { name } });

test.each([
  ['a tool by its own name', { name: 's__t' }, 's__t'],
  ['a tool through call_tool', throughCallTool('s__t'), 's__t'],
  ['call_tool without a name', { name: 'call_tool', arguments: {} }, 'call_tool'],
  ['call_tool with a name of spaces', throughCallTool(' \t'), 'call_tool'],
  ['call_tool with a name that shows nothing', throughCallTool('\u200b\u2060'), 'call_tool'],
  ['call_tool with a number as name', throughCallTool(7), 'call_tool'],
  ['no name', {}, undefined],
  ['a name that shows nothing', { name: '\u200b' }, undefined],
  ['no params', undefined, undefined],
])('%s', (_name, params, tool) => {
  expect(calledTool(params)).toBe(tool);
});

/** Names of any characters, and many of those that show nothing. */
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({
    unit: fc.constantFrom(' ', '\t', '\u0000', '\u00a0', '\u00ad', '\u200b', '\u2060', '\u3164', '\ufe0f', '\ufeff', 'a'),
    maxLength: 4,
  }),
);

test('a tools/call that precheck accepts never fails because a step is out of order (mode `context`)', async () => {
  const params = fc.record({ name: fc.oneof(fc.constant('call_tool'), name), arguments: fc.record({ name }, { requiredKeys: [] }) });
  const id = fc.oneof(fc.integer(), name);
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(id, params, async (requestId, given) => {
      const checked = precheck(JSON.stringify({ jsonrpc: '2.0', id: requestId, method: 'tools/call', params: given }));
      if (checked.violation) return;
      accepted++;
      const call = { requestId, method: 'tools/call', tool: calledTool(given) ?? given.name };
      const { failure, toolName } = await runCall(call, async () => ({ content: [] }));
      expect([failure, toolName]).toEqual([undefined, call.tool.trim()]);
    }),
    { numRuns: 2000 },
  );
  expect(accepted).toBeGreaterThan(500);
});
