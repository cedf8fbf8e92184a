/** Who decided what about tools, and when. */
import { useState } from 'preact/hooks';
import type { ApprovalList } from '../api/answers.js';
import type { PageState } from '../api/view.js';
import { clock, counted } from './format.js';
import { useLoaded } from './hooks.js';
import { go, linkTo, type Route } from './router.js';
import { gatewayNow } from './state.js';
import { Text } from './text.js';
import { Empty, Head, Tag } from './ui.js';

const labels = { approved: ['quiet', 'Approved'], pending: ['warn', 'Pending'], changed: ['bad', 'Changed'] } as const;
const pageSize = 200;
const maxShown = 500;

/** The view `#/approvals`. */
export function Approvals({ state, route }: { state: PageState; route: Route }) {
  const query = route.query.get('query') ?? '';
  const [limit, setLimit] = useState(pageSize);
  const { data, problem } = useLoaded<ApprovalList>('approvals', { query, limit }, state.toolsRevision);
  const now = gatewayNow();
  return (
    <>
      <Head title="Approvals">
        <p class="soft">{data ? counted(data.total, 'tool') : ''}</p>
      </Head>
      <div class="filters">
        <label>
          <span class="unseen">Filter by tool, server or person</span>
          <input
            type="search"
            placeholder="Tool, server or person"
            value={query}
            onInput={event => go(linkTo(['approvals'], { query: event.currentTarget.value }), true)}
          />
        </label>
      </div>
      {problem && (
        <p class="banner" data-kind="problem" role="alert">
          {problem}
        </p>
      )}
      {data?.total === 0 && <Empty title="No tool matches." />}
      {data && data.total > 0 && (
        <div class="table-wrap">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Tool</th>
                <th scope="col">Status</th>
                <th scope="col">Approved</th>
                <th scope="col">By</th>
                <th scope="col" class="wide">
                  First seen
                </th>
              </tr>
            </thead>
            <tbody>
              {data.approvals.map(({ server, tool, status, approvedAt, approvedBy, disabled, disabledBy, firstSeenAt }) => (
                <tr key={`${server}:${tool}`}>
                  <th scope="row">
                    <span class="soft">
                      <Text>{server}</Text>{' '}
                    </span>
                    <a href={linkTo(['tools', server, tool])}>
                      <Text>{tool}</Text>
                    </a>
                  </th>
                  <td>
                    <Tag kind={labels[status][0]}>{labels[status][1]}</Tag>{' '}
                    {disabled && <Tag kind="off">disabled{disabledBy !== undefined && <Text>{` by ${disabledBy}`}</Text>}</Tag>}
                  </td>
                  <td class="number">{approvedAt === undefined ? '' : clock(Date.parse(approvedAt), now)}</td>
                  <td>{approvedBy === 'auto' ? <span class="soft">automatically</span> : <Text>{approvedBy ?? ''}</Text>}</td>
                  <td class="number wide">{clock(Date.parse(firstSeenAt), now)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.total > data.approvals.length && limit < maxShown && (
        <button type="button" class="more" onClick={() => setLimit(maxShown)}>
          Show more
        </button>
      )}
      {data && data.total > data.approvals.length && limit >= maxShown && (
        <p class="note">The newest {maxShown} are shown. Type a part of a name above to find others.</p>
      )}
    </>
  );
}
