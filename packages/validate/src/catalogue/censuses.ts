/** Every census: what was asked of the fields of each format. */
import { staticCensus } from '@mcpgw/agentgateway-rules';
import { resourceCensus } from '@mcpgw/custom-resources';
import { objectCensus } from '@mcpgw/kubernetes';
import { serverCensus } from '@mcpgw/mcp-config';
import type { Census } from '@mcpgw/structure';
import { chartCensus } from '../census/chart-values.js';

/** The answers for the fields of one format. */
export interface FormatCensus {
  /** The name of the format, also that of its page in `docs/fields`. */
  readonly format: string;
  readonly title: string;
  readonly census: Census;
}

export const censuses: readonly FormatCensus[] = [
  { format: 'agentgateway', title: 'the static configuration of the proxy', census: staticCensus },
  { format: 'custom-resources', title: 'agentgateway.dev and Gateway API resources', census: resourceCensus },
  { format: 'kubernetes', title: 'core objects of Kubernetes', census: objectCensus },
  { format: 'mcp-servers', title: 'lists of MCP servers and gateway.yaml', census: serverCensus },
  { format: 'chart-values', title: 'the values of the chart', census: chartCensus },
];
