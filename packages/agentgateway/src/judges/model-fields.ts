/** Ranges of numbers in requests to language models. */

/** The widest range that any provider documents, by the name of the field. */
const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = Object.assign(Object.create(null), {
  temperature: [0, 2],
  top_p: [0, 1],
  min_p: [0, 1],
  top_k: [0, 1_000_000],
  frequency_penalty: [-2, 2],
  presence_penalty: [-2, 2],
  repetition_penalty: [0, 2],
  max_tokens: [1, 10_000_000],
  max_completion_tokens: [1, 10_000_000],
  max_output_tokens: [1, 10_000_000],
  max_tool_calls: [1, 10_000],
  n: [1, 128],
  top_logprobs: [0, 20],
});
const whole: ReadonlySet<string> = new Set(
  'top_k max_tokens max_completion_tokens max_output_tokens max_tool_calls n top_logprobs seed'.split(' '),
);

/** Why every provider refuses a number in a field of its requests; undefined if some provider takes it. */
export function whyFieldIsRefused(field: string, value: number): string | undefined {
  const range = ranges[field];
  if (range !== undefined && (value < range[0] || value > range[1]))
    return `${value} is out of range: "${field}" is from ${range[0]} to ${range[1]}, and providers refuse the request`;
  if (whole.has(field) && !Number.isInteger(value)) return `${value} is not a whole number, and providers refuse the request`;
  return undefined;
}

/** The formats of requests, in lower case, at well-known ends of paths. */
const formats: readonly (readonly [RegExp, string])[] = [
  [/\/chat\/completions$/, 'completions'],
  [/\/messages$/, 'messages'],
  [/\/responses$/, 'responses'],
  [/\/embeddings$/, 'embeddings'],
  [/\/count_tokens$/, 'anthropictokencount'],
  [/\/rerank$/, 'rerank'],
];

/** Whether requests to a path have another format than they are read by. Unknown paths and formats fit. */
export function isOtherFormat(path: string, format: string): boolean {
  const usual = formats.find(([end]) => end.test(path))?.[1];
  const chosen = format.toLowerCase();
  return usual !== undefined && chosen !== usual && formats.some(([, known]) => known === chosen);
}

/** What is wrong with a key of `routes` that no path of a request ends in; undefined if one may. */
export function endFault(key: string): string | undefined {
  const say = (why: string): string => `no request asks for a path that ends in "${key}": ${why}`;
  if (/[?#]/.test(key)) return say('a path ends before "?" and "#"');
  if (/^https?:/i.test(key)) return say('it is an address, and no path');
  return /[^/]\/$/.test(key) ? say('clients send it without the last slash') : undefined;
}
