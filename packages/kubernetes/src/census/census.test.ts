import { censusGaps } from '@mcpgw/structure';
import { typeOf } from '../types/index.js';
import { askedTypes, objectCensus } from './index.js';

it('every field of the core objects that charts render has been asked, and no row is about a field that is gone', () => {
  expect(censusGaps(askedTypes.map(typeOf), objectCensus)).toEqual({ unanswered: [], stale: [] });
});
