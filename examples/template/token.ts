/** Prints a token for the server: `npm run --silent token -- USER SESSION`. It ends after an hour. */
import { createSessionToken } from '@mcpgw/kit';
import { auth } from './settings.js';

const [userId = 'alice', sessionId = 'default'] = process.argv.slice(2);

createSessionToken(auth(), { userId, sessionId }).then(
  token => console.log(token),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
