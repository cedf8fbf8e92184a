/** The schemas of the output of other commands, as in `schemas/`. */
import diffReport from '../../../schemas/diff-report.json' with { type: 'json' };
import migrateReport from '../../../schemas/migrate-report.json' with { type: 'json' };
import probeReport from '../../../schemas/probe-report.json' with { type: 'json' };
import render from '../../../schemas/render.json' with { type: 'json' };
import toolsReport from '../../../schemas/tools-report.json' with { type: 'json' };
import version from '../../../schemas/version.json' with { type: 'json' };

export const reportSchemas: Readonly<Record<string, object>> = {
  'diff-report': diffReport,
  'migrate-report': migrateReport,
  'probe-report': probeReport,
  render,
  'tools-report': toolsReport,
  version,
};
