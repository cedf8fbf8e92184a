/** Builds the gateway's configuration from the file and the flags: read → check → override. */
import { dirname, resolve } from 'node:path';
import { type Finding, makeReport, type Report, Sources } from '@mcpgw/diagnostics';
import { readServeConfig, type ServeConfig, type ServeFile } from '@mcpgw/mcp-config';
import { decodeFile, type Env } from '@mcpgw/structure';
import { maxNamedBytes, readBytes, readNamedText, readUpTo } from '../read-file.js';
import { storeOf } from '../store.js';
import { apiFindings } from '../validate/api-findings.js';
import { readEnvFiles } from '../validate/env-files.js';
import type { ServeFlags } from './flags.js';

export interface Loaded {
  /** Absent if the configuration is refused. */
  readonly config?: ServeConfig;
  readonly report: Report;
  /** Every file that was read or looked for. */
  readonly files: readonly string[];
  readonly env: Env;
  /** The text of a file that the configuration names, relative to it. */
  readonly readText: (file: string) => Promise<string>;
}

/** Reads `path` relative to `file`; records the path in `seen`. */
function reader(file: string, seen: string[]) {
  return (path: string): ServeFile | undefined => {
    const beside = resolve(dirname(file), path);
    seen.push(beside);
    try {
      return { file: path, text: decodeFile(readUpTo(beside, maxNamedBytes), path).text };
    } catch {
      return undefined;
    }
  };
}

function overridden(config: ServeConfig, flags: ServeFlags): ServeConfig {
  const { listen, logging, page } = config;
  return {
    ...config,
    listen: { host: flags.host ?? listen.host, port: flags.port ?? listen.port },
    logging: { level: flags.logLevel ?? logging.level, format: flags.output ?? logging.format },
    page: { ...page, enabled: page.enabled && flags.page },
    readOnly: config.readOnly || flags.readOnly === true,
    ...(flags.store !== undefined && { store: storeOf(flags.store) }),
  };
}

/** Loads the configuration. @throws CliError if a file that is named on the command line cannot be read */
export async function loadConfig(file: string, flags: ServeFlags): Promise<Loaded> {
  const sources = new Sources();
  const seen = [file, ...flags.envFile];
  const { env: ofFiles, findings: envFindings } = readEnvFiles(flags.envFile, sources);
  const env: Env = Object.assign(Object.create(null), process.env, ofFiles);
  const decoded = decodeFile(readBytes(file, file), file);
  sources.add(file, decoded.text);
  const readText = async (path: string) => {
    const beside = resolve(dirname(file), path);
    if (!seen.includes(beside)) seen.push(beside);
    return readNamedText(beside);
  };
  const fail = (findings: readonly Finding[]): Loaded => ({
    report: makeReport([{ file, kind: 'serve' }], [...findings], sources),
    files: seen,
    env,
    readText,
  });
  if (decoded.findings.length > 0) return fail([...envFindings, ...decoded.findings]);
  const { allowUnsupported = [] } = flags;
  const read = readServeConfig(decoded.text, { file, env, allowUnsupported, readFile: reader(file, seen) });
  for (const part of read.files) sources.add(part.file, part.text);
  const findings = [...envFindings, ...read.findings];
  findings.push(...(await apiFindings(decoded.text, { file, env, readText, known: findings })));
  const config = read.config && overridden(read.config, flags);
  const loaded = fail(findings);
  return config === undefined || findings.some(({ severity }) => severity === 'error') ? loaded : { ...loaded, config };
}
