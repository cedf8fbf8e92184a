import type { Finding } from '@mcpgw/diagnostics';
import type { Env } from '@mcpgw/structure';

/** Parses an env file: `NAME=value`, `export NAME="value"`, comments. Other lines give findings. */
export function parseEnvFile(text: string, file: string): { readonly env: Env; readonly findings: readonly Finding[] } {
  const env: Record<string, string> = Object.create(null);
  const findings: Finding[] = [];
  let start = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const match = /^(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line);
    if (match !== null) env[match[1]!] = envValue(match[2]!);
    else if (line !== '' && !line.startsWith('#')) {
      const span = { start, end: start + raw.length };
      findings.push({ rule: 'env-file-line', severity: 'error', message: 'this line is not of the form NAME=value', file, span });
    }
    start += raw.length + 1;
  }
  return { env, findings };
}

function envValue(text: string): string {
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, 1);
    if (end > 0) return quote === '"' ? text.slice(1, end).replaceAll('\\n', '\n') : text.slice(1, end);
  }
  return text.replace(/(?<!\s)\s+#.*$/, '');
}
