/*
 * The limits and choices of the contract as plain constants (docs/api-rules.md). This file imports nothing, so that
 * scripts of pages can use it; `npm run rules` writes the values for PHP. Lengths are in characters (code points).
 */

/** Largest id and largest count. JSON numbers up to this limit, 2^53 − 1, are exact. */
export const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** The largest `quantity_needed` means that any number is welcome (rules: Any number). */
export const ANY_NUMBER = MAX_SAFE;

/** Maximum number of broken rules in one answer; in a list of new items, of each item. */
export const MAX_ERRORS = 10;

/** Maximum number of characters in a registry's fields (rules: Registries). */
export const REGISTRY_MAX_CHARS = { title: 200, story: 20_000, event_type: 100 } as const;

/** WordPress post statuses that the API can set for a registry (rules: Registries). */
export const REGISTRY_STATUSES = ['publish', 'private'] as const;

/** Maximum number of characters in an invitee's user name or e-mail address (rules: Invitees). */
export const MAX_INVITEE_CHARS = 100;

/** Maximum number of invitees in a request. */
export const MAX_INVITEES_AT_ONCE = 500;

/** Maximum number of invitees of a registry. */
export const MAX_INVITEES = 1000;

/** Maximum number of co-owners of a registry (rules: Co-owners and keepers). */
export const MAX_CO_OWNERS = 20;

/** Maximum number of keepers of a registry (rules: Co-owners and keepers). */
export const MAX_KEEPERS = 20;

/** Roles of a caller in listed registries (rules: Lists). */
export const REGISTRY_ROLES = ['owner', 'co-owner', 'invitee', 'any'] as const;

/** Maximum number of items that one request creates, and maximum size of its body in bytes (rules: Items). */
export const MAX_ITEMS_AT_ONCE = 100;
export const MAX_ITEMS_BYTES = 512 * 1024;

/** Maximum number of characters in an item's fields (rules: Items). */
export const ITEM_MAX_CHARS = {
  name: 100,
  description: 500,
  url: 2000,
  retailer: 2000,
  affiliate_url: 2000,
  image_url: 2000,
} as const;

/** Minimum length of an address that must not be empty: an item's `url`, and the address of an affiliate link. */
export const MIN_ADDRESS_CHARS = 10;

/** Maximum number of characters in an address for `PUT …/affiliate`. */
export const MAX_AFFILIATE_LINK_CHARS = 500;

/** States of an affiliate link (rules: Items). */
export const AFFILIATE_STATUSES = ['active', 'inactive', 'expired', 'none'] as const;

/** Value in the filter and in the counts of `GET /items/search`: items without an affiliate status. */
export const UNSET_STATUS = 'unset';

/** Defaults of a new item (rules: Items). */
export const ITEM_DEFAULTS = { quantity_needed: 1, quantity_purchased: 0, is_active: true } as const;

/**
 * Maximum number of active items in a registry (rules: Items). Registries that already have more items stay readable.
 */
export const MAX_ACTIVE_ITEMS = 1000;

/** Maximum number of other lists on which an item appears (rules: Appearances). */
export const MAX_APPEARANCES = 10;

/** Maximum number of ids in `GET /items?ids=`. */
export const MAX_IDS = 100;

/** Maximum number of items in a list. */
export const MAX_ITEMS_LISTED = 1000;

/** Maximum number of registries in a list. */
export const MAX_REGISTRIES_LISTED = 100;

/** Maximum number of characters in the text of `GET /items/search`. */
export const MAX_SEARCH_CHARS = 200;

/**
 * Roles of a reader of promises; keepers see every gift, owners are the author and co-owners (rules: Who sees what).
 */
export const READER_ROLES = ['author', 'co-owner', 'keeper', 'guest'] as const;

/** Levels of detail that owners see about gifts (rules: Surprise). */
export const SURPRISE_LEVELS = ['hidden', 'counts', 'names'] as const;

/** States of a purchase (rules: Purchases). */
export const PURCHASE_STATES = ['reserved', 'bought'] as const;

/** Maximum quantity of a purchase. */
export const MAX_PURCHASE_QUANTITY = 999;

/** Maximum number of characters in a purchase's fields. */
export const PURCHASE_MAX_CHARS = { giver_name: 100, giver_email: 254, message: 500 } as const;

/**
 * Maximum number of purchases by the owners of a registry. The same maximum applies to purchases by other people
 * (rules: Purchases).
 */
export const MAX_PURCHASES = 2000;

/** Maximum number of guests' ideas for a registry, for each audience (rules: Ideas of guests). */
export const MAX_IDEAS = 200;

/** Readers of an idea (rules: Ideas of guests). */
export const IDEA_AUDIENCES = ['guests', 'owners'] as const;

/** Maximum number of shares of a registry's wishes (rules: Shares of a wish). */
export const MAX_SHARES = 200;

/** Minimum amount of a share: a percentage of the price, and an amount in its currency (rules: Shares of a wish). */
export const MIN_SHARE = { percent: 5, amount: 1 } as const;

/** Maximum number of characters of a giver's note in a share. */
export const MAX_SHARE_NOTE_CHARS = 500;

/** Maximum number of days until a share ends. */
export const MAX_SHARE_DAYS = 400;

/** Days that remain for the other shares of a completely promised wish after a guest takes back a share. */
export const SHARE_GRACE_DAYS = 7;

/** Maximum number of characters in the fields of an idea. */
export const IDEA_MAX_CHARS = { name: 100, url: 2000, note: 500 } as const;

/** Maximum number of purchases in a list. */
export const MAX_PURCHASES_LISTED = 1000;

/** Sources of the data on a page, the most reliable first (rules: Previews). */
export const PREVIEW_SOURCES = ['json-ld', 'microdata', 'open-graph', 'page'] as const;

/** Maximum size in bytes of a file to import (rules: Export and import). */
export const MAX_FILE_BYTES = 2_000_000;

/** Maximum number of wishes in a file to import. */
export const MAX_FILE_WISHES = 2000;

/** Maximum number of wishes that one request of an import adds. */
export const MAX_WISHES_AT_ONCE = 50;

/** Maximum number of characters in a heading above wishes. */
export const MAX_HEADING_CHARS = 100;

/** Maximum number of characters in the text about an owner or a child (rules: Good to know). */
export const MAX_ABOUT_CHARS = 3000;

/** Maximum number of hidden and received wishes of a registry (rules: Hidden and received wishes). */
export const MAX_UNLISTED_WISHES = 200;

/** Maximum length of `external_id` (rules: External ids). */
export const MAX_EXTERNAL_ID_CHARS = 100;

/** Kinds of requests that a key may send (rules: Keys). */
export const KEY_SCOPES = ['read', 'gifts', 'events'] as const;

/** Previews that a process makes for a user who is not an admin in a minute (rules: Previews). */
export const PREVIEWS_A_MINUTE = 10;

/** Types of events (rules: Events). */
export const EVENT_TYPES = [
  'registry.updated',
  'registry.deleted',
  'item.created',
  'item.updated',
  'item.deleted',
  'item.restored',
  'purchase.created',
  'purchase.updated',
  'purchase.deleted',
  'purchases.revealed',
  'idea.created',
  'idea.updated',
  'idea.deleted',
  'share.created',
  'share.updated',
  'share.deleted',
] as const;

/** Maximum number of events in one answer. */
export const MAX_EVENTS_LISTED = 1000;

/** Maximum number of seconds that a request may wait for an event. */
export const MAX_WAIT_S = 25;

/** States of a webhook (rules: Webhooks). */
export const WEBHOOK_STATES = ['active', 'disabled'] as const;

/** States of the delivery of an event to a webhook (rules: Webhooks). */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

/** Maximum number of characters in a webhook's fields. */
export const MAX_WEBHOOK_CHARS = { description: 200 } as const;

/** Maximum number of deliveries in a list. */
export const MAX_DELIVERIES_LISTED = 1000;
