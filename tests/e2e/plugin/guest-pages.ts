import { addCode } from '../wordpress/add-code.ts';
import { openFormBrowser, type Seen } from '../wordpress/form-browser.ts';
import { type Caller, create, type Draft } from '../wordpress/requests.ts';
import type { openMailingSite } from './mailing-site.ts';

type System = Awaited<ReturnType<typeof openMailingSite>>;

/** Functions for tests of the pages on which guests tell about presents, and give wishes together. */
export function guestPages(system: System) {
  const site = () => system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);

  /** Raises the limits of gifts, because all guests of a test share one network address. Call it before the tests. */
  async function prepare(): Promise<void> {
    await run(
      `update_option( 'largesse_gifts_per_address', 1000 ); update_option( 'largesse_gifts_per_registry', 1000 );`,
    );
    // Refuses all changes without a condition, because another guest may change an idea at the same moment.
    await addCode(
      site(),
      `add_filter( 'pre_http_request', static function ( $answer, $sent, $url ) {
         $is_change = preg_match( '~/(ideas|shares)/~', $url ) && in_array( $sent['method'], array( 'PUT', 'DELETE' ), true );
         $headers   = array_change_key_case( $sent['headers'] );
         return $is_change && ! isset( $headers['if-match'] ) && ! isset( $headers['if-none-match'] ) ? new WP_Error( 'unconditional' ) : $answer;
       }, 10, 3 );`,
    );
  }

  /** Creates a public registry of the owner. @returns its id and its path */
  async function list(draft: Draft = {}): Promise<{ id: number; path: string }> {
    const id = await create(site(), 'owner', { title: 'Lena’s wishes', status: 'publish', ...draft });
    const address = await run(
      'wp_set_current_user( get_post( $input )->post_author ); echo get_permalink( $input );',
      id,
    );
    return { id, path: address.replace(site().url, '') };
  }

  /** Opens a browser, with functions for both pages. */
  function browser(who: Caller) {
    const { send, press: pressed, cookies } = openFormBrowser(site(), who);
    const open = (path: string) => send(`${path}?present=1`);
    const openShares = (path: string) => send(`${path}?shares=1`);
    /** Sends the form that contains a text. @param act value of the pressed button, if the button has a value */
    const press = (from: Seen, path: string, text: string, act: string, typed: Record<string, string> = {}) => {
      const isOfShares = from.html.split('<form').some((form) => form.includes(text) && form.includes('name="shares"'));
      return pressed(from, path, text, { [isOfShares ? 'shares' : 'present']: act, ...typed });
    };
    return { send, open, openShares, press, cookies };
  }

  /** Returns the ideas or the shares of a registry, as the service stores them. */
  const ofService = async (method: 'list_ideas' | 'list_shares', id: number): Promise<Record<string, unknown>[]> =>
    JSON.parse(
      await run(
        `echo wp_json_encode( Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class )->${method}( array( 'registry_id' => $input ) ) );`,
        id,
      ),
    );
  const stored = (id: number) => ofService('list_ideas', id);
  const promised = (id: number) => ofService('list_shares', id);

  return { run, prepare, list, browser, stored, promised };
}

/** A browser of `guestPages()`. */
export type GuestBrowser = ReturnType<ReturnType<typeof guestPages>['browser']>;

/** Decodes a page, and removes the fields whose values are random. */
export const plain = (html: string): string =>
  html
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/name="(entry|token|version|purchase|_wpnonce)" value="[^"]*"/g, '');
