/** The record of activity of a gateway for commands of admins (`/admin/activity`): its lines, read as the gateway's own store gives them. */
import { type ActivityReader, CursorError, type CursorLine } from '@mcpgw/activity';
import { AskError, askGateway, type GatewayAddress } from './ask.js';

/** The path of the record. `?before=CURSOR` gives lines before a place, newest first; `?after=POSITION` those after one, oldest first. */
export const activityPath = '/admin/activity';

/** Most lines of one answer, and characters after which it ends. */
const most = { lines: 500, characters: 4 * 1024 * 1024 };

/** Why there are no lines: nothing is recorded, the place is none that was given, or the store cannot be read. */
interface NoLines {
  readonly problem: 'off' | 'place' | 'store';
  readonly message: string;
}

/** Lines before a cursor. */
interface OlderLines {
  readonly lines: readonly CursorLine[];
  readonly hasMore: boolean;
}

/** Lines after a position. */
interface NewerLines {
  readonly lines: readonly string[];
  readonly position: string;
}

async function olderLines(store: ActivityReader, cursor: string | undefined): Promise<OlderLines> {
  const lines: CursorLine[] = [];
  let size = 0;
  for await (const line of store.older(cursor)) {
    if (lines.length >= most.lines || size >= most.characters) return { lines, hasMore: true };
    lines.push(line);
    size += line.line.length;
  }
  return { lines, hasMore: false };
}

/** The answer at `activityPath`. A store that cannot be read is part of the answer, and no error. */
export async function activityAnswer(
  store: ActivityReader | undefined,
  query: URLSearchParams,
): Promise<OlderLines | NewerLines | NoLines> {
  if (store === undefined) return { problem: 'off', message: 'nothing is recorded: activity.enabled is false' };
  const after = query.get('after');
  try {
    return after === null
      ? await olderLines(store, query.get('before') || undefined)
      : await store.newer(after === '' ? undefined : after, most.lines);
  } catch (error) {
    const { message } = error as Error;
    return { problem: error instanceof CursorError ? 'place' : 'store', message };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isCursorLine = (value: unknown): value is CursorLine =>
  isObject(value) && typeof value.line === 'string' && typeof value.cursor === 'string' && value.cursor !== '';

const isText = (value: unknown): value is string => typeof value === 'string';

function isLines<T>(value: unknown, is: (line: unknown) => line is T): value is { readonly lines: readonly T[] } & Record<string, unknown> {
  return isObject(value) && Array.isArray(value.lines) && value.lines.every(is);
}

/** Asks for lines. @throws AskError, CursorError, or Error with what the gateway says of its store */
async function ask(gateway: GatewayAddress, query: string): Promise<unknown> {
  const answer = await askGateway(gateway, `${activityPath}?${query}`, { timeoutMs: 30_000 });
  if (!isObject(answer) || answer.problem === undefined) return answer;
  if (answer.problem === 'place') throw new CursorError();
  throw new Error(isText(answer.message) ? answer.message : 'the gateway cannot read its record');
}

const unknownAnswer = ({ url }: GatewayAddress): AskError => new AskError('unknown', `${url} answers as another version of mcpgw`);

/** The record of a gateway, to be read. `older` and `newer` throw AskError, and what they throw of a store. */
export function gatewayActivity(gateway: GatewayAddress): ActivityReader {
  return {
    name: gateway.url,
    async *older(cursor) {
      for (let place = cursor ?? ''; ; ) {
        const answer = await ask(gateway, `before=${encodeURIComponent(place)}`);
        if (!isLines(answer, isCursorLine)) throw unknownAnswer(gateway);
        yield* answer.lines;
        const last = answer.lines.at(-1);
        if (answer.hasMore !== true || last === undefined) return;
        place = last.cursor;
      }
    },
    async newer(position, count) {
      const answer = await ask(gateway, `after=${encodeURIComponent(position ?? '')}`);
      if (!isLines(answer, isText) || !isText(answer.position)) throw unknownAnswer(gateway);
      if (count === 0 && answer.lines.length > 0) throw unknownAnswer(gateway);
      return { lines: answer.lines, position: answer.position };
    },
    close: async () => {},
  };
}
