/** What the body of an HTTP answer says. */

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** What people read of a body: the title of a page, the message of a JSON error, or the text. */
export function answerText(body: string, contentType = ''): string {
  if (/^\s*</.test(body) || contentType.includes('html')) return /<title[^>]{0,200}>([^<]{0,300})/i.exec(body)?.[1]?.trim() ?? '';
  const parsed = parsedJson(body);
  const error = property(parsed, 'error');
  const message = [
    property(error, 'message'),
    property(parsed, 'message'),
    property(parsed, 'detail'),
    property(parsed, 'error_description'),
    error,
  ];
  return String(message.find(text => typeof text === 'string') ?? body);
}

const internalError = -32603;

/** How agentgateway begins every internal error about the server behind it. */
const frame = 'failed to send message: ';

/** The message of a JSON-RPC internal error (-32603), where `body` is one or the message of one that agentgateway writes. */
export function internalErrorText(body: string): string | undefined {
  if (body.startsWith(frame)) return body;
  const error = property(parsedJson(body), 'error');
  const message = property(error, 'message');
  return property(error, 'code') === internalError && typeof message === 'string' ? message : undefined;
}
