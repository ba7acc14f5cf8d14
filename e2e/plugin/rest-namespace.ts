import type { Registry } from '../../plugin/blocks/my-registries/registry.ts';
import { type Answer, type Caller, rest } from '../wordpress/requests.ts';
import type { Site } from '../wordpress/site.ts';

/** Fields in answers of the namespace. */
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

/** Sends a request to the plugin's namespace; `path` is relative to `/registries`. */
export function ask(
  site: Site,
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<NamespaceBody>> {
  return rest<NamespaceBody>(site, caller, method, `/wp-json/largesse/v1/registries${path}`, body);
}

/** Maximum number of rounds if requests time out. */
const ROUNDS = 5;

/**
 * Returns the statuses of simultaneous changes, in order. In the plugin, one change waits a few seconds for another and
 * then fails, which can happen on a busy machine. The function repeats such a round.
 */
export async function simultaneousStatuses(round: () => Promise<number[]>): Promise<number[]> {
  for (let n = 1; ; n++) {
    const statuses = (await round()).sort();
    if (!statuses.includes(503) || n === ROUNDS) return statuses;
  }
}
