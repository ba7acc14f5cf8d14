import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Registry, RegistryChange } from '../../../plugin/assets/registry.ts';
import { type Answer, type Caller, dispatch, rest } from '../wordpress/requests.ts';
import type { Site } from '../wordpress/site.ts';

/** Fields in the answers of the plugin's routes. */
export interface NamespaceBody {
  /** After most changes, the answer contains only the changed parts. */
  registry: Registry & Pick<RegistryChange, 'order'>;
  item: number;
  asked?: { entry: string; text: string }[];
  deleted: boolean;
  undo: { before: number | string | null; heading?: string; items?: number[]; is_most_wanted?: boolean };
  registries?: { id: number; title: string }[];
  copy?: { id: number; title: string; manage_url: string };
  message: string;
  data: {
    status: number;
    fields?: Record<string, string>;
    errors?: { field: string; rule: string; limit: unknown }[];
    current?: Registry;
  };
}

/** Sends a request to a route of the plugin. `path` is the part of the route after `/registries`. */
type Ask = (site: Site, caller: Caller, method: string, path: string, body?: unknown) => Promise<Answer<NamespaceBody>>;

const PATH = '/wp-json/largesse/v1/registries';

export const ask: Ask = (site, caller, method, path, body) => rest(site, caller, method, PATH + path, body);

/** Like `ask`, but without HTTP. */
export const askDirectly: Ask = (site, caller, method, path, body) => dispatch(site, caller, method, PATH + path, body);

/** The description of a route in WordPress's answer to OPTIONS. */
export interface RouteHelp {
  endpoints: { methods: string[]; args: Record<string, { type?: unknown; description?: string; required: boolean }> }[];
  schema: { $schema: string; title: string; anyOf: { title: string; properties: Record<string, object> }[] };
}

/** Returns the patterns of all listed routes of the namespace, such as `/registries/(?P<id>\\d+)`. */
export async function listedRoutes(site: Site): Promise<string[]> {
  const { body } = await dispatch<{ routes: object }>(site, 'nobody', 'GET', '/wp-json/largesse/v1');
  const paths = Object.keys(body.routes).map((path) => path.slice('/largesse/v1'.length));
  return paths.filter((path) => path !== '');
}

/** Asks WordPress for the description of a route. */
export async function helpOf(site: Site, pattern: string): Promise<RouteHelp> {
  const path = pattern
    .replace('(?P<gift>[0-9A-Fa-f-]{36})', '00000000-0000-4000-8000-000000000000')
    .replaceAll(/\(\?P<\w+>\\d\+\)|\{\w+\}/g, '1');
  return (await dispatch<RouteHelp>(site, 'nobody', 'OPTIONS', `/wp-json/largesse/v1${path}`)).body;
}

/**
 * Validates an answer with the schema of its route. Returns the errors, or '' if the answer is valid.
 * @param title title of the schema: a method or `Error`
 */
export function schemaProblems({ schema }: RouteHelp, title: string, answer: unknown): string {
  const ajv = addFormats.default(new Ajv({ allowUnionTypes: true }), ['uuid']);
  const one = schema.anyOf.find((each) => each.title === title);
  if (one === undefined) return `there is no schema for ${title}`;
  return ajv.validate(draft6(one), answer) ? '' : ajv.errorsText();
}

/** WordPress's schemas follow draft 4 of JSON Schema, in which exclusive limits are flags; Ajv wants numbers. */
function draft6(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (value?.exclusiveMinimum !== true) return value;
    const { minimum, ...others } = value;
    return { ...others, exclusiveMinimum: minimum };
  });
}

/** Maximum number of rounds, if requests fail with 503. */
const ROUNDS = 5;

/**
 * Makes changes at the same time, and returns their statuses in ascending order. The plugin makes a change wait for
 * another change. After a few seconds, the waiting change fails with 503, as can happen on a busy machine. The function
 * then repeats the round.
 */
export async function simultaneousStatuses(round: () => Promise<number[]>): Promise<number[]> {
  for (let n = 1; ; n++) {
    const statuses = (await round()).sort();
    if (!statuses.includes(503) || n === ROUNDS) return statuses;
  }
}
