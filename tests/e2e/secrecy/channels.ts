import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { send } from '../../support/http-client.ts';
import type { SiteWithApi } from '../api/site-with-api.ts';
import { ask, decoded } from '../wordpress/guest.ts';
import type { ListReader } from './list-readers.ts';
import type { MadeList, MadePromise } from './pairs.ts';

/** A page, file or route, and what it must contain of a promise, if its reader may see that. */
export interface Channel {
  name: string;
  /**
   * Numbers of promises that the channel may show: numbers for everybody, numbers for this reader, or, in the API,
   * numbers of all open promises.
   */
  numbers: 'public' | 'reader' | 'api';
  /**
   * `gifts`: givers; `parts`: parts and givers; `cards`: numbers; `numbers`: numbers as data; `own`: the giver's links.
   */
  made?: 'gifts' | 'whole gifts' | 'parts' | 'cards' | 'notes' | 'all numbers' | 'public numbers' | 'own';
}

/** An answer to a reader of a list. */
export interface ReadAnswer {
  channel: Channel;
  /** The bytes of the answer, with decoded entities. */
  text: string;
}

interface Page extends Channel {
  path: string;
}

/** Pages of a list that anybody can ask for, and pages about all lists of the reader. */
const pagesOf = ({ path, id }: MadeList): Page[] => [
  { name: 'public page', path, numbers: 'public', made: 'cards' },
  { name: 'page for givers', path: `${path}?giving=1`, numbers: 'reader', made: 'cards' },
  { name: 'notes on cards', path: `${path}?own-gifts=1`, numbers: 'public', made: 'notes' },
  { name: 'parts', path: `${path}?shares=1`, numbers: 'reader', made: 'parts' },
  { name: 'presents', path: `${path}?present=1`, numbers: 'reader' },
  { name: 'preview for guests', path: `${path}?as=guest`, numbers: 'public' },
  { name: 'form for questions', path: `${path}?ask=1`, numbers: 'public' },
  { name: 'form for following', path: `${path}?follow=1`, numbers: 'public' },
  { name: 'day as a file', path: `${path}?calendar=1`, numbers: 'public' },
  { name: 'feed', path: `${path}feed/`, numbers: 'public' },
  { name: 'embedded', path: `${path}embed/`, numbers: 'public' },
  { name: 'My registries', path: `/my-registries/?registry=${id}`, numbers: 'reader' },
];

/** Name of the page on which owners edit the delivery address. */
export const ADDRESS_PAGE = 'delivery address';

/** Pages and files for people who manage a list, or keep its gifts. */
const pagesOfManagers = ({ id }: MadeList): Page[] =>
  (
    [
      ['gifts', 'gifts=list', 'gifts'],
      ['file of gifts', 'gifts=csv', 'gifts'],
      ['export as data', 'export=json', 'gifts'],
      ['export as a page', 'export=html', 'gifts'],
      ['export as a table', 'export=csv', undefined],
      ['import into the list', 'import=1', undefined],
      [ADDRESS_PAGE, 'address=edit', undefined],
      ['hidden and received wishes', 'unlisted=edit', undefined],
      ['wishes of other lists', 'appearances=add', undefined],
    ] as const
  ).map(([name, query, made]) => ({
    ...{ name, path: `/my-registries/?registry=${id}&${query}`, numbers: 'reader' },
    ...(made && { made }),
  }));

/** Pages of members. */
const PAGES_OF_MEMBERS: readonly Page[] = [
  { name: 'My gifts', path: '/?my-gifts=1', numbers: 'public', made: 'own' },
  { name: 'all registries', path: '/my-registries/', numbers: 'reader' },
  { name: 'import of a list', path: '/my-registries/?import=1', numbers: 'public' },
  { name: 'account', path: '/my-registries/?account=edit', numbers: 'public' },
  { name: 'good to know', path: '/my-registries/?about=edit', numbers: 'public' },
  { name: 'reminders', path: '/my-registries/?reminders=edit', numbers: 'public' },
];

/** Channels that PHP answers without a page. */
const IN_PHP: Readonly<Record<string, Omit<Channel, 'name'>>> = {
  'largesse/v1/registries/{id}': { numbers: 'reader', made: 'all numbers' },
  'largesse/v1/registries/{id}/edits': { numbers: 'reader' },
  'largesse/v1/registries/{id}/giving': { numbers: 'reader' },
  'largesse/v1/registries/{id}/export': { numbers: 'reader', made: 'gifts' },
  'largesse/v1/registries': { numbers: 'reader' },
  'largesse/v1/lists': { numbers: 'reader' },
  'largesse/v1/gifts': { numbers: 'public', made: 'own' },
  'wp/v2/registries/{id}': { numbers: 'public' },
  'wp/v2/registries/{id}/revisions': { numbers: 'public' },
  'wp/v2/search?search=List': { numbers: 'public' },
  'wp-abilities/v1/abilities/largesse/get-registry/run?input[id]={id}': { numbers: 'reader' },
  'wp-abilities/v1/abilities/largesse/show-wanted/run?input[id]={id}': { numbers: 'reader' },
  'wp-abilities/v1/abilities/largesse/show-access/run?input[id]={id}': { numbers: 'reader' },
  'largesse_get_registry()': { numbers: 'public', made: 'public numbers' },
  'largesse_get_gifts()': { numbers: 'reader', made: 'gifts' },
  'exported personal data': { numbers: 'public', made: 'own' },
};

/** Routes of the API about a list. */
const API: Readonly<Record<string, Omit<Channel, 'name'>>> = {
  purchases: { numbers: 'api', made: 'whole gifts' },
  'items?include=remaining': { numbers: 'api' },
  events: { numbers: 'api' },
};

/** Checks whether a route, function or export answers the same about each list. */
const isAboutAll = (name: string): boolean => !name.includes('{id}') && !name.startsWith('largesse_get');

/**
 * Reads lists as their readers do. Pages and routes about all lists of an account are read once, because they do not
 * depend on a list; so are routes for visitors, because PHP answers them without cookies.
 */
export class ChannelReader {
  readonly #system: SiteWithApi;
  readonly #ofAccount = new Map<number, Promise<ReadAnswer[]>>();
  readonly #ofVisitors = new Map<number, Promise<ReadAnswer[]>>();

  constructor(system: SiteWithApi) {
    this.#system = system;
  }

  /**
   * Returns what a reader can fetch of a list; of a deleted one, only its own page and what PHP answers without a page.
   * @param forms wishes whose forms for giving are some of the pages
   */
  async read(reader: ListReader, list: MadeList, forms: readonly MadePromise[]): Promise<ReadAnswer[]> {
    const { cookie, account, isManager } = reader;
    const { url } = this.#system;
    const all = [
      ...pagesOf(list),
      ...(isManager ? pagesOfManagers(list) : []),
      ...forms.map(({ item }): Page => ({ name: 'form', path: `${list.path}?give=${item}`, numbers: 'reader' })),
    ];
    const ofAll = once(this.#ofAccount, account?.id ?? 0, async () => [
      ...(account ? await this.#pages(PAGES_OF_MEMBERS, cookie) : []),
      ...(await this.#inPhp(account, list, isAboutAll)),
    ]);
    const readList = () => this.#inPhp(account, list, (name) => !isAboutAll(name));
    const answers = [
      ...(await this.#pages(list.isDeleted ? all.slice(0, 1) : all, cookie)),
      ...(await (account ? readList() : once(this.#ofVisitors, list.id, readList))),
      ...(await ofAll),
    ];
    // Administrators see everything in the API.
    if (account === null || reader.row === 'administrator') return answers;
    const headers = { authorization: account.authorization };
    for (const [route, channel] of Object.entries(API)) {
      const path = route === 'events' ? `/events?registry_id=${list.id}` : `/registries/${list.id}/${route}`;
      const { text } = await send(AGENT, url, 'GET', path, { headers });
      answers.push({ channel: { name: `API: ${route}`, ...channel }, text });
    }
    return answers;
  }

  async #pages(pages: readonly Page[], cookie: string): Promise<ReadAnswer[]> {
    const answers: ReadAnswer[] = [];
    for (const { path, ...channel } of pages) {
      const { html, location } = await ask(this.#system.site, path, { cookie });
      answers.push({ channel, text: decoded(`${html} ${location}`) });
    }
    return answers;
  }

  async #inPhp(account: ListReader['account'], list: MadeList, isAsked: (name: string) => boolean) {
    const names = Object.keys(IN_PHP).filter(isAsked);
    const input = { user: account?.id ?? 0, list: list.id, names };
    const read: Record<string, unknown> = JSON.parse(await this.#system.site.wordpress.run(READ, input));
    return Object.entries(read).map(
      ([name, answer]): ReadAnswer => ({
        channel: { name, ...(IN_PHP[name] ?? assert.fail(name)) },
        text: JSON.stringify(answer),
      }),
    );
  }
}

/** Returns the value of a key, which is made at most once. */
function once<T>(known: Map<number, Promise<T>>, key: number, make: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** Uses a new connection for each request. */
export const AGENT = new Agent({ keepAlive: false });

const READ = `
  wp_set_current_user( $input['user'] );
  $answers = array();
  $server  = rest_get_server();
  foreach ( $input['names'] as $name ) {
    if ( str_contains( $name, '/' ) ) {
      $url     = wp_parse_url( 'https://site.example/' . str_replace( '{id}', $input['list'], $name ) );
      $request = new WP_REST_Request( 'GET', $url['path'] );
      parse_str( $url['query'] ?? '', $query );
      $request->set_query_params( $query );
      $answers[ $name ] = $server->response_to_data( rest_do_request( $request ), false );
    } elseif ( $input['user'] > 0 && str_starts_with( $name, 'largesse_get' ) ) {
      $answers[ $name ] = rtrim( $name, '()' )( $input['list'] );
    } elseif ( $input['user'] > 0 ) {
      foreach ( apply_filters( 'wp_privacy_personal_data_exporters', array() ) as $kind => $exporter ) {
        for ( $page = 1, $part = array( 'done' => ! str_starts_with( $kind, 'largesse' ) ); ! $part['done']; $page++ ) {
          $part = call_user_func( $exporter['callback'], wp_get_current_user()->user_email, $page );
          $answers[ $name ][] = is_wp_error( $part ) ? $part->get_error_message() : $part['data'];
          $part = is_wp_error( $part ) ? array( 'done' => true ) : $part;
        }
      }
    }
  }
  echo wp_json_encode( $answers );`;
