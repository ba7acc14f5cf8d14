import { readFileSync } from 'node:fs';
import type { SurpriseLevel } from '../registries.ts';

/**
 * Content of `contract/rule-cases.json`: values, and the expected results of rules. Both the service and the plugin
 * implement these rules (rules: Registries, Invitees, Surprise).
 */
interface CaseFile<Value> {
  /** A value of a field, and the text of the rule that the value breaks; no rule if the value is valid. */
  fields: { field: FieldName; value: Value; rule?: string }[];
  /** Texts, and whether they show at least one character (rules: Text). */
  visible: { text: string; isVisible: boolean }[];
  /** Two names, and whether they are the same name in a circle. Only the plugin compares names (rules: Text). */
  names: { one: string; other: string; isSame: boolean }[];
  /** The same for names with letters or marks that look the same (Unicode UTS #39). */
  lookalikes: { one: string; other: string; isSame: boolean }[];
  /** Texts, and the first web address in each text; null for none. */
  addressesInTexts: { text: string; address: string | null }[];
  /** Typed e-mail addresses, and the same addresses with an ASCII domain; null for invalid addresses. */
  mailAddresses: { typed: string; ascii: string | null }[];
  /** Typed titles, and the values sent to the API. */
  titles: { typed: string; stored: string }[];
  /** Titles stored by other programs, and the values that are read from them. */
  storedTitles: { stored: string; title: string }[];
  /**
   * Addresses of items, and whether service and site accept them. A browser opens them after adding a missing scheme.
   */
  webAddresses: { address: string; isOpened: boolean }[];
  /** Typed or pasted addresses, and the repaired addresses, or the formats that the texts lack. */
  typedAddresses: { typed: string; address?: string; fault?: string }[];
  /** Affiliate links, and whether they are absolute http or https addresses. */
  links: { link: string; isTaken: boolean }[];
  /** Existing invitees, added invitees, and the resulting list. */
  added: { name: string; listed: string[]; added: string[]; list: string[] }[];
  /** Existing invitees, the removed invitee, and the resulting list. */
  removed: { name: string; listed: string[]; removed: string; list: string[] }[];
  /** An entry of a list, a user, and whether the entry names the user. */
  named: { entry: string; username: string; email: string; isNamed: boolean }[];
  /** The text of `registry_invitees`, and the list of invitees in this text. */
  storedInvitees: { stored: string; invitees: string[] }[];
  /** The texts of `registry_owners` and `registry_keepers`, and the roles of a user. */
  people: PersonCase[];
  /**
   * The text of `registry_item_ids`, the number of active items, and the resulting order. In the text, `{1}` is
   * replaced by the id of the first active item.
   */
  orders: { stored: string; active: number; order: number[] }[];
  /**
   * The stored level of a list, the stored day of its event, the stored day that its owner chose, a day, and what
   * owners see on this day of a new gift (rules: Surprise).
   */
  surprises: { level: string; event: string; chosen: string; today: string; newGift: SurpriseLevel }[];
  /** Requests of the site, and the values of `Largesse-Signature` (rules: Signed requests). */
  signatures: {
    name: string;
    key: string;
    time: number;
    method: string;
    address: string;
    body: string;
    statement: string;
    signature: string;
  }[];
  /** Addresses of sites. Addresses in one list are those of one site, addresses in two lists those of two sites. */
  sites: string[][];
}

interface PersonCase {
  name: string;
  isAuthor: boolean;
  owners: string;
  keepers: string;
  username: string;
  email: string;
  isOwner: boolean;
  isKeeper: boolean;
  /** True if the user receives the gifts. */
  isRecipient: boolean;
}

/**
 * Name of a field in the plugin. Bodies of the API contain `title` and `story` at the top level, and the other fields
 * in `meta`.
 */
export type FieldName = 'title' | 'story' | 'event_type' | 'event_date' | 'invitee';

/** Short form of a long text in the file: `repeat` as often as `times` says, then `after`. */
interface LongText {
  repeat: string;
  times: number;
  after?: string;
}

const file: CaseFile<unknown> = JSON.parse(readFileSync(new URL('../rule-cases.json', import.meta.url), 'utf8'));

/** All cases. Each abbreviated long text is replaced by the text itself. */
export const ruleCases: CaseFile<unknown> = {
  ...file,
  fields: file.fields.map((one) => ({ ...one, value: isLongText(one.value) ? writtenOut(one.value) : one.value })),
};

/** Shortens a value for the name of a test, and escapes invisible characters. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value).replace(
    /[^\p{L}\p{N}\p{P}\p{S} ]/gu,
    (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  );
  const characters = Array.from(text);
  return characters.length > 60 ? `${characters.slice(0, 30).join('')}… (${characters.length} characters)` : text;
}

function isLongText(value: unknown): value is LongText {
  return typeof value === 'object' && value !== null && 'repeat' in value;
}

function writtenOut({ repeat, times, after = '' }: LongText): string {
  return repeat.repeat(times) + after;
}
