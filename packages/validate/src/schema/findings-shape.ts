import { any, anyText, bool, int, list, oneOf, opt, req, struct } from '@mcpgw/structure';

const finding = struct('a finding', {
  rule: req(anyText, 'id of the rule', { example: 'unknown-field' }),
  severity: req(oneOf('error', 'warning', 'info'), 'weight'),
  message: req(anyText, 'what is wrong'),
  file: req(anyText, 'the file as it was named; <stdin> for standard input'),
  line: req(int(1), 'line, from one'),
  column: req(int(1), 'column in UTF-16 units, from one'),
  path: req(anyText, 'path of the value', { example: 'binds[0].listeners[0].protocol' }),
  suggestion: opt(anyText, 'How to fix it'),
  fixable: req(bool, 'whether --fix fixes it'),
});
const file = struct('a checked file', {
  file: req(anyText, 'the file as it was named'),
  kind: req(anyText, 'what the file is', { example: 'agentgateway' }),
  errors: req(int(0), 'number of errors'),
  warnings: req(int(0), 'number of warnings'),
});

const skipped = struct('a file that was not checked', {
  file: req(anyText, 'the file or folder as it was named or found'),
  reason: req(
    oneOf('unknown-kind', 'chart-template', 'json-with-comments', 'other-program', 'skipped-folder'),
    'why: it is of no kind that is checked; a template, which is checked with its chart; the settings of an editor or compiler; a folder that is left out',
  ),
});
const notChecked = struct('what was not checked', {
  files: req(list(skipped), 'files and folders among the inputs that were not checked'),
  documents: req(int(0), 'number of documents of checked files whose kind is not known'),
  skippedDocuments: req(int(0), 'number of objects in checked files whose kind is skipped'),
  otherFiles: req(int(0), 'number of files in folders that are neither YAML nor JSON'),
});

/** What `mcpgw validate --output json` prints. */
export const findingsShape = struct('a report', {
  findings: req(list(finding), 'what was found, sorted by file and place'),
  files: req(list(file), 'the files that were checked'),
  notChecked: req(notChecked, 'what lay among the inputs and was not checked'),
  $schema: opt(any, 'Schema for editors'),
});
