import type { Approvals } from '../approvals/approvals.js';
import { StoreError } from '../store/store.js';
import { silentLogger } from './logger.js';
import { StoreTrouble } from './store-trouble.js';

it('says once that approvals cannot be kept, and once that they are again', () => {
  const found: { trouble?: ReturnType<Approvals['trouble']> } = {};
  const error = new StoreError(['approvals', 'a'], 'cannot be written');
  const lines: string[] = [];
  const note = (event: string, fields?: object) => void lines.push(`${event} ${JSON.stringify(fields)}`);
  const trouble = new StoreTrouble({ trouble: () => found.trouble }, { ...silentLogger, error: note, info: note });
  trouble.look(['a']);
  found.trouble = { kind: 'unwritable', error };
  trouble.look(['a']);
  trouble.look(['a']);
  found.trouble = { kind: 'unreadable', error };
  trouble.look(['a']);
  found.trouble = undefined;
  trouble.look(['a']);
  trouble.look(['a']);
  expect(lines).toEqual([
    'approvals cannot be kept: what is on record holds, and what is new or has changed is locked unless the server is trusted {"server":"a","error":"state \\"approvals/a\\" cannot be written"}',
    'approvals cannot be read: the tools of the server are locked {"server":"a","error":"state \\"approvals/a\\" cannot be written"}',
    'approvals are kept again {"server":"a"}',
  ]);
});
