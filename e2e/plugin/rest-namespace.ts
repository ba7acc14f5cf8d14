import type { Registry } from '../../plugin/blocks/my-registries/registry.ts';
import { type Answer, type Caller, rest } from '../wordpress/requests.ts';
import type { Site } from '../wordpress/site.ts';

/** What an answer of the namespace may hold. */
export interface NamespaceBody {
  registry: Registry;
  item: number;
  asked?: { entry: string; text: string; suggestions: string[] }[];
  deleted: boolean;
  undo: { before: number | string | null; heading?: string; items?: number[]; is_most_wanted?: boolean };
  registries?: { id: number; title: string }[];
  copy?: { id: number; title: string; manage_url: string };
  message: string;
  data: { status: number; fields?: Record<string, string>; current?: Registry };
}

/** Sends a request to the plugin's namespace; `path` begins after `/registries`. */
export function ask(
  site: Site,
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<NamespaceBody>> {
  return rest<NamespaceBody>(site, caller, method, `/wp-json/largesse/v1/registries${path}`, body);
}

/** How often a round is tried in which somebody gave up waiting. */
const ROUNDS = 5;

/**
 * Statuses of changes that are made at the same moment, in order. The plugin lets one wait for another for seconds only
 * and then says so, which a busy machine can bring about: such a round shows nothing, and another one is made.
 */
export async function statusesOf(round: () => Promise<number[]>): Promise<number[]> {
  for (let n = 1; ; n++) {
    const statuses = (await round()).sort();
    if (!statuses.includes(503) || n === ROUNDS) return statuses;
  }
}
