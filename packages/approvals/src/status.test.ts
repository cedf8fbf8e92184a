import fc from 'fast-check';
import { classifyTool, type DisabledToolStatus, disabledToolStatuses, type GateState, isConfigDenied } from './status.js';

const ready: GateState = {
  configured: true,
  enabled: true,
  quarantined: false,
  needsLogin: false,
  configDenied: false,
  approval: { status: 'approved', disabled: false },
  approvalNeeded: true,
};
const pending = { status: 'pending', disabled: false };
const changed = { status: 'changed', disabled: false };
const disabled = { status: 'approved', disabled: true };

it.each<[string, Partial<GateState>, DisabledToolStatus | undefined]>([
  // Vectors of mcpproxy's classifier.
  ['server off, any tool', { enabled: false }, 'server_disabled'],
  ['not in the allowed list', { configDenied: true }, 'disabled_by_config'],
  ['not in the allowed list, and the user disabled it', { configDenied: true, approval: disabled }, 'disabled_by_config'],
  ['no filter, the user disabled it', { approval: disabled }, 'disabled_by_user'],
  ['approval pending', { approval: pending }, 'pending_approval'],
  ['server not in the configuration', { configured: false }, 'disabled_unknown'],
  ['enabled, no filter, no record', { approval: 'none' }, 'disabled_unknown'],
  ['in disabled_tools, no record', { configDenied: true, approval: 'none' }, 'disabled_by_config'],
  // First match wins.
  ['server off, denied, disabled', { enabled: false, configDenied: true, approval: disabled }, 'server_disabled'],
  ['disabled and pending', { approval: { status: 'pending', disabled: true } }, 'disabled_by_user'],
  ['changed', { approval: changed }, 'pending_approval'],
  ['lookup error', { approval: 'error' }, 'disabled_unknown'],
  ['lookup error where nothing needs approval', { approval: 'error', approvalNeeded: false }, 'disabled_unknown'],
  // The sixth status stands right after server_disabled.
  ['quarantined', { quarantined: true }, 'server_quarantined'],
  ['off and quarantined', { enabled: false, quarantined: true }, 'server_disabled'],
  ['quarantined, denied, disabled', { quarantined: true, configDenied: true, approval: disabled }, 'server_quarantined'],
  ['quarantined, lookup error', { quarantined: true, approval: 'error' }, 'server_quarantined'],
  // So does login_required after that.
  ['a login is needed', { needsLogin: true }, 'login_required'],
  ['quarantined, a login is needed', { quarantined: true, needsLogin: true }, 'server_quarantined'],
  ['a login is needed, denied, pending', { needsLogin: true, configDenied: true, approval: pending }, 'login_required'],
  // Vectors of the shared gate.
  ['denied beats disabled', { configDenied: true, approval: disabled }, 'disabled_by_config'],
  ['disabled beats changed', { approval: { status: 'changed', disabled: true } }, 'disabled_by_user'],
  ['approved', {}, undefined],
  ['no record where nothing needs approval', { approval: 'none', approvalNeeded: false }, undefined],
  ['pending where nothing needs approval', { approval: pending, approvalNeeded: false }, undefined],
  ['changed where nothing needs approval', { approval: changed, approvalNeeded: false }, undefined],
  ['disabled where nothing needs approval', { approval: disabled, approvalNeeded: false }, 'disabled_by_user'],
  ['a status that nobody knows is not a gate', { approval: { status: 'other', disabled: false } }, undefined],
])('%s', (_name, state, status) => {
  expect(classifyTool({ ...ready, ...state })).toBe(status);
});

const record = fc.record({ status: fc.oneof(fc.constantFrom('approved', 'pending', 'changed'), fc.string()), disabled: fc.boolean() });
const state = fc.record({
  configured: fc.boolean(),
  enabled: fc.boolean(),
  quarantined: fc.boolean(),
  needsLogin: fc.boolean(),
  configDenied: fc.boolean(),
  approval: fc.oneof(fc.constantFrom('none' as const, 'error' as const), record),
  approvalNeeded: fc.boolean(),
});

/** Each status by the condition that the seed gives it, without the order. */
const conditions: Readonly<Record<DisabledToolStatus, (state: GateState) => boolean>> = {
  server_disabled: ({ configured, enabled }) => configured && !enabled,
  server_quarantined: ({ configured, quarantined }) => configured && quarantined,
  login_required: ({ configured, needsLogin }) => configured && needsLogin,
  disabled_by_config: ({ configured, configDenied }) => configured && configDenied,
  disabled_by_user: ({ configured, approval }) => configured && typeof approval === 'object' && approval.disabled,
  pending_approval: ({ configured, approval, approvalNeeded }) =>
    configured && approvalNeeded && typeof approval === 'object' && ['pending', 'changed'].includes(approval.status),
  disabled_unknown: ({ configured, approval, approvalNeeded }) =>
    !configured || approval === 'error' || (approval === 'none' && approvalNeeded),
};

it('every state has exactly one outcome: the first status in the order whose condition holds, or callable where none does', () => {
  fc.assert(
    fc.property(state, given => {
      const first = disabledToolStatuses.find(status => conditions[status](given));
      expect(classifyTool(given)).toBe(first);
    }),
    { numRuns: 5_000 },
  );
});

it('the state is never written to', () => {
  fc.assert(
    fc.property(state, given => {
      const frozen = Object.freeze({
        ...given,
        approval: typeof given.approval === 'object' ? Object.freeze(given.approval) : given.approval,
      });
      const before = JSON.stringify(frozen);
      classifyTool(frozen);
      return JSON.stringify(frozen) === before;
    }),
  );
});

it.each<[Parameters<typeof isConfigDenied>[0], string, boolean]>([
  [{}, 'a', false],
  [{ enabledTools: ['a'] }, 'a', false],
  [{ enabledTools: ['a'] }, 'b', true],
  [{ enabledTools: ['a'] }, 'A', true],
  [{ enabledTools: [] }, 'a', false],
  [{ enabledTools: [], disabledTools: ['a'] }, 'a', true],
  [{ disabledTools: ['a'] }, 'a', true],
  [{ disabledTools: ['a'] }, 'b', false],
  [{ enabledTools: ['a'], disabledTools: ['a'] }, 'a', false],
  [{ disabledTools: ['__proto__'] }, '__proto__', true],
])('configuration %j denies %s: %s', (lists, tool, denied) => {
  expect(isConfigDenied(lists, tool)).toBe(denied);
});
