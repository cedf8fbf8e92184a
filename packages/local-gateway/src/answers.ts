/** What a gateway answers to commands of admins, by path. */
import type { ActivityReader } from '@mcpgw/activity';
import { activityAnswer, activityPath } from './activity.js';
import { type StateSources, statePath, stateReport } from './state.js';

/** The answers by path; each is made from the query of the request. */
export type CommandAnswers = ReadonlyMap<string, (query: URLSearchParams) => Promise<object>>;

/** What the answers are made from. */
export interface CommandSources extends StateSources {
  /** The record; its store is absent where nothing is recorded. */
  readonly activity: { readonly store: ActivityReader | undefined };
}

/** The answers of a gateway. @throws StoreError from an answer */
export function commandAnswers(sources: CommandSources): CommandAnswers {
  return new Map<string, (query: URLSearchParams) => Promise<object>>([
    [statePath, () => stateReport(sources)],
    [activityPath, query => activityAnswer(sources.activity.store, query)],
  ]);
}
