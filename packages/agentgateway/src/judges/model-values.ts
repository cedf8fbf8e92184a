/** Names of models, regions and resources of providers. */

/** Families of models, and the providers that have them. */
const families: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:gpt-|o[134](?:-|$)|text-embedding-|chatgpt-)/, ['openAI', 'openai', 'azure', 'azureOpenAI', 'copilot', 'openrouter']],
  [/^claude-/, ['anthropic', 'vertex', 'copilot', 'openrouter']],
  [/^gemini-/, ['gemini', 'vertex', 'copilot', 'openrouter']],
];
const direct = new Set(['openAI', 'openai', 'anthropic', 'gemini', 'azureOpenAI']);

/** Whether a provider that is called directly does not offer a model of a well-known family. */
export function hasNoModel(provider: string, model: string): boolean {
  const family = families.find(([pattern]) => pattern.test(model));
  return direct.has(provider) && family !== undefined && !family[1].includes(provider);
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
