import type { SiteWithApi } from '../api/site-with-api.ts';

/** A gift, and the link of its giver. */
export interface Given {
  id: string;
  /** Address of the giver's page. */
  url: string;
  /** Key in the address. */
  key: string;
}

/**
 * Creates a guest's gift in the same way as the site does for a visitor.
 * @param fields item_id, and other fields of the purchase
 */
export async function give({ site }: SiteWithApi, registry: number, fields: object): Promise<Given> {
  const answer = await site.wordpress.run(
    `$id   = wp_generate_uuid4();
     $made = Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->give( get_post( $input['registry'] ), $id, $input['fields'] );
     if ( ! is_array( $made ) ) { echo wp_json_encode( $made ); return; }
     echo wp_json_encode( array( 'id' => $id, 'url' => Largesse\\Promises\\Giving\\GiftLink::url( Largesse\\Registries\\Registry\\OpenedList::of_visitor( get_post( $input['registry'] ) ), $id ) ) );`,
    { registry, fields },
  );
  const given: Partial<Given> | null = JSON.parse(answer);
  if (!given?.id || !given.url) throw new Error(`Not given: ${answer}`);
  return { id: given.id, url: given.url, key: new URL(given.url).searchParams.get('key') ?? '' };
}
