import { randomUUID } from 'node:crypto';
import { fetchOnce } from '../../support/http-client.ts';
import type { Site, TestUser } from './site.ts';

/** The sender of a request; `nobody` sends no credentials. */
export type Caller = TestUser | 'nobody';

/** An answer of the REST API. If WordPress refuses a request, `body` has `code` instead of the expected fields. */
export interface Answer<T = RegistryPost> {
  status: number;
  headers: Headers;
  body: T & { code?: string };
}

/** Fields of a registry that tests read. */
export interface RegistryPost {
  id: number;
  author: number;
  status: string;
  slug: string;
  link: string;
  title: { raw: string; rendered: string };
  /** `raw` is missing for visitors without the password. */
  content: { raw?: string };
  meta: Record<
    | 'registry_item_ids'
    | 'registry_invitees'
    | 'registry_owners'
    | 'registry_keepers'
    | 'registry_headings'
    | 'registry_most_wanted'
    | 'registry_event_type'
    | 'registry_event_date',
    string
  >;
}

/** Fields of a user that tests read. The optional fields are only in answers with `context=edit`. */
export interface User {
  id: number;
  slug: string;
  email?: string;
  first_name?: string;
}

/** Fields of a registry that tests write. */
export interface Draft {
  title?: string;
  content?: string;
  status?: string;
  password?: string;
  slug?: string;
  date?: string;
  author?: number;
  meta?: Record<string, unknown>;
}

/** Sends a request to the site's REST API. `path` begins with `/wp-json`, or is relative to `/wp-json/wp/v2`. */
export async function rest<T = RegistryPost>(
  site: Site,
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await fetchOnce(
    `${site.url}/wp-json${path.startsWith('/wp-json') ? path.slice(8) : `/wp/v2${path}`}`,
    {
      method,
      headers: {
        ...(caller === 'nobody' ? {} : { authorization: site.users[caller].authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** A request of `dispatchAll`. */
export type Dispatched = readonly [
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
];

/** Like `rest`, but faster: passes the request to WordPress's REST server without HTTP. */
export async function dispatch<T = RegistryPost>(site: Site, ...request: Dispatched): Promise<Answer<T>> {
  const [answer] = await dispatchAll<T>(site, [request]);
  if (answer === undefined) throw new Error('WordPress did not answer');
  return answer;
}

/** Passes requests to WordPress's REST server, one after the other, in one run. @returns their answers, in order */
export async function dispatchAll<T = RegistryPost>(site: Site, requests: readonly Dispatched[]): Promise<Answer<T>[]> {
  const printed = await site.wordpress.run(
    DISPATCH,
    requests.map(([caller, method, path, body, headers = {}]) => ({
      user: caller === 'nobody' ? 0 : site.users[caller].id,
      method,
      path: path.startsWith('/wp-json') ? path.slice(8) : `/wp/v2${path}`,
      body: body === undefined ? null : JSON.stringify(body),
      headers,
    })),
  );
  const answers: { status: number; headers: Record<string, string>; body: Answer<T>['body'] }[] = JSON.parse(printed);
  return answers.map((answer) => ({ ...answer, headers: new Headers(answer.headers) }));
}

/** Dispatches requests like `WP_REST_Server::serve_request()`. */
const DISPATCH = `
  // The plugin permits writing these two lists only in REST requests over HTTP. These filters permit writing here too.
  // If this code defined the constant REST_REQUEST instead, the next run would load WordPress again
  // (tools/wordpress/warm-run.php).
  foreach ( array( 'owners', 'keepers' ) as $list ) {
    add_filter( "auth_post_meta_registry_{$list}_for_registry", '__return_true' );
  }
  add_filter( 'deprecated_argument_trigger_error', '__return_false' );
  $answers = array();
  foreach ( $input as $asked ) {
    wp_set_current_user( $asked['user'] );
    $request = WP_REST_Request::from_url( rest_url( $asked['path'] ) );
    $request->set_method( $asked['method'] );
    $request->set_headers( $asked['headers'] );
    if ( null !== $asked['body'] ) {
      $request->set_header( 'content-type', 'application/json' );
      $request->set_body( $asked['body'] );
    }
    $server    = rest_get_server();
    $answer    = apply_filters( 'rest_post_dispatch', rest_do_request( $request ), $server, $request );
    $answers[] = array(
      'status'  => $answer->get_status(),
      'headers' => (object) array_map( 'strval', $answer->get_headers() ),
      'body'    => $server->response_to_data( $answer, $request->has_param( '_embed' ) ),
    );
  }
  echo wp_json_encode( $answers );`;

/** Stores lists of co-owners and keepers as if these people had accepted (rules: Co-owners and keepers). */
const STORE_HELPERS = `
  foreach ( $input as $id => $lists ) {
    foreach ( $lists as $key => $json ) {
      update_post_meta( (int) $id, $key, wp_slash( $json ) );
    }
  }`;

/**
 * Creates registries without HTTP, for the setup of tests. Named co-owners and keepers have accepted.
 * @returns their ids, in order
 */
export async function createAll(site: Site, drafts: readonly (readonly [TestUser, Draft])[]): Promise<number[]> {
  const answers = await dispatchAll(
    site,
    drafts.map(([caller, draft]) => {
      const { title = 'A registry', status = 'private' } = draft;
      // Gives each registry a separate slug. Without a slug, WordPress would derive the slug from the title, and try
      // one number after another until the slug is unused. Drafts have no slug.
      const hasName = draft.title !== undefined || status === 'draft' || status === 'pending';
      const slug = hasName ? {} : { slug: `a-${randomUUID()}` };
      const { registry_owners: _owners, registry_keepers: _keepers, ...meta } = draft.meta ?? {};
      return [caller, 'POST', '/registries', { ...slug, ...draft, title, status, meta }];
    }),
  );
  const ids = answers.map(({ status, body }) => {
    if (status !== 201) throw new Error(`Not created: ${JSON.stringify(body)}`);
    return body.id;
  });
  const helpers = drafts.flatMap(([, { meta = {} }], n) => {
    const lists = Object.entries(meta).filter(([key]) => HELPER_LISTS.includes(key));
    return lists.length > 0 ? [[ids[n], Object.fromEntries(lists)]] : [];
  });
  if (helpers.length > 0) await site.wordpress.run(STORE_HELPERS, Object.fromEntries(helpers));
  return ids;
}

const HELPER_LISTS = ['registry_owners', 'registry_keepers'];

/** Accepts all proposals of a registry on behalf of the named people, even if they have no account. */
export const acceptAll = (site: Site, id: number): Promise<string> =>
  site.wordpress.run(
    `foreach ( Largesse\\Registries\\Registry\\RegistryMeta::PROPOSED as $key => $proposed ) {
      $entries = static fn ( $key ) => (array) json_decode( (string) get_post_meta( $input, $key, true ) );
      update_post_meta( $input, $key, wp_slash( wp_json_encode( array_merge( $entries( $key ), $entries( $proposed ) ) ) ) );
      delete_post_meta( $input, $proposed );
    }`,
    id,
  );

/** Creates a registry without HTTP. @returns the registry's id */
export async function create(site: Site, caller: TestUser, registry: Draft): Promise<number> {
  const [id] = await createAll(site, [[caller, registry]]);
  return id ?? 0;
}

export function read(site: Site, caller: Caller, id: number, query = ''): Promise<Answer> {
  return dispatch(site, caller, 'GET', `/registries/${id}${query}`);
}

/** Answer to a browser's request for a page; redirects are not followed. */
export interface Page {
  status: number;
  location: string | null;
  html: string;
}

/** Fetches a page, with login cookies unless the caller is `nobody`. */
export async function page(site: Site, caller: Caller, path: string): Promise<Page> {
  const response = await fetchOnce(site.url + path, {
    redirect: 'manual',
    headers: caller === 'nobody' ? {} : { cookie: await logIn(site, caller) },
  });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

const cookies = new WeakMap<Site, Map<TestUser, Promise<string>>>();

/** Signs a user in once per site, without the sign-in form. @returns the `Cookie` header */
export function logIn(site: Site, person: TestUser): Promise<string> {
  const ofSite = cookies.get(site) ?? new Map<TestUser, Promise<string>>();
  cookies.set(site, ofSite);
  const known = ofSite.get(person) ?? createSession(site, person);
  ofSite.set(person, known);
  return known;
}

/** Creates a session in the same way as the sign-in form does. */
async function createSession(site: Site, person: TestUser): Promise<string> {
  return await site.wordpress.run(
    `$user = get_user_by( 'login', $input );
    $end = time() + 2 * DAY_IN_SECONDS;
    $token = WP_Session_Tokens::get_instance( $user->ID )->create( $end );
    foreach ( array( 'auth' => AUTH_COOKIE, 'logged_in' => LOGGED_IN_COOKIE ) as $scheme => $name ) {
      $cookies[] = $name . '=' . rawurlencode( wp_generate_auth_cookie( $user->ID, $end, $scheme, $token ) );
    }
    echo implode( '; ', $cookies );`,
    site.users[person].username,
  );
}

/** Returns a nonce for each action. The nonces are valid in the user's session. */
export async function noncesOf(site: Site, person: TestUser, actions: readonly string[]): Promise<string[]> {
  const nonces = await site.wordpress.run(
    `foreach ( explode( '; ', $input['cookie'] ) as $pair ) {
      list( $name, $value ) = explode( '=', $pair, 2 );
      $_COOKIE[ $name ] = urldecode( $value );
    }
    wp_set_current_user( $input['user'] );
    echo wp_json_encode( array_map( 'wp_create_nonce', $input['actions'] ) );`,
    { cookie: await logIn(site, person), user: site.users[person].id, actions },
  );
  return JSON.parse(nonces);
}
