import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ADDRESS, AROUND_ADDRESS, HTTP, INVISIBLE_MARKS, REPEATED_SCHEME } from '../address-pattern.ts';
import { ENCLOSED, NO_END } from '../addresses-in-text.ts';
import { CURRENCY_DECIMALS, PRICE_SIGNS } from '../currencies.ts';
import { TYPED_GIFT_FIELDS } from '../gift-fields.ts';
import { IdeaPut } from '../ideas.ts';
import { COPIED_FIELDS, ERASED_ITEM, OWN_FIELDS, WISH_FIELDS } from '../item-fields.ts';
import { ItemCreate } from '../items.ts';
import {
  ANY_NUMBER,
  IDEA_MAX_CHARS,
  MAX_ABOUT_CHARS,
  MAX_ACTIVE_ITEMS,
  MAX_APPEARANCES,
  MAX_CO_OWNERS,
  MAX_FILE_BYTES,
  MAX_FILE_WISHES,
  MAX_HEADING_CHARS,
  MAX_IDEAS,
  MAX_IDS,
  MAX_INVITEE_CHARS,
  MAX_INVITEES,
  MAX_INVITEES_AT_ONCE,
  MAX_ITEMS_AT_ONCE,
  MAX_ITEMS_BYTES,
  MAX_ITEMS_LISTED,
  MAX_KEEPERS,
  MAX_PURCHASE_QUANTITY,
  MAX_SAFE,
  MAX_SEARCH_CHARS,
  MAX_SHARE_DAYS,
  MAX_SHARE_NOTE_CHARS,
  MAX_SHARES,
  MAX_UNLISTED_WISHES,
  MAX_WISHES_AT_ONCE,
  MIN_SHARE,
  PURCHASE_MAX_CHARS,
  PURCHASE_STATES,
  REGISTRY_ROLES,
  REGISTRY_STATUSES,
  SURPRISE_LEVELS,
  UNSET_STATUS,
} from '../limits.ts';
import { DRAWINGS } from '../occasions.ts';
import { RegistryPurchasePut } from '../purchases.ts';
import { RegistryMetaUpdate, RegistryUpdate } from '../registries.ts';
import { REVEAL_DAYS_AFTER_EVENT } from '../reveal-day.ts';
import { FORMAT_NAMES, RULES, SPECIAL_TEXTS, TYPE_NAMES } from '../rules.ts';
import { address, email, filledText, httpAddress, INVISIBLE, optionalText, text } from '../text.ts';
import { ADDRESS_FAULTS, ADDRESS_REPAIRS, MAX_TYPED_UNITS } from '../web-address.ts';
import { addressInText } from './address-in-text.ts';
import { toPcre, WHITE_SPACE } from './pcre.ts';
import { FORM_MESSAGES, type FormMessage, STATUS_LABELS } from './texts.ts';

/** The schema of a field that the plugin checks itself. */
interface Field {
  type: 'string' | readonly ['string', 'null'];
  minLength?: number;
  maxLength?: number;
  pattern: string;
  format?: 'date';
}

interface NumberField {
  type: string | readonly string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

const FIELDS: Readonly<Record<string, Field>> = {
  title: RegistryUpdate.properties.title,
  story: RegistryUpdate.properties.story,
  event_type: RegistryMetaUpdate.properties.registry_event_type,
  event_date: RegistryMetaUpdate.properties.registry_event_date,
  // Uses separate rules for missing and long entries, so that forms can show different messages. The plugin trims an
  // entry before it applies these rules.
  invitee: filledText({ minLength: 1, maxLength: MAX_INVITEE_CHARS }),
  heading: filledText({ minLength: 1, maxLength: MAX_HEADING_CHARS }),
  giver_name: RegistryPurchasePut.properties.giver_name,
  message: RegistryPurchasePut.properties.message,
  idea_name: IdeaPut.properties.name,
  note: IdeaPut.properties.note,
  name: ItemCreate.properties.name,
  description: ItemCreate.properties.description,
  url: ItemCreate.properties.url,
  retailer: ItemCreate.properties.retailer,
  image_url: ItemCreate.properties.image_url,
  currency: ItemCreate.properties.currency,
};

/** Numeric fields of items. */
const NUMBERS = {
  price: numberSchema(ItemCreate.properties.price),
  quantity_needed: numberSchema(ItemCreate.properties.quantity_needed),
};

/** Limits that the plugin needs. */
const LIMITS = {
  MAX_SAFE,
  ANY_NUMBER,
  MAX_IDS,
  MAX_ACTIVE_ITEMS,
  MAX_ITEMS_AT_ONCE,
  MAX_ITEMS_BYTES,
  MAX_ITEMS_LISTED,
  MAX_SEARCH_CHARS,
  MAX_INVITEES,
  MAX_INVITEES_AT_ONCE,
  MAX_INVITEE_CHARS,
  MAX_CO_OWNERS,
  MAX_KEEPERS,
  MAX_PURCHASE_QUANTITY,
  MAX_FILE_BYTES,
  MAX_FILE_WISHES,
  MAX_WISHES_AT_ONCE,
  MAX_HEADING_CHARS,
  MAX_ABOUT_CHARS,
  MAX_UNLISTED_WISHES,
  MAX_APPEARANCES,
  MAX_IDEAS,
  MAX_SHARES,
  MAX_IDEA_NAME_CHARS: IDEA_MAX_CHARS.name,
  MAX_IDEA_ADDRESS_CHARS: IDEA_MAX_CHARS.url,
  MAX_IDEA_NOTE_CHARS: IDEA_MAX_CHARS.note,
  MIN_SHARE_PERCENT: MIN_SHARE.percent,
  MIN_SHARE_AMOUNT: MIN_SHARE.amount,
  MAX_SHARE_DAYS,
  MAX_SHARE_NOTE_CHARS,
  MAX_GIVER_NAME_CHARS: PURCHASE_MAX_CHARS.giver_name,
  MAX_GIVER_EMAIL_CHARS: PURCHASE_MAX_CHARS.giver_email,
  MAX_GIFT_MESSAGE_CHARS: PURCHASE_MAX_CHARS.message,
};

const HEAD = head('Service');

/** Returns the first lines of a file. @param folder folder in `plugin/src/Foundation` */
function head(folder: string): string {
  return `<?php
// Made from contract/ by \`npm run rules\`: change it there.
declare( strict_types=1 );

namespace Largesse\\Foundation\\${folder};
`;
}

/** Returns the text of `plugin/src/Foundation/Service/Rules.php`. */
export function phpRules(): string {
  return `${HEAD}
/**
 * Holds the limits and rules of the API's contract.
 */
final class Rules {

	/** Limits; lengths are in characters. */
${constants(LIMITS)}

	/**
	 * Roles, registry states that the API can set, states of gifts, levels of surprise, and the value for items without an
	 * affiliate status.
	 */
${constants({ REGISTRY_ROLES, REGISTRY_STATUSES, PURCHASE_STATES, SURPRISE_LEVELS, UNSET_STATUS })}

	/** Rules of the API with their texts; "%s" is replaced by the limit. */
${constants({ RULES, TYPE_NAMES, FORMAT_NAMES, SPECIAL_TEXTS })}

	/** White space that trimming removes, as a character class of a pattern. */
${constants({ WHITE_SPACE })}

	/** Pattern of texts that show at least one character, and the class of all other characters (rules: Text). */
${constants({ VISIBLE: toPcre(`[^${INVISIBLE}]`), INVISIBLE: toPcre(`[${INVISIBLE}]`).slice(1, -2) })}

	/** Pattern of characters that are invisible and never meant in an address, a name or a key. */
${constants({ INVISIBLE_MARKS: toPcre(`[${INVISIBLE_MARKS}]`) })}

	/** Patterns of texts that can be stored, of absolute http or https addresses, and of e-mail addresses. */
${constants({ TEXT: toPcre(text({}).pattern), HTTP_ADDRESS: toPcre(httpAddress({}).pattern), EMAIL: toPcre(email({}).pattern) })}

	/** Rules of the fields that the plugin stores or checks itself. */
${constants({ FIELDS: Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, fieldRules(field)])) })}

	/**
	 * Fields of a wish, fields that a copy of an item gets, fields of these that a copy on a list of other owners does
	 * not get, and the values of an erased item (contract/item-fields.ts).
	 */
${constants({ WISH_FIELDS, COPIED_FIELDS, OWN_FIELDS, ERASED_ITEM })}

	/** Fields that a giver types, and can change later (contract/gift-fields.ts). */
${constants({ TYPED_GIFT_FIELDS })}

	/** Days from the event to the day of the reveal, if the owner has chosen none. */
${constants({ REVEAL_DAYS_AFTER_EVENT })}

	/** Schemas of the fields of items that are numbers, as WordPress's REST API writes them (JSON Schema, draft 4). */
${constants({ NUMBERS })}

	/** Patterns of occasions, by drawing of link previews. */
${constants({ DRAWINGS })}
}
`;
}

const translatedPatterns = (pairs: readonly (readonly [pattern: string, value: string])[]) =>
  pairs.map(([pattern, value]) => [toPcre(pattern), value]);

/** Returns the text of `plugin/src/Foundation/Service/RuleTexts.php`. */
export function phpRuleTexts(): string {
  return `${HEAD}
/**
 * Translates the states of affiliate links, and the messages of forms for broken rules.
 */
final class RuleTexts {

	/**
	 * Returns the states of an affiliate link with their names.
	 *
	 * @return array<string, string>
	 */
	public static function affiliate_statuses(): array {
		return array(
${statusLabels()}
		);
	}

	/**
	 * Returns the messages of forms about broken rules. Forms show the first message that fits the rule and the field.
	 * A message without fields fits any field, and a rule without a limit fits any limit. "%s" stands for the limit.
	 *
	 * @return list<array{rules: list<array{0: string, 1?: int|string|list<string>}>, fields: list<string>, text: string}>
	 */
	public static function messages(): array {
		return array(
${FORM_MESSAGES.map(message).join('\n')}
		);
	}
}
`;
}

/** Returns the text of `plugin/src/Foundation/Format/AddressPatterns.php`. */
export function phpAddresses(): string {
  return `${head('Format')}
/**
 * Patterns of web addresses. ADDRESS_IN_TEXT is the pattern of the library linkify-it (MIT license).
 */
final class AddressPatterns {

	/**
	 * Addresses with or without a scheme, the scheme, an address inside a text, one between signs, what ends none, and a
	 * character around it.
	 */
${constants({ ADDRESS: toPcre(ADDRESS), SCHEME: toPcre(`^${HTTP}//`), ADDRESS_IN_TEXT: addressInText(), ENCLOSED: toPcre(ENCLOSED.replaceAll('{1,5000}', '+')), NO_END: toPcre(NO_END), REPEATED_SCHEME: toPcre(REPEATED_SCHEME), AROUND_ADDRESS: toPcre(AROUND_ADDRESS) })}

	/**
	 * Repairs of a typed address with their replacements, and the formats that other texts lack. A longer text is not
	 * repaired.
	 */
${constants({ REPAIRS: translatedPatterns(ADDRESS_REPAIRS), FAULTS: translatedPatterns(ADDRESS_FAULTS), MAX_BYTES: 4 * MAX_TYPED_UNITS })}
}
`;
}

/** Returns the text of `plugin/src/Foundation/Format/Currencies.php`. */
export function phpCurrencies(): string {
  return `${head('Format')}
/**
 * Data of currencies, by their ISO 4217 codes.
 */
final class Currencies {

	/** Number of decimals; currencies with two decimals are missing. */
${constants({ DECIMALS: CURRENCY_DECIMALS })}

	/** Signs before prices, by currency. */
${constants({ SIGNS: PRICE_SIGNS })}
}
`;
}

/**
 * Returns the text of `plugin/src/Together/Circles/decompositions.json`: compatibility decompositions of Unicode (NFKD)
 * by character, because PHP may lack the extension `intl`.
 */
export function decompositions(): string {
  const all = Array.from({ length: 0x110000 - 0x80 }, (_, index) => index + 0x80)
    // The plugin computes the letters of Hangul syllables.
    .filter((code) => !isBetween(code, 0xd800, 0xdfff) && !isBetween(code, 0xac00, 0xd7a3))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => character.normalize('NFKD') !== character)
    .map((character) => [character, character.normalize('NFKD')]);
  return `${JSON.stringify(Object.fromEntries(all))}\n`;
}

/**
 * Returns the text of `plugin/src/Together/Circles/lookalikes.json`: letters and marks of all scripts, each with the
 * small letters that look the same (Unicode UTS #39), such as the Cyrillic and the Latin a. All are decomposed. If only
 * the capital of a letter resembles a Latin letter, the small letter equals this Latin letter, too. Also contains the
 * digits and punctuation marks that look like ASCII characters: phones type ’ for the apostrophe of another keyboard.
 */
export function lookalikes(): string {
  const prototypes: Record<string, string> = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('unhomoglyph/data.json')), 'utf8'),
  );
  const folded = (text: string) => text.toLowerCase().normalize('NFKD');
  const latin = (character: string) => /^[a-z]+$/i.test(prototypes[character] ?? '') && prototypes[character];
  const found = new Map<string, string>();
  for (let code = 0x80; code < 0x110000; code++) {
    const character = isBetween(code, 0xd800, 0xdfff) ? '' : String.fromCodePoint(code);
    if (!/^[\p{L}\p{M}\p{N}\p{P}]$/u.test(character) || character.normalize('NFKD') !== character) continue;
    const [small, capital] = [character.toLowerCase(), character.toUpperCase()];
    // Unicode compares a capital I with a small L. Names are compared without capitals, so it remains an I.
    const isI = latin(small) === 'i' && latin(character) === 'l';
    const same = isI ? 'i' : latin(character) || (small === character && latin(capital)) || prototypes[character];
    const isLetter = /^[\p{L}\p{M}]$/u.test(character) && /^[\p{L}\p{M}]+$/u.test(same || '');
    const isSign = /^[\p{Lm}\p{N}\p{P}]$/u.test(character) && /^[!-~]+$/.test(same || '');
    if (same && (isLetter || isSign) && folded(same) !== folded(character)) found.set(character, folded(same));
  }
  // A prototype may itself look like a Latin letter.
  const all = [...found].map(([character, same]) => [
    character,
    [...same].map((one) => found.get(one) ?? one).join(''),
  ]);
  return `${JSON.stringify(Object.fromEntries(all))}\n`;
}

const isBetween = (code: number, first: number, last: number): boolean => code >= first && code <= last;

function fieldRules({ type, minLength = 0, maxLength = MAX_SAFE, pattern, format }: Field) {
  const isNullable = type !== 'string';
  return {
    types: [type].flat(),
    is_nullable: isNullable,
    min: minLength,
    max: maxLength,
    is_filled: pattern === filledText({}).pattern,
    is_visible: [filledText({}).pattern, optionalText({}).pattern].some((other) => other === pattern),
    is_day: format === 'date',
    is_address: pattern === address({}).pattern,
  };
}

/** Converts a schema to draft 4 of JSON Schema. In draft 4, `exclusiveMinimum` is true or false. */
function numberSchema({ type, minimum, maximum, exclusiveMinimum }: NumberField) {
  return {
    type,
    minimum: minimum ?? exclusiveMinimum,
    ...(exclusiveMinimum === undefined ? {} : { exclusiveMinimum: true }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

function statusLabels(): string {
  const entries = Object.entries(STATUS_LABELS).map(([key, label]) => [php(key), translated(label)] as const);
  return aligned(entries, '=>')
    .map((line) => `\t\t\t${line},`)
    .join('\n');
}

const translated = (words: string): string => `__( ${php(words)}, 'largesse' )`;

function message({ rules, fields = [], text: words, number }: FormMessage): string {
  const comment = number === undefined ? [] : [`/* translators: %s: ${number}. */`];
  const lines = [
    `'rules'  => ${php(rules)},`,
    `'fields' => ${php(fields)},`,
    ...comment,
    `'text'   => ${translated(words)},`,
  ];
  return ['\t\t\tarray(', ...lines.map((line) => `\t\t\t\t${line}`), '\t\t\t),'].join('\n');
}

/** Returns the PHP code of class constants, with aligned equals signs. */
function constants(values: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(values).map(([name, value]) => [name, php(value)] as const);
  return aligned(entries, '=')
    .map((line) => `\tpublic const ${line};`)
    .join('\n');
}

/** Formats a value as PHP code in the style of WordPress. @param indent indent of the first line of the result */
function php(value: unknown, indent = '\t'): string {
  if (typeof value === 'string') return `'${value.replace(/'|\\(?=[\\']|$)/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return value.length === 0 ? 'array()' : `array( ${value.map((each) => php(each)).join(', ')} )`;
  const entries = Object.entries(value).map(([key, each]) => [php(key), php(each, `${indent}\t`)] as const);
  const lines = aligned(entries, '=>').map((line) => `${indent}\t${line},`);
  return ['array(', ...lines, `${indent})`].join('\n');
}

/** Returns a line for each name and its value. `sign` has the same column in all lines. */
function aligned(entries: readonly (readonly [name: string, value: string])[], sign: string): string[] {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)} ${sign} ${value}`);
}
