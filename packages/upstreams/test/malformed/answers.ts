/**
 * Answers that no server should give, as data: what is sent in place of the answer to a tools/call, and what the client has to
 * be told. To try another one, add a row.
 */

export interface Expected {
  readonly category: 'upstream_failure' | 'transport_failure';
  readonly mode: string;
  /** A part of the message. */
  readonly says: string;
}

export type Row = readonly [name: string, bytes: string, expected: Expected];

const upstream = (says: string, mode = 'invalid_response'): Expected => ({ category: 'upstream_failure', mode, says });
const transport = (says: string, mode = 'connection_lost'): Expected => ({ category: 'transport_failure', mode, says });
const noMessage = (why: string) => upstream(`the reply is not a JSON-RPC message: ${why}`);
const broken = (why: string) => upstream(`breaks the protocol: ${why}`);

const whole = (members: string) => `{"jsonrpc":"2.0","id":ID,${members}}`;
const result = (json: string) => whole(`"result":${json}`);
const content = (json: string) => result(`{"content":${json}}`);
const good = '{"content":[{"type":"text","text":"good"}]}';

/** Texts of messages; `ID` stands for the id of the request, `OTHER` for one that nobody has. Sent over every transport. */
export const messages: readonly Row[] = [
  // JSON-RPC
  ['no version', `{"id":ID,"result":${good}}`, noMessage('\'jsonrpc\' must be "2.0"')],
  ['version 1.0', `{"jsonrpc":"1.0","id":ID,"result":${good}}`, noMessage('\'jsonrpc\' must be "2.0"')],
  ['the version as a number', `{"jsonrpc":2.0,"id":ID,"result":${good}}`, noMessage('\'jsonrpc\' must be "2.0"')],
  ['a result null', result('null'), noMessage("'result' must be an object")],
  ['a result that is a text', result('"x"'), noMessage("'result' must be an object")],
  ['a result that is a list', result('[]'), noMessage("'result' must be an object")],
  ['a result that is a number', result('5'), noMessage("'result' must be an object")],
  ['a result that is false', result('false'), noMessage("'result' must be an object")],
  ['a result and an error', whole(`"result":${good},"error":{"code":1,"message":"x"}`), noMessage("it has both 'result' and 'error'")],
  ['a result and an error null', whole(`"result":${good},"error":null`), noMessage("it has both 'result' and 'error'")],
  ['neither a result nor an error', '{"jsonrpc":"2.0","id":ID}', noMessage("it has neither 'method' nor 'result' nor 'error'")],
  ['an error null', whole('"error":null'), noMessage("'error' must be an object")],
  ['an error that is a text', whole('"error":"boom"'), noMessage("'error' must be an object")],
  ['an error without a message', whole('"error":{"code":-32000}'), noMessage("'error' has no message")],
  ['an error without a code', whole('"error":{"message":"x"}'), noMessage("'error' has no code that is an integer")],
  ['an error with a code that is a text', whole('"error":{"code":"E","message":"x"}'), noMessage("'error' has no code that is an integer")],
  ['an error with a fraction as code', whole('"error":{"code":1.5,"message":"x"}'), noMessage("'error' has no code that is an integer")],
  ['an error with a message that is not a text', whole('"error":{"code":1,"message":5}'), noMessage("'error' has no message")],
  ['an unknown member', whole(`"result":${good},"extra":1`), noMessage("unknown member 'extra'")],
  ['__proto__ as a member', whole(`"result":${good},"__proto__":{}`), noMessage("unknown member '__proto__'")],
  ['a method beside the result', whole(`"result":${good},"method":"x"`), noMessage("it has 'method' and an answer")],
  ['another id', `{"jsonrpc":"2.0","id":OTHER,"result":${good}}`, noMessage('it has the id OTHER, ')],
  ['a negative id', `{"jsonrpc":"2.0","id":-1,"result":${good}}`, noMessage('it has the id -1, ')],
  ['a text as id', `{"jsonrpc":"2.0","id":"nobody","result":${good}}`, noMessage('it has the id "nobody", ')],
  ['the id as a text', `{"jsonrpc":"2.0","id":"ID","result":${good}}`, noMessage('it has the id "ID", the request has ID')],
  ['an id null', `{"jsonrpc":"2.0","id":null,"result":${good}}`, noMessage("'id' is missing")],
  ['no id', `{"jsonrpc":"2.0","result":${good}}`, noMessage("'id' is missing")],
  ['an id that is a fraction', `{"jsonrpc":"2.0","id":ID.5,"result":${good}}`, noMessage("'id' must be a string or an integer")],
  ['an id that is an object', `{"jsonrpc":"2.0","id":{},"result":${good}}`, noMessage("'id' must be a string or an integer")],
  ['an id that is a list', `{"jsonrpc":"2.0","id":[ID],"result":${good}}`, noMessage("'id' must be a string or an integer")],
  ['an id that is true', `{"jsonrpc":"2.0","id":true,"result":${good}}`, noMessage("'id' must be a string or an integer")],
  ['an error with the id null', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}', upstream('the server answered with an error that names no request: Parse error')],
  ['a batch', `[${result(good)}]`, noMessage('it is a batch')],
  // JSON
  ['a cut object', whole(`"result":{"content":[{"type":"text","te`).slice(0, -1), upstream('the reply is not valid JSON')],
  ['a cut text', whole(`"result":${good}`).slice(0, -5), upstream('the reply is not valid JSON')],
  ['a trailing comma', `{"jsonrpc":"2.0","id":ID,"result":${good},}`, upstream('the reply is not valid JSON')],
  ['single quotes', `{"jsonrpc":"2.0","id":ID,"result":{'content':[]}}`, upstream('the reply is not valid JSON')],
  ['NaN', content('[NaN]'), upstream('the reply is not valid JSON')],
  ['a leading zero', result('{"content":[],"structuredContent":{"a":01}}'), upstream('the reply is not valid JSON')],
  ['a NUL in a text', content('[{"type":"text","text":"a\u0000b"}]'), upstream('the reply is not valid JSON')],
  ['a NUL behind the message', `${result(good)}\u0000`, upstream('the reply is not valid JSON')],
  ['two messages in one', `${result(good)}${result(good)}`, upstream('the reply is not valid JSON')],
  ['a byte order mark', `\ufeff${result(good)}`, upstream('the reply ')],
  ['bytes that are not UTF-8', content('[{"type":"text","text":"BAD"}]'), upstream('the reply is not UTF-8')],
  ['a member twice', whole(`"result":${good},"result":{"content":[]}`), upstream("the reply has the member 'result' twice in one object")],
  ['a member twice deep inside', result('{"content":[],"structuredContent":{"a":[{"b":1,"b":1}]}}'), upstream("the reply has the member 'b' twice in one object")],
  ['an escaped member twice', content('[{"type":"text","text":"a","t\\u0065xt":"b"}]'), upstream("the reply has the member 'text' twice in one object")],
  ['deep nesting', result(`{"content":[],"structuredContent":{"a":${'['.repeat(2500)}${']'.repeat(2500)}}}`), upstream('the reply is nested more than 2000 levels deep')],
  // the schema of the revision
  ['no content', result('{}'), broken('it has no content')],
  ['content null', content('null'), broken('content must be a list')],
  ['content that is an object', content('{"type":"text","text":"x"}'), broken('content must be a list')],
  ['content that is a text', content('"x"'), broken('content must be a list')],
  ['a block null', content('[null]'), broken('content[0] must be an object')],
  ['a block that is a text', content('["x"]'), broken('content[0] must be an object')],
  ['a block without a type', content('[{}]'), broken('content[0] has no type')],
  ['a block with a type that is not a text', content('[{"type":5}]'), broken('content[0] has no type')],
  ['an unknown type', content('[{"type":"text","text":"a"},{"type":"hologram"}]'), broken("content[1] has the type 'hologram', which revision 2025-11-25 does not have")],
  ['a type of every object', content('[{"type":"constructor"}]'), broken("content[0] has the type 'constructor'")],
  ['text without text', content('[{"type":"text"}]'), broken('content[0].text')],
  ['text null', content('[{"type":"text","text":null}]'), broken('content[0].text')],
  ['text that is an object', content('[{"type":"text","text":{}}]'), broken('content[0].text')],
  ['an image without data', content('[{"type":"image","mimeType":"image/png"}]'), broken('content[0].data')],
  ['an image without a type', content('[{"type":"image","data":"aGk="}]'), broken('content[0].mimeType')],
  ['an image that is not base64', content('[{"type":"image","data":"!!!notbase64","mimeType":"image/png"}]'), broken('content[0].data: Invalid Base64 string')],
  ['audio that is not base64', content('[{"type":"audio","data":"%%","mimeType":"audio/wav"}]'), broken('content[0].data: Invalid Base64 string')],
  ['a resource without contents', content('[{"type":"resource"}]'), broken('content[0].resource')],
  ['a resource with neither text nor blob', content('[{"type":"resource","resource":{"uri":"a:b"}}]'), broken('content[0].resource')],
  ['a blob that is not base64', content('[{"type":"resource","resource":{"uri":"a:b","blob":"@"}}]'), broken('content[0].resource')],
  ['a link without an address', content('[{"type":"resource_link","name":"n"}]'), broken('content[0].uri')],
  ['annotations of no known kind', content('[{"type":"text","text":"a","annotations":{"priority":"high"}}]'), broken('content[0].annotations.priority')],
  ['an audience of nobody', content('[{"type":"text","text":"a","annotations":{"audience":["cats"]}}]'), broken('content[0].annotations.audience')],
  ['isError as a text', result('{"content":[],"isError":"true"}'), broken('isError')],
  ['isError as a number', result('{"content":[],"isError":1}'), broken('isError')],
  ['isError null', result('{"content":[],"isError":null}'), broken('isError')],
  ['structured content that is a text', result('{"content":[],"structuredContent":"str"}'), broken('structuredContent must be an object')],
  ['structured content that is a list', result('{"content":[],"structuredContent":[]}'), broken('structuredContent must be an object')],
  ['structured content null', result('{"content":[],"structuredContent":null}'), broken('structuredContent must be an object')],
  ['structured content that is a long number', result('{"content":[],"structuredContent":12345678901234567890}'), broken('structuredContent must be an object')],
  ['_meta that is a text', result('{"content":[],"_meta":"x"}'), noMessage("'_meta' must be an object")],
  ['a result of 2024-10-07', result('{"toolResult":"x"}'), broken('it has no content')],
  ['a request for input of another revision', result('{"resultType":"input_required","inputRequests":{}}'), broken('it has no content')],
]; // biome-ignore format: one row a line

/** Lines that only a command can print. */
export const lines: readonly Row[] = [
  ['an answer to the request before and none to this one', `{"jsonrpc":"2.0","id":LATE,"result":${good}}`, transport('timed out after 1s', 'timeout')],
  ['text that is not JSON-RPC', 'Processing...', transport('What it sent meanwhile is not an answer: stdout has text that is not JSON-RPC: Processing...', 'timeout')],
  ['a log entry that is JSON with the same id', '{"level":"info","id":ID,"message":"done"}', transport('What it sent meanwhile is not an answer: stdout has text that is not JSON-RPC', 'timeout')],
  ['an answer over two lines', `{"jsonrpc":"2.0","id":ID,\n"result":${good}}`, upstream('the reply is not valid JSON')],
  ['a line that is too long, with its id first', content(`[{"type":"text","text":"${'x'.repeat(300_000)}"}]`), upstream('the command printed a line of more than 200000 bytes', 'response_too_large')],
  ['a line that is too long, with its id last', `{"result":{"content":[{"type":"text","text":"${'x'.repeat(300_000)}"}]},"jsonrpc":"2.0","id":ID}`, upstream('the command printed a line of more than 200000 bytes', 'response_too_large')],
  ['an empty list', '[]', transport('What it sent meanwhile is not an answer: stdout has text that is not JSON-RPC: []', 'timeout')],
  ['nothing', '', transport('timed out after 1s', 'timeout')],
]; // biome-ignore format: one row a line

export interface HttpAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The socket is closed in the middle of the body. */
  readonly cut?: boolean;
  /** The body never ends. */
  readonly open?: boolean;
}

export type HttpRow = readonly [name: string, answer: HttpAnswer, expected: Expected];

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };
const goodMessage = result(good);
const event = (data: string) => `event: message\ndata: ${data}\n\n`;
const timeout = (more = '') => transport(`timed out after 1s. The external service did not respond in time.${more}`, 'timeout');
const ended = (detail = '') => transport(`stream ended before the reply${detail}`);

/** Answers of the streamable HTTP transport as a whole. */
export const httpAnswers: readonly HttpRow[] = [
  ['200 with nothing', { headers: json, body: '' }, upstream('the reply is empty')],
  ['200 with spaces', { headers: json, body: ' \n ' }, upstream('the reply is empty')],
  ['200 without a type', { headers: {}, body: goodMessage }, upstream('the reply is not an MCP response: Unexpected content type: null')],
  ['200 with plain text', { headers: { 'content-type': 'text/plain' }, body: goodMessage }, upstream('Unexpected content type: text/plain')],
  ['200 with HTML', { headers: { 'content-type': 'text/html' }, body: '<html></html>' }, upstream('Unexpected content type: text/html')],
  ['HTML as JSON', { headers: json, body: '<html></html>' }, upstream('the reply is not valid JSON')],
  ['an event stream as JSON', { headers: json, body: event(goodMessage) }, upstream('the reply is not valid JSON')],
  ['JSON as an event stream', { headers: events, body: goodMessage }, ended()],
  ['an empty batch', { headers: json, body: '[]' }, noMessage('it is a batch')],
  ['201 with nothing', { status: 201, headers: json, body: '' }, upstream('the reply is empty')],
  ['202', { status: 202, body: '' }, upstream('the server answered HTTP 202 Accepted to a request')],
  ['202 with the answer', { status: 202, headers: json, body: goodMessage }, upstream('the server answered HTTP 202 Accepted to a request')],
  ['204', { status: 204, body: '' }, upstream('the server answered HTTP 204 No Content to a request')],
  ['205', { status: 205, body: '' }, upstream('the server answered HTTP 205 Reset Content to a request')],
  ['206', { status: 206, headers: json, body: goodMessage }, upstream('the server answered HTTP 206 Partial Content to a request')],
  ['302', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, upstream('HTTP 302', 'http_error')],
  ['400 with an answer', { status: 400, headers: json, body: goodMessage }, upstream('HTTP 400', 'http_error')],
  ['500 with an answer', { status: 500, headers: json, body: goodMessage }, upstream('HTTP 500', 'http_error')],
  ['another charset', { headers: { 'content-type': 'application/json; charset=iso-8859-1' }, body: content('[{"type":"text","text":"\u00e9"}]') }, upstream("JSON in the charset 'iso-8859-1' instead of UTF-8")],
  ['UTF-16', { headers: { 'content-type': 'application/json; charset=utf-16' }, body: 'UTF16' }, upstream('the reply is ')],
  ['a body shorter than announced', { headers: { ...json, 'content-length': '10000' }, body: goodMessage, cut: true }, transport('failed')],
  ['a chunked body that is cut', { headers: json, body: goodMessage, cut: true }, transport('failed')],
  ['a coding that nobody knows', { headers: { ...json, 'content-encoding': 'rot13' }, body: goodMessage }, transport("the body has the content coding 'rot13', which is not known", 'broken_body')],
  ['gzip that is none', { headers: { ...json, 'content-encoding': 'gzip' }, body: goodMessage }, transport('the body is not valid gzip data', 'broken_body')],
  ['br that is none', { headers: { ...json, 'content-encoding': 'br' }, body: goodMessage }, transport('the body is not valid br data', 'broken_body')],
  ['more than is read', { headers: json, body: content(`[{"type":"text","text":"${'x'.repeat(300_000)}"}]`) }, upstream('the response has more than the 200000 bytes that are read', 'response_too_large')],
  ['an event of more than is read', { headers: events, body: event(content(`[{"type":"text","text":"${'x'.repeat(300_000)}"}]`)) }, upstream('the response has more than the 200000 bytes that are read', 'response_too_large')],
  ['an event stream with nothing', { headers: events, body: '' }, ended()],
  ['an event stream of comments', { headers: events, body: ': a\n\n: b\n\n' }, ended()],
  ['an event stream of comments without end', { headers: events, body: ': a\n\n', open: true }, timeout()],
  ['an event without its end', { headers: events, body: `data: ${goodMessage}\n` }, ended(': inside an event')],
  ['an event stream that breaks in an event', { headers: events, body: `data: ${goodMessage.slice(0, 40)}`, cut: true }, transport('failed')],
  ['lines that are not fields', { headers: events, body: `message: ${goodMessage}\n\n` }, ended(': it has lines that are not fields of events')],
  ['an event of another name', { headers: events, body: `event: other\ndata: ${goodMessage}\n\n` }, ended()],
  ['an event with nothing', { headers: events, body: 'data:\n\ndata: \n\n' }, ended()],
  ['a notification and no answer', { headers: events, body: event('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}') }, ended()],
  ['a malformed notification and no answer', { headers: events, body: event('{"jsonrpc":"2.0","method":"notifications/message","params":[]}') }, noMessage("'params' must be an object")],
]; // biome-ignore format: one row a line
