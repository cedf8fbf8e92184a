import type { ApprovalLookup } from '../approvals/approvals.js';
import { StoreError } from '../store/store.js';
import { silentLogger } from './logger.js';
import { StoreTrouble } from './store-trouble.js';

it('says once that approvals cannot be kept, and once that they are again', () => {
  const found: { lookup: ApprovalLookup } = { lookup: { kind: 'none' } };
  const lines: string[] = [];
  const note = (event: string, fields?: object) => void lines.push(`${event} ${JSON.stringify(fields)}`);
  const trouble = new StoreTrouble({ lookup: () => found.lookup }, { ...silentLogger, error: note, info: note });
  trouble.look(['a']);
  found.lookup = { kind: 'error', error: new StoreError(['approvals', 'a'], 'cannot be written') };
  trouble.look(['a']);
  trouble.look(['a']);
  found.lookup = { kind: 'none' };
  trouble.look(['a']);
  trouble.look(['a']);
  expect(lines).toEqual([
    'approvals cannot be kept: the tools of the server are locked {"server":"a","error":"state \\"approvals/a\\" cannot be written"}',
    'approvals are kept again {"server":"a"}',
  ]);
});
