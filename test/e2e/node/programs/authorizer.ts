/**
 * An authorization service in a pod, over HTTP on port 9100 and over gRPC on port 9101. The file /tmp/answer says how it answers from now
 * on: `allow 0`, or `deny` and the milliseconds that it takes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Check, grpcAuthorizer } from '../../../helpers/authorizer.js';

async function decision(): Promise<Check> {
  const [kind, ms] = existsSync('/tmp/answer') ? readFileSync('/tmp/answer', 'utf8').trim().split(' ') : [];
  await new Promise(resolve => setTimeout(resolve, Number(ms ?? 0)));
  return { kind: kind === 'deny' ? 'deny' : 'allow' };
}

createServer(async (_, answer) => {
  const { kind } = await decision();
  answer.writeHead(kind === 'deny' ? 403 : 200).end();
}).listen(9100);
await grpcAuthorizer(decision, { port: 9101, host: '0.0.0.0' });
process.on('SIGTERM', () => process.exit(0));
