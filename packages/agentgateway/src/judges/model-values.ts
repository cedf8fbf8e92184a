/** Names of models, regions and resources of providers. */

/** Families of models, and the providers that have them. */
const families: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:gpt-|o[134](?:-|$)|text-embedding-|chatgpt-)/, ['openAI', 'openai', 'azure', 'azureOpenAI', 'copilot', 'openrouter']],
  [/^claude-/, ['anthropic', 'vertex', 'copilot', 'openrouter']],
  [/^gemini-/, ['gemini', 'vertex', 'copilot', 'openrouter']],
];
const direct = new Set(['openAI', 'openai', 'anthropic', 'gemini', 'azureOpenAI']);

/** A vendor before the name, as routers and libraries write it; the vendors themselves know no such name. */
const withVendor = /^(?:openai|anthropic|google|gemini|vertex_ai|azure)\//;

/** Whether a provider that is called directly does not offer a model of a well-known family, or not by this name. */
export function hasNoModel(provider: string, model: string): boolean {
  const family = families.find(([pattern]) => pattern.test(model));
  return (
    direct.has(provider) && ((withVendor.test(model) && !model.includes('*')) || (family !== undefined && !family[1].includes(provider)))
  );
}

/** The regions from which the inference profiles of a part of the world are not called, by the first part of their names. */
const farRegions: Readonly<Record<string, RegExp>> = Object.assign(Object.create(null), {
  us: /^(?:eu|ap|sa|me|af|il)-/,
  eu: /^(?:us|ap|sa|ca|mx)-/,
  apac: /^(?:us|eu|sa|ca|mx)-/,
  jp: /^(?:us|eu|sa|ca|mx)-/,
  au: /^(?:us|eu|sa|ca|mx)-/,
});

/** Why a model of Bedrock cannot be called from a region; undefined if it may be. */
export function whyProfileIsFar(model: string, region: string): string | undefined {
  const [, part] = /^([a-z]+)\.[a-z0-9]+\./.exec(model) ?? [];
  return part !== undefined && farRegions[part]?.test(region) === true
    ? `the inference profile "${model}" is not called from the region "${region}": Bedrock answers that it does not know the model`
    : undefined;
}

/** What is wrong with the name of a region or of a resource in the cloud. */
export function placeProblem(key: string, provider: string, value: string): string | undefined {
  const isAws = key === 'awsRegion' || (key === 'region' && provider === 'bedrock');
  if (isAws && !/^[a-z]{2}(?:-[a-z]+)+-\d+$/.test(value)) return `"${value}" is not a region of AWS`;
  if (/^vertexRegion$/.test(key) || (key === 'region' && provider === 'vertex'))
    return /^(?:global|us|eu|[a-z]+-[a-z]+\d+)$/.test(value) ? undefined : `"${value}" is not a region of Google Cloud`;
  const isResource = key === 'azureResourceName' || (key === 'resourceName' && provider === 'azure');
  return isResource && /[^A-Za-z0-9-]/.test(value) ? `"${value}" is not a name of an Azure resource; the domain is added to it` : undefined;
}
