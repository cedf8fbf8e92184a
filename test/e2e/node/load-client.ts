/**
 * load-client.mjs URL SESSIONS CALL_MS PAUSE_MS REPEATS: sessions of the SDK, each of which calls again after every answer, until it is ended
 * by TERM. It runs in the network of a node, so that nothing but the Service lies between it and the gateways. Prints `ready`, and each call
 * as a line of JSON, `LoadedCall`. A call that was refused because the store of sessions did not answer in time is made again, up to REPEATS
 * times, after the second that `Retry-After` names.
 */
import { type Caller, callerV1 } from '../../soak/callers.js';
import type { Answered } from '../../soak/tally.js';
import type { LoadedCall } from './load.js';

const [url = '', sessions, callMs, pauseMs, repeats] = process.argv.slice(2);
const callers: Caller[] = [];
for (let index = 0; index < Number(sessions); index++) callers.push(await callerV1(new URL(url)));
console.log('ready');

let last = 0;
let over = false;
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));

const retryAfterMs = 1000;
const isRefused = (answered: Answered) => JSON.stringify(answered).includes('session_store_unavailable');

const running = callers.map(async (caller, session) => {
  await pause(Math.random() * Number(pauseMs));
  while (!over) {
    const nonce = `n${++last}`;
    const begin = Date.now();
    const call = () => caller.call('up__echo', { nonce, ms: Number(callMs) });
    let answered = await call();
    for (let again = 0; again < Number(repeats) && isRefused(answered); again++) {
      await pause(retryAfterMs);
      answered = await call();
    }
    console.log(JSON.stringify({ session, begin, end: Date.now(), expected: `up ${nonce}`, answered } satisfies LoadedCall));
    await pause(Number(pauseMs));
  }
});

process.once('SIGTERM', async () => {
  over = true;
  await Promise.all(running);
  await Promise.all(callers.map(caller => caller.close()));
  process.exit(0);
});
