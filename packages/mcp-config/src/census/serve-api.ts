/** `apis` of `gateway.yaml`. */
import type { Answers, Census } from '@mcpgw/structure';
import { answers, container, words } from './natures.js';

const all = (names: readonly string[], given: Answers): Record<string, Answers> => Object.fromEntries(names.map(name => [name, given]));
const seconds = answers({ inert: ['timeout-order'], breaks: ['duration-unit'], conflicts: ['timeout-order'] });
/** What contradicts the path or the other parameters is refused by the source of the API. */
const parameter = answers({ inert: ['unused-setting'], breaks: ['bad-value', 'rest-api'], conflicts: ['bad-value', 'unused-setting'] });
const filter = answers({ inert: ['bad-value'], opens: ['rest-api'], conflicts: ['rest-api'] });

export const serveApiCensus: Census = {
  'a REST API': {
    name: answers({ conflicts: ['duplicate-server-name', 'conflicting-fields'] }),
    base_url: answers({ inert: ['rest-api'], opens: ['credential-over-http'], breaks: ['rest-api'], conflicts: ['rest-api'] }),
    headers: answers({ inert: ['unused-setting'], breaks: ['authorization-value'], conflicts: ['unused-setting'] }),
    auth: container,
    timeout: seconds,
    max_response_bytes: answers({ breaks: 'A larger answer fails its call with the limit in the message.', conflicts: ['limit-order'] }),
    endpoints: answers({ inert: ['rest-api'], conflicts: ['rest-api'] }),
    openapi: container,
  },
  'an endpoint': {
    ...all(['title', 'description'], words),
    name: answers({ breaks: 'Other signs than those of names of tools are refused.', conflicts: ['bad-value', 'rest-api'] }),
    method: answers({ breaks: ['rest-api'], conflicts: ['rest-api'] }),
    path: answers({ breaks: ['rest-api', 'bad-value'], conflicts: ['rest-api'] }),
    parameters: container,
    body: answers({ inert: ['unused-setting'], conflicts: ['unused-setting'] }),
    response: answers({ breaks: 'An answer of another form fails the call with what it was.' }),
    timeout: seconds,
  },
  'a parameter': { ...all(['in', 'type', 'name', 'required', 'style', 'whole'], parameter), description: words },
  'auth of an API': {
    header: answers({ breaks: 'Names that HTTP does not allow are refused.', conflicts: ['unused-setting'] }),
    value: answers({ opens: ['credential-over-http'], breaks: ['authorization-value'], conflicts: ['conflicting-fields'] }),
    file: answers({
      breaks: 'The file is read for each call, and a call without it fails with its name.',
      conflicts: ['conflicting-fields'],
    }),
    prefix: answers({ inert: ['unused-setting'], breaks: ['rest-api'], conflicts: ['unused-setting'] }),
  },
  'an OpenAPI document': { document: answers({ breaks: ['bad-value'] }), include: filter, exclude: filter },
};
