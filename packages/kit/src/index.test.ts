import * as kit from './index.js';

test('authors find these names', () => {
  const names = [
    'CONNECT',
    'Connector',
    'DataSensitivity',
    'PrivateData',
    'READ',
    'SessionError',
    'ToolError',
    'ToolFatalError',
    'ToolPermissionError',
    'ToolRetryError',
    'WRITE',
    'WorkspaceError',
    'connectInMemory',
    'contextResult',
    'createMcpServer',
    'createSessionToken',
    'deleteWorkspaceFile',
    'fatalPrefix',
    'fileStore',
    'getSession',
    'getSessionId',
    'getUserId',
    'hostToWorkspacePath',
    'listWorkspaceFolder',
    'presets',
    'privateData',
    'readWorkspaceBytes',
    'readWorkspaceFile',
    'redisStore',
    'runInSession',
    'sessionEnvironment',
    'temporaryData',
    'toolPermission',
    'workspaceRoot',
    'workspaceToHostPath',
    'writeWorkspaceFile',
  ];
  expect(Object.keys(kit)).toEqual(expect.arrayContaining(names));
});

test('the names stand for these values on the wire and on disk', () => {
  expect([kit.READ, kit.WRITE, kit.CONNECT]).toEqual(['read', 'write', 'connect']);
  expect(kit.DataSensitivity).toEqual({ PUBLIC: 'public', INTERNAL: 'internal', CONFIDENTIAL: 'confidential', SECRET: 'secret' });
  expect([kit.fatalPrefix, kit.workspaceRoot]).toEqual(['[FATAL] ', '/workspace']);
  expect(kit.presets).toEqual({
    default: preset(5000, 500, 20),
    sql_query: preset(2000, 1000, 30),
    log_search: preset(10_000, 300, 20),
  });
});

function preset(threshold: number, maxPreviewTokens: number, rowsHead: number) {
  return {
    threshold,
    maxPreviewTokens,
    rowsHead,
    rowsTail: 10,
    linesHead: 50,
    linesTail: 20,
    jsonArrayHead: 10,
    jsonArrayTail: 5,
    jsonMaxKeys: 20,
  };
}
