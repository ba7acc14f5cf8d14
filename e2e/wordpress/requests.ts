import { fetchOnce } from '../../api/testing/http-client.ts';
import type { Site, TestUser } from './site.ts';

/** The sender of a request; `nobody` sends no credentials. */
export type Caller = TestUser | 'nobody';

/**
 * An answer of the REST API. `body` has the type the test expects; if the request was refused, it contains `code`
 * instead.
 */
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

/** Fields of a user that tests read; only requests for editing return fields other than `id` and `slug`. */
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

/**
 * Sends a request to the site's REST API. `path` is relative to `/wp-json` if it starts with a slash, otherwise to
 * `/wp-json/wp/v2`.
 */
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

/** Creates a registry through the site's REST API code but without HTTP, for the setup of tests. @returns its id */
export async function create(site: Site, caller: TestUser, registry: Draft): Promise<number> {
  const draft = { status: 'private', title: 'A registry', ...registry };
  const told = await site.wordpress.run(
    // As in a REST request, whose constant would end the loaded WordPress.
    `foreach ( array( 'owners', 'keepers' ) as $list ) {
      add_filter( "auth_post_meta_registry_{$list}_for_registry", '__return_true' );
    }
    wp_set_current_user( $input['user'] );
    $request = new WP_REST_Request( 'POST', '/wp/v2/registries' );
    $request->set_header( 'content-type', 'application/json' );
    $request->set_body( $input['body'] );
    $answer = rest_do_request( $request );
    echo 201 === $answer->get_status() ? $answer->get_data()['id'] : wp_json_encode( $answer->get_data() );`,
    { user: site.users[caller].id, body: JSON.stringify(draft) },
  );
  if (!/^\d+$/.test(told)) throw new Error(`Not created: ${told}`);
  return Number(told);
}

export function read(site: Site, caller: Caller, id: number, query = ''): Promise<Answer> {
  return rest(site, caller, 'GET', `/registries/${id}${query}`);
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

/** Creates a session like the sign-in form. */
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
