/** Which code ran for the first time, by the precise coverage of V8: no instrumented copy of the code is needed. */
import { Session } from 'node:inspector';

interface CoveredRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Script {
  readonly url: string;
  readonly scriptId: string;
  readonly functions: readonly { readonly ranges: readonly CoveredRange[] }[];
}

type Zone = readonly [start: number, end: number];

export type Report = ReadonlyMap<string, readonly Zone[]>;

const inside = ([start, end]: Zone, zones: readonly Zone[]): boolean => zones.some(([from, to]) => from <= start && end <= to);

export class Coverage {
  readonly #session = new Session();
  /** The parts of each function that ran which never ran themselves. */
  readonly #never = new Map<string, readonly Zone[]>();

  readonly #file: string;

  /** `file`: the name of the script whose code counts. */
  constructor(file: string) {
    this.#file = file;
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    this.#post('Profiler.takePreciseCoverage');
  }

  #post(method: string, params = {}): unknown {
    let answer: unknown;
    this.#session.post(method, params, (error, result) => {
      if (error) throw new Error(error.message);
      answer = result;
    });
    return answer;
  }

  /** What ran since the last call: for each function the parts that did not run. */
  take(): Report {
    const { result } = this.#post('Profiler.takePreciseCoverage') as { result: Script[] };
    const report = new Map<string, readonly Zone[]>();
    for (const { url, scriptId, functions } of result) {
      if (!url.endsWith(this.#file)) continue;
      for (const { ranges } of functions) {
        const [whole] = ranges;
        if (whole === undefined || whole.count === 0) continue;
        const idle = ranges.filter(({ count }) => count === 0).map(({ startOffset, endOffset }): Zone => [startOffset, endOffset]);
        report.set(`${scriptId}:${whole.startOffset}:${whole.endOffset}`, idle);
      }
    }
    return report;
  }

  /** Whether something in the report never ran before; `keep` remembers it. */
  isNew(report: Report, keep: boolean): boolean {
    let found = false;
    for (const [name, idle] of report) {
      const never = this.#never.get(name);
      const isFirst = never === undefined;
      if (!isFirst && never.every(zone => inside(zone, idle))) continue;
      found = true;
      if (!keep) return true;
      // Of a part that ran now, what did not run inside of it is what never ran.
      const left = isFirst ? idle : [...never.filter(zone => inside(zone, idle)), ...idle.filter(zone => inside(zone, never))];
      this.#never.set(
        name,
        left.filter(
          (zone, index) =>
            !left.some((other, place) => place !== index && inside(zone, [other]) && (place < index || !inside(other, [zone]))),
        ),
      );
    }
    return found;
  }

  /** Functions that ran. */
  get functions(): number {
    return this.#never.size;
  }
}
