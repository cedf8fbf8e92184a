import { staticConfig } from '@mcpgw/agentgateway';
import { censusGaps } from '@mcpgw/structure';
import { staticCensus } from './index.js';

it('every field of the static configuration has been asked, and no row is about a field that is gone', () => {
  expect(censusGaps([staticConfig], staticCensus)).toEqual({ unanswered: [], stale: [] });
});
