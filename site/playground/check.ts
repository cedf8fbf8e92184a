/** Checks values as `mcpgw validate` does, by the same functions, from files in memory. */
import { formatJson } from '../../cli/src/output/json.js';
import { checkInputs } from '../../cli/src/validate/check.js';
import { fileInput } from '../../cli/src/validate/inputs.js';
import { setFiles } from './node/fs.js';
import type { CheckAnswer, Target } from './protocol.js';
import { isRefusal } from './render.js';

/** The findings of the first values file of a target. `proxy` is the version for `--gateway-version`. */
export async function check({ release, chart, flags, files }: Target, proxy: string | undefined): Promise<CheckAnswer> {
  setFiles(files);
  const [file = 'values.yaml', ...before] = [...flags.values].reverse();
  try {
    const { report } = await checkInputs(
      () => [fileInput(file, false)],
      {
        ...flags,
        values: before.reverse(),
        output: 'json',
        kind: 'values',
        envFile: [],
        crds: [],
        skip: [],
        release,
        ...(chart !== undefined && { chart }),
        ...(proxy !== undefined && { gatewayVersion: proxy }),
      },
      { isAgain: true },
    );
    const findings = report.findings.map(finding => {
      const { start } = report.sources.locate(finding);
      const { rule, severity, message, file, suggestion, span } = finding;
      return { rule, severity, message, file, ...start, ...(suggestion && { suggestion }), ...(span && { span }) };
    });
    return { findings, json: formatJson(report) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { findings: [], json: '', problem: error.message };
  }
}
