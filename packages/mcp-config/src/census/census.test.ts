import { censusGaps } from '@mcpgw/structure';
import { clientConfig, langchainConfig, mcpConfig, mcpServersConfig, opencodeConfig, serveShape, vscodeConfig } from '../internal.js';
import { serverCensus } from './index.js';

it('every field of every list of servers and of gateway.yaml has answers', () => {
  const shapes = [mcpConfig, clientConfig, vscodeConfig, opencodeConfig, langchainConfig, mcpServersConfig, serveShape];
  expect(censusGaps(shapes, serverCensus)).toEqual({ unanswered: [], stale: [] });
});
