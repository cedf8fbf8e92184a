import { censusGaps } from '@mcpgw/structure';
import { customKinds, monitoringKinds } from '../kinds/kinds.js';
import { resourceCensus } from './index.js';

it('every field of custom resources has been asked, and no row is about a field that is gone', () => {
  const specs = [...customKinds, ...monitoringKinds].map(({ spec }) => spec);
  expect(censusGaps(specs, resourceCensus)).toEqual({ unanswered: [], stale: [] });
});
