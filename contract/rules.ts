import { MAX_SAFE } from './limits.ts';

/**
 * Rules that a request can break, by name. Errors contain the texts in `detail`, and problems the names in `errors`
 * (rules: Errors). `%s` is replaced by the limit. The first rules are keywords of JSON Schema. `npm run rules` copies
 * all rules to the plugin.
 */
export const RULES = {
  required: 'is required',
  type: 'must be %s',
  enum: 'must be one of %s',
  additionalProperties: 'may only have %s',
  dependentRequired: 'goes with %s alone',
  oneOf: 'must name exactly one of %s',
  minLength: 'must be at least %s characters',
  maxLength: 'must be at most %s characters',
  minimum: 'must be %s or more',
  maximum: 'must be at most %s',
  exclusiveMinimum: 'must be greater than %s',
  minItems: 'must have at least %s entries',
  maxItems: 'must have at most %s entries',
  format: 'must be %s',
  pattern: 'has the wrong form',
  // Rules that JSON Schema does not have.
  clean_text: 'must not contain NUL or unpaired surrogates',
  not_blank: 'must not be blank',
  within_days: 'must be within the next %s days',
  conflicts_with: 'must not be true if %s is true',
  registry_full: 'a registry holds at most %s items',
  purchases_full: 'a registry holds at most %s purchases',
  ideas_full: 'a registry holds at most %s ideas',
  shares_full: 'a registry holds at most %s shares',
  appearances_full: 'appears on at most %s other lists',
  invitees_full: 'a registry holds at most %s',
  not_enough_left: 'Not enough left',
  is_shared: 'Guests give this item together',
  external_id_taken: 'Another item of the registry, or purchase of the item, has this external id',
  other_author: 'belongs to another author',
  other_item: 'Gift belongs to another item',
  other_registry: 'Idea belongs to another registry',
  other_user: 'Purchase belongs to another user',
  running: 'Request with this key is still running',
  other_request: 'belongs to another request',
  invalid_credentials: 'Invalid or missing credentials',
  not_allowed: 'Not allowed',
  database_full: 'Database has no room left',
  copied_site: 'This site is a copy: nothing can be changed here',
  path_not_found: 'Not found',
  item_not_found: 'Item not found',
  registry_not_found: 'Registry not found',
  invitee_not_found: 'Invitee not found',
  purchase_not_found: 'Purchase not found',
  idea_not_found: 'Idea not found',
  share_not_found: 'Share not found',
  webhook_not_found: 'Webhook not found',
  no_condition: 'is no condition of this request',
  item_changed: 'Item has changed',
  registry_changed: 'Registry has changed',
  idea_changed: 'Idea has changed',
  share_changed: 'Share has changed',
  purchase_exists: 'Purchase already exists',
  not_a_picture: 'is no picture',
  keeper_is_owner: 'must not name an owner who is not a keeper already',
} as const;

/** Name of a rule. */
export type Rule = keyof typeof RULES;

/** Names of all rules. */
export const RULE_NAMES = Object.keys(RULES).filter((name): name is Rule => Object.hasOwn(RULES, name));

/** Names of JSON types, as the error text `detail` shows them. */
export const TYPE_NAMES = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  null: 'null',
} as const;

/** Names of formats, as the error text `detail` shows them. Each key is a possible `limit` of the rule `format`. */
export const FORMAT_NAMES = {
  date: 'a date, YYYY-MM-DD',
  'date-or-time': 'a date, YYYY-MM-DD, or a time of ISO 8601 with its zone',
  uuid: 'a UUID',
  email: 'an e-mail address with only ASCII characters before the @',
  'http-address': 'an absolute http or https address',
  'https-address': 'an absolute https address',
  'web-address': 'an http or https address that a browser can open',
  'http-scheme': 'an address that begins with http:// or https://',
  'two-slashes': 'an address with two slashes after http: or https:',
  'bare-address': 'an address without quotation marks or brackets around it',
  'one-address': 'one address without spaces',
  'port-number': 'an address with a port of at most 65535',
  'host-name': 'an address with a host that a browser can open',
  'plain-address': 'an address without a user name and a password',
  'standard-port': 'an address with the port 80 or 443',
  'public-address': 'an address of a public server',
  currency: 'three capital letters of ISO 4217, such as EUR',
  'entity-tags': 'entity tags in double quotes, separated by commas, or *',
  'visible-ascii': '1 to 255 visible ASCII characters',
  cursor: 'a cursor of this service, or now',
} as const;

/** Name of a format. */
export type Format = keyof typeof FORMAT_NAMES;

/** Texts that replace the usual text of a rule if the rule has a certain limit. */
export const SPECIAL_TEXTS = {
  minLength: { 1: 'must be at least 1 character' },
  maximum: { [MAX_SAFE]: 'is too large' },
} as const;

/** Parameter of a rule: a number, a name, or names; null if the rule has no parameter. */
export type Limit = number | string | string[] | null;

/** One entry of `errors`: the field or parameter, the rule that it breaks, and the limit of that rule. */
export const BrokenRule = {
  title: 'BrokenRule',
  type: 'object',
  required: ['field', 'rule', 'limit'],
  properties: {
    field: {
      type: 'string',
      description: 'Path of the field, for instance `meta.registry_event_date`; `body` for the whole body',
      examples: ['price'],
    },
    rule: { type: 'string', enum: RULE_NAMES, examples: ['exclusiveMinimum'] },
    limit: {
      type: ['number', 'string', 'array', 'null'],
      items: { type: 'string' },
      description: 'Number, name or names in the rule; `null` if the rule has none',
      examples: [0],
    },
  },
} as const;
export interface BrokenRule {
  field: string;
  rule: Rule;
  limit: Limit;
}

/** A broken rule, and its text in the `detail` of an answer. */
export interface WordedRule extends BrokenRule {
  text: string;
}

/** Returns a broken rule with its text. @param text replaces the usual text of the rule */
export function wordedRule(field: string, rule: Rule, limit: Limit = null, text = ruleText(rule, limit)): WordedRule {
  return { field, rule, limit, text };
}

/** Returns the text of a rule with its limit. */
export function ruleText(rule: Rule, limit: Limit = null): string {
  const special: Readonly<Record<string, Readonly<Record<string, string>>>> = SPECIAL_TEXTS;
  return special[rule]?.[String(limit)] ?? RULES[rule].replace('%s', limitText(rule, limit));
}

function limitText(rule: Rule, limit: Limit): string {
  const lists: Readonly<Record<string, Readonly<Record<string, string>>>> = { type: TYPE_NAMES, format: FORMAT_NAMES };
  const names = lists[rule] ?? {};
  return [limit]
    .flat()
    .map((part) => names[String(part)] ?? String(part))
    .join(rule === 'type' ? ' or ' : ', ');
}
