import type { Finding, Sources } from '@mcpgw/diagnostics';
import { parseEnvFile } from '@mcpgw/mcp-config';
import { decodeFile, type Env } from '@mcpgw/structure';
import { readBytes } from '../read-file.js';

/** The variables of env files (the last file wins), and the errors in their lines. @throws CliError if one cannot be read */
export function readEnvFiles(files: readonly string[], sources: Sources): { readonly env: Env; readonly findings: readonly Finding[] } {
  const env: Record<string, string | undefined> = Object.create(null);
  const findings = files.flatMap(file => {
    const decoded = decodeFile(readBytes(file, file), file);
    sources.add(file, decoded.text);
    const read = parseEnvFile(decoded.text, file);
    Object.assign(env, read.env);
    return [...decoded.findings, ...read.findings];
  });
  return { env, findings };
}
