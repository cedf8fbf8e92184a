/** Prompts and resources of servers. */
import { useState } from 'preact/hooks';
import type { OffersView } from '../api/answers.js';
import type { PageState } from '../api/view.js';
import { counted } from './format.js';
import { useLoaded } from './hooks.js';
import { Text } from './text.js';
import { Empty, Head, Tag } from './ui.js';

type Item = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function argumentNames({ arguments: args }: Item): readonly { readonly name: string; readonly required: boolean }[] {
  return (Array.isArray(args) ? (args as readonly Item[]) : []).map(each => ({
    name: textOf(each.name),
    required: each.required === true,
  }));
}

function Items({ title, items, address }: { title: string; items: readonly Item[]; address: 'uri' | 'uriTemplate' | 'arguments' }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>
        {title} <span class="soft">{items.length}</span>
      </h3>
      <div class="table-wrap">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">{address === 'arguments' ? 'Arguments' : 'Address'}</th>
              <th scope="col" class="wide">
                Description
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item, index) => (
              <tr key={`${textOf(item.name)}:${index}`}>
                <th scope="row">
                  <Text>{textOf(item.name)}</Text> {textOf(item.mimeType) !== '' && <Tag kind="hint">{textOf(item.mimeType)}</Tag>}
                </th>
                <td>
                  {address === 'arguments' ? (
                    argumentNames(item).map(({ name, required }) => (
                      <span key={name} class="argument">
                        <code>
                          <Text>{name}</Text>
                        </code>
                        {required && <span class="required"> required</span>}
                      </span>
                    ))
                  ) : (
                    <code>
                      <Text>{textOf(item[address])}</Text>
                    </code>
                  )}
                </td>
                <td class="wide">
                  <Text>{textOf(item.description) || textOf(item.title)}</Text>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What one server offers besides tools. */
export function ServerOffers({ server, state }: { server: string; state: PageState }) {
  const view = state.servers.find(({ name }) => name === server);
  const { data, problem } = useLoaded<OffersView>('offers', { server }, `${view?.health}:${view?.since}`);
  const reason = problem ?? data?.problem ?? '';
  if (reason !== '')
    return (
      <p class="note">
        Not known: <Text>{reason}</Text>
      </p>
    );
  if (data === undefined) return <p class="soft">Loading</p>;
  if (data.prompts.length + data.resources.length + data.templates.length === 0) return <p class="soft">No prompts and no resources.</p>;
  return (
    <>
      <Items title="Prompts" items={data.prompts} address="arguments" />
      <Items title="Resources" items={data.resources} address="uri" />
      <Items title="Resource templates" items={data.templates} address="uriTemplate" />
      {data.isCut && <p class="note">The lists are too long to be shown completely.</p>}
    </>
  );
}

function ServerSection({ server, state }: { server: string; state: PageState }) {
  const [isOpen, setOpen] = useState(state.servers.length <= 5);
  return (
    <section class="fold">
      <h2>
        <button type="button" class="group-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span class="chevron" aria-hidden="true" />
          <Text>{server}</Text>
        </button>
      </h2>
      {isOpen && <ServerOffers server={server} state={state} />}
    </section>
  );
}

/** The view `#/offers`. */
export function Offers({ state }: { state: PageState }) {
  const servers = state.servers.filter(({ health, protocol }) => health === 'ok' && protocol !== 'rest');
  return (
    <>
      <Head title="Prompts and resources">
        <p class="soft">{counted(servers.length, 'connected server')}</p>
      </Head>
      {servers.length === 0 && <Empty title="No server is connected." />}
      {servers.map(({ name }) => (
        <ServerSection key={name} server={name} state={state} />
      ))}
    </>
  );
}
