/** CompletionNames of servers and tools for completion: of a running gateway, else of the configuration and what is on record. */
import { Approvals } from '@mcpgw/approvals';
import { builtinNames } from '@mcpgw/gateway';
import { safeText } from '@mcpgw/loader';
import { identityOf, Names } from '@mcpgw/names';
import { usualConfig } from '../config-file.js';
import { placesHere } from '../connect/run.js';
import { CliError } from '../errors.js';
import { findGateway, stateOf } from '../gateway/running.js';
import { loadConfig } from '../serve/load.js';
import { openStore } from '../store.js';
import type { Candidate, CompletionNames } from './candidates.js';

const quickMs = 800;

interface Known {
  readonly servers: readonly string[];
  readonly tools: readonly Candidate[];
}

/** A name that a terminal shows as it is. Others cannot be typed. */
const isTypable = (name: string): boolean => safeText(name) === name && !/\s/.test(name);

/** The value of a flag in the words before the cursor. */
function flagIn(words: readonly string[], ...flags: readonly string[]): string | undefined {
  const at = words.findIndex(word => flags.includes(word));
  const joined = words.find(word => flags.some(flag => word.startsWith(`${flag}=`)));
  return at >= 0 ? words[at + 1] : joined?.slice(joined.indexOf('=') + 1);
}

async function ofRecord(file: string): Promise<Known> {
  const { config, env } = await loadConfig(file, { envFile: [], allowUnsupported: [], page: true, watch: false });
  if (config === undefined) return { servers: [], tools: [] };
  const servers = config.servers.map(({ name }) => name);
  const naming = new Names(servers, config.naming, builtinNames);
  const store = await openStore(config.store, env, { writes: false });
  const approvals = new Approvals(store);
  try {
    await Promise.all(servers.map(server => approvals.load(server)));
    const tools = servers.flatMap(server =>
      approvals.records(server).map(({ toolName: tool }) => {
        const also = identityOf({ server, tool });
        return { value: naming.of(server, tool) ?? also, also, about: '' };
      }),
    );
    return { servers, tools };
  } finally {
    approvals.close();
    await store.close();
  }
}

async function known(words: readonly string[]): Promise<Known> {
  const [config, url, key] = [flagIn(words, '-c', '--config'), flagIn(words, '--url'), flagIn(words, '--key')];
  const flags = { gateway: !words.includes('--no-gateway'), ...(config && { config }), ...(url && { url }), ...(url && key && { key }) };
  const gateway = await findGateway(flags, process.env);
  if (gateway !== undefined) {
    const state = await stateOf(gateway, quickMs);
    const tools = state?.tools.map(tool => ({
      value: tool.name,
      also: identityOf(tool),
      about: tool.status?.replaceAll('_', ' ') ?? '',
    }));
    return { servers: state?.servers.map(({ name }) => name) ?? [], tools: tools ?? [] };
  }
  const file = config ?? usualConfig();
  return file === undefined ? { servers: [], tools: [] } : ofRecord(file);
}

/** CompletionNames for the words before the cursor. What cannot be found out in time, or at all, has no names. */
export function namesFor(words: readonly string[]): CompletionNames {
  let asked: Promise<Known> | undefined;
  const ask = () => {
    const none: Known = { servers: [], tools: [] };
    const late = new Promise<Known>(resolve => setTimeout(() => resolve(none), quickMs));
    asked ??= Promise.race([late, known(words)]).catch(error => {
      if (error instanceof CliError || (error as NodeJS.ErrnoException).code !== undefined) return none;
      throw error;
    });
    return asked;
  };
  return {
    servers: async () => (await ask()).servers.filter(isTypable),
    tools: async () => (await ask()).tools.filter(({ value }) => isTypable(value)),
    clients: () => placesHere().map(({ id, title }) => ({ value: id, about: title })),
  };
}
