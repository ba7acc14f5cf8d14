import type { RegistryFile } from '../../../contract/exchange.ts';
import { readWishFile } from '../../../plugin/blocks/my-registries/exchange/reading/read.ts';
import { type Source, sourceOf } from '../../../plugin/blocks/my-registries/exchange/source.ts';
import { type Caller, dispatch } from '../wordpress/requests.ts';
import type { Site } from '../wordpress/site.ts';

export const FORMATS = ['json', 'csv', 'html'] as const;
export type Format = (typeof FORMATS)[number];

/** A wish that the site has read from a file. */
export interface PlannedWish {
  place: number;
  by: string;
  nth: number;
  price_text?: string;
  fields: Record<string, unknown>;
  state: string;
  problems: Record<string, string>;
}

/** Result of importing one wish. */
interface Result {
  place: number;
  state: string;
  id: number;
  problems: Record<string, string>;
}

/** Answer of a route. */
export interface Told {
  status: number;
  body: {
    message?: string;
    data?: { fields?: Record<string, string> };
    file?: { counts: Record<string, number>; wishes: PlannedWish[]; registry: { title: string } };
    registry?: {
      id: number;
      is_public: boolean;
      surprise_text: string;
      invitees: string[];
      story: string;
      is_story_html: boolean;
      items: ShownItem[];
    };
    results?: Result[];
    export?: RegistryFile;
  };
}

/** Fields that the site sends to the owner's page for each wish. */
interface ShownItem {
  name: string;
  is_any_number: boolean;
  quantity_purchased: number;
  is_complete: boolean;
  status_text: string;
}

/** Sends a request to a route below `/registries`, without HTTP. */
export const ask = (site: Site, caller: Caller, method: string, path: string, body?: object): Promise<Told> =>
  dispatch(site, caller, method, `/wp-json/largesse/v1/registries${path}`, body);

/** Adds all wishes of a file to a registry as the page does. @returns the results in the file's order */
export async function importAll(site: Site, caller: Caller, id: number, wishes: PlannedWish[], atOnce = 50) {
  const results = new Map<number, Result>();
  for (let left = wishes; left.length > 0; left = left.filter(({ place }) => !results.has(place))) {
    const chunks = Array.from({ length: Math.ceil(left.length / atOnce) }, (_, n) =>
      left.slice(n * atOnce, (n + 1) * atOnce).map(({ place, by, nth, fields }) => ({ place, by, nth, fields })),
    );
    // The site may postpone some wishes of a chunk. Sends them again before later chunks, to keep the order of the
    // wishes.
    for (const chunk of chunks) {
      const { status, body } = await ask(site, caller, 'POST', `/${id}/import`, { wishes: chunk });
      if (status !== 200 || !body.results) throw new Error(`${status} ${JSON.stringify(body)}`);
      for (const result of body.results) if (result.state !== 'waiting') results.set(result.place, result);
      if (body.results.some(({ state }) => state === 'waiting')) break;
    }
  }
  return [...results.values()].sort((one, other) => one.place - other.place);
}

/** Reads a file as the page does. @returns the body that the page sends to the site */
export function readAsPage(file: string, currency = ''): Source {
  const read = readWishFile(new TextEncoder().encode(file), currency);
  if ('fault' in read) throw new Error(`${read.fault} ${read.line}`);
  return sourceOf(read);
}

/** Creates a registry that contains all wishes of a file. @returns the id of the registry */
export async function createFromFile(site: Site, caller: Caller, file: string, title?: string): Promise<number> {
  const sent = { ...readAsPage(file), ...(title === undefined ? {} : { title }) };
  const { status, body } = await ask(site, caller, 'POST', '/from-file', sent);
  if (status !== 201 || !body.registry || !body.file) throw new Error(`${status} ${JSON.stringify(body)}`);
  await importAll(site, caller, body.registry.id, body.file.wishes);
  return body.registry.id;
}

/** Exports a registry in every format, with the permissions of the caller. */
export async function exportFiles(site: Site, caller: Caller, id: number): Promise<Record<Format, string>> {
  const printed = await site.wordpress.run(
    `wp_set_current_user( get_user_by( 'login', $input['caller'] )->ID );
     $exported = Largesse\\Managing\\Exchange\\ExportedRegistry::for_visitor( get_post( $input['id'] ), Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class ), Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class ) );
     $bought = Largesse\\Promises\\Giving\\BoughtView::of( get_post( $input['id'] ), ! Largesse\\Registries\\Registry\\Roles::of( get_post( $input['id'] ) )->is_recipient() );
     foreach ( $input['formats'] as $format ) {
       $files[ $format ] = base64_encode( Largesse\\Managing\\Exchange\\ExportFile::of( $exported, $format, $bought ) );
     }
     echo wp_json_encode( $files );`,
    { caller, id, formats: FORMATS },
  );
  const files: Record<Format, string> = JSON.parse(printed);
  return {
    json: Buffer.from(files.json, 'base64').toString(),
    csv: Buffer.from(files.csv, 'base64').toString(),
    html: Buffer.from(files.html, 'base64').toString(),
  };
}
