import { type ReadApiDeps, readRestApi, type SourceTool } from '@mcpgw/upstreams';
import { toolOf } from '@mcpgw/upstreams/internal';

/** The tools that the REST APIs of a configuration declare, by the name of the API. @throws ConfigurationError */
export async function restTools(apis: readonly unknown[], deps: ReadApiDeps): Promise<Map<string, readonly SourceTool[]>> {
  const read = await Promise.all(apis.map(api => readRestApi(api, deps)));
  return new Map(read.map(({ name, endpoints }) => [name, endpoints.map(toolOf)]));
}
