import type { Registry } from '../../plugin/blocks/my-registries/registry.ts';
import { type Answer, type Caller, rest } from '../wordpress/requests.ts';
import type { Site } from '../wordpress/site.ts';

/** What an answer of the namespace may hold. */
export interface Told {
  registry: Registry;
  item: number;
  deleted: boolean;
  undo: { token: string; before: number | null };
  message: string;
  data: { status: number; fields?: Record<string, string>; current?: Registry };
}

/** Sends a request to the plugin's namespace; `path` begins after `/registries`. */
export function ask(site: Site, caller: Caller, method: string, path: string, body?: unknown): Promise<Answer<Told>> {
  return rest<Told>(site, caller, method, `/wp-json/largesse/v1/registries${path}`, body);
}
