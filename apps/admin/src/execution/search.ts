import { canonicaliseLabels, ExecutionState, Outcome, pageSizeDefault } from '@berth/dto';
import { createParser, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server';

const parseAsLabels = createParser({
  parse: (text) => canonicaliseLabels(text.split(',')),
  serialize: (labels: string[]) => labels.join(','),
  eq: (a, b) => a.join() === b.join(),
});

/** The filters of the list and its page, as they stand in the address. */
export const executionSearchParsers = {
  state: parseAsStringLiteral(ExecutionState.options),
  outcome: parseAsStringLiteral(Outcome.options),
  workspace: parseAsString,
  labels: parseAsLabels,
  run: parseAsString,
  project: parseAsString,
  session: parseAsString,
  page: parseAsString,
};

export type ExecutionSearch = inferParserType<typeof executionSearchParsers>;

export const noSearch = {
  state: null,
  outcome: null,
  workspace: null,
  labels: null,
  run: null,
  project: null,
  session: null,
  page: null,
} as const satisfies ExecutionSearch;

/** How many filters are set; the page is none. */
export function countFilters({ page: _, ...filters }: ExecutionSearch): number {
  return Object.values(filters).filter((value) => value !== null).length;
}

/** The question to the api; a value that is no id is sent as it stands, for the api to say what is wrong with it. */
export function listInput(search: ExecutionSearch) {
  return {
    state: search.state ?? undefined,
    outcome: search.outcome ?? undefined,
    workspaceId: search.workspace ?? undefined,
    labels: search.labels?.length ? search.labels : undefined,
    workflowRunId: search.run ?? undefined,
    projectId: search.project ?? undefined,
    sessionId: search.session ?? undefined,
    pageToken: search.page ?? undefined,
    pageSize: pageSizeDefault,
  };
}
