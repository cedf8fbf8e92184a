/** Reads the last stage of a Dockerfile, as far as the Dockerfiles of this repository go. */

export interface Stage {
  readonly from: string;
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly workdir: string;
  readonly ports: readonly number[];
  /** Targets of COPY. */
  readonly copied: readonly string[];
}

/** The instructions of a Dockerfile by stage. Comments are left out, continued lines are joined. */
function stagesOf(text: string): [word: string, rest: string][][] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(Boolean);
  const stages: [string, string][][] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (word === 'FROM') stages.push([]);
    stages.at(-1)!.push([word, rest]);
  }
  return stages;
}

/** The images that the stages of a Dockerfile start from. */
export const basesOf = (text: string): string[] => stagesOf(text).map(([from]) => from![1].split(' ')[0]!);

export function lastStage(text: string): Stage {
  const stage = stagesOf(text).at(-1)!;
  const all = (wanted: string): string[] => stage.flatMap(([word, rest]) => (word === wanted ? [rest] : []));
  return {
    from: all('FROM').at(-1)!,
    user: all('USER').at(-1)!,
    env: Object.fromEntries(all('ENV').map(line => line.split('=', 2))),
    entrypoint: JSON.parse(all('ENTRYPOINT').at(-1)!),
    workdir: all('WORKDIR').at(-1)!,
    ports: all('EXPOSE').map(Number),
    copied: all('COPY').map(line => line.split(' ').at(-1)!),
  };
}
