import { type Answer, type Caller, rest } from '../wordpress/requests.ts';
import type { Site } from '../wordpress/site.ts';

/** An item as the pages of the site get it. */
export interface ItemView {
  id: number;
  name: string;
  description: string;
  url: string;
  retailer: string;
  image_url: string;
  price: string;
  price_text: string;
  quantity_needed: number;
  quantity_purchased: number;
  status_text: string;
  is_complete: boolean;
  gift_url: string;
  version: string;
}

/** A registry as the pages of the site get it. */
export interface RegistryView {
  id: number;
  title: string;
  event_type: string;
  event_date: string;
  date_text: string;
  is_public: boolean;
  is_draft: boolean;
  story: string;
  is_story_html: boolean;
  permalink: string;
  manage_url: string;
  version: string;
  items: ItemView[];
  items_error: string;
  invitees: string[];
}

/** What an answer of the namespace may hold. */
export interface Told {
  registry: RegistryView;
  item: number;
  deleted: boolean;
  undo: { token: string; before: number | null };
  message: string;
  data: { status: number; fields?: Record<string, string>; current?: RegistryView };
}

/** Sends a request to the plugin's namespace; `path` begins after `/registries`. */
export function ask(site: Site, caller: Caller, method: string, path: string, body?: unknown): Promise<Answer<Told>> {
  return rest<Told>(site, caller, method, `/wp-json/largesse/v1/registries${path}`, body);
}
