import { blockedText, remediationMap, remedies } from './remedies.js';
import { disabledToolStatuses } from './status.js';

const wayOut = /\b(?:Ask the (?:user|operator) to)\b/;
/** Words that make a lock the user's own to undo. */
const toggle = /\buser\b|\bpage\b|\bUI\b|mcpgw tools|switch(?:ed)? (?:it )?o[nf]f?|toggle|re-?enable|approve/i;

it.each(disabledToolStatuses)('%s names a way out', status => {
  expect(remedies[status]).toMatch(wayOut);
});

it('a lock of the configuration is nowhere said to be the user’s to undo', () => {
  expect(remedies.disabled_by_config).not.toMatch(toggle);
  expect(blockedText('github:delete_repo', { status: 'disabled_by_config' })).not.toMatch(toggle);
});

it('the map holds the statuses that are present, in the order of their names', () => {
  expect(remediationMap([])).toEqual({});
  const map = remediationMap([{ status: 'server_disabled' }, { status: 'disabled_by_user' }, { status: 'server_disabled' }]);
  expect(Object.keys(map)).toEqual(['disabled_by_user', 'server_disabled']);
});

it('a refusal names the tool, the status, the remedy and where to see more', () => {
  expect(blockedText('github:delete_repo', { status: 'disabled_by_config' })).toBe(
    'TOOL_BLOCKED: github:delete_repo cannot be called (disabled_by_config). ' +
      'Operator policy: the configuration (enabled_tools or disabled_tools) keeps this tool out of use. ' +
      'Ask the operator to change the configuration of the server; there is no other way to unlock it. ' +
      'Run retrieve_tools with include_disabled:true to see locked tools and what unlocks them.',
  );
});

it('a tool that changed is told from one that is new, and where both wait the remedy is of both', () => {
  const [fresh, changed] = [
    { status: 'pending_approval', approval: 'new' },
    { status: 'pending_approval', approval: 'changed' },
  ] as const;
  expect(blockedText('s:a', changed)).toContain(
    'The tool has changed since it was approved, and is locked until somebody has looked at the change.',
  );
  expect(blockedText('s:a', fresh)).toContain('The tool is new and waits for approval.');
  expect(remediationMap([changed, changed]).pending_approval).toContain('has changed since it was approved');
  expect(remediationMap([fresh]).pending_approval).toContain('The tool is new');
  expect(remediationMap([fresh, changed])).toEqual({ pending_approval: remedies.pending_approval });
});
