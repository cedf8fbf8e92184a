import type { Approvals } from '@mcpgw/approvals';
import { StoreError } from '@mcpgw/store';
import { silentLogger } from './logger.js';
import { ApprovalStoreLog } from './store-failure-log.js';

it('says once that approvals cannot be kept, and once that they are again', () => {
  const found: { trouble?: ReturnType<Approvals['trouble']> } = {};
  const error = new StoreError(['approvals', 'a'], 'cannot be written');
  const lines: string[] = [];
  const note = (event: string, fields?: object) => void lines.push(`${event} ${JSON.stringify(fields)}`);
  const failures = new ApprovalStoreLog({ trouble: () => found.trouble }, { ...silentLogger, error: note, info: note });
  failures.check(['a']);
  found.trouble = { kind: 'unwritable', error };
  failures.check(['a']);
  failures.check(['a']);
  found.trouble = { kind: 'unreadable', error };
  failures.check(['a']);
  found.trouble = undefined;
  failures.check(['a']);
  failures.check(['a']);
  expect(lines).toEqual([
    'approvals cannot be kept: what is on record holds, and what is new or has changed is locked unless the server is trusted {"server":"a","error":"state \\"approvals/a\\" cannot be written"}',
    'approvals cannot be read: the tools of the server are locked {"server":"a","error":"state \\"approvals/a\\" cannot be written"}',
    'approvals are kept again {"server":"a"}',
  ]);
});
