import { storeCases } from '../test/store.cases.js';
import { memoryStore } from './memory-store.js';
import type { StateKey } from './store.js';

describe('a store in memory', () => {
  let open: () => ReturnType<typeof memoryStore>;
  beforeEach(() => {
    const texts = new Map<string, string>();
    const listeners = new Set<(key: StateKey, writer: object) => void>();
    open = () => memoryStore(texts, listeners);
  });
  storeCases(async () => open());
});
