/** A command that does not read its input: what waits for it is bounded, and said. */
import { CommandTransport } from '../src/connect/stdio-transport.js';
import { AttemptTrace } from '../src/failures/trace.js';

it('gets no further request once 16 MiB wait for it', async () => {
  const gate = { sent: () => {} } as never;
  const command = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] } as never;
  const transport = new CommandTransport(command, new AttemptTrace('tools/list'), { gate, maxBytes: 1 << 20 });
  await transport.start();
  const request = (size: number) => transport.send({ jsonrpc: '2.0', id: 1, method: 'x', params: { pad: 'x'.repeat(size) } });
  const waiting = request(17 << 20);
  await expect(request(1)).rejects.toMatchObject({
    signal: {
      code: 'stdin-full',
      layer: 'process',
      text: expect.stringMatching(/^the command does not read its input: 178\d{5} bytes wait for it$/),
    },
  });
  await transport.end(false);
  await waiting;
});
