import { ADDRESS, HTTP_ADDRESS } from './address-pattern.ts';
import { MAX_INVITEE_CHARS } from './limits.ts';
import { type Format, type WordedRule, wordedRule } from './rules.ts';
import { addressFault } from './web-address.ts';

/*
 * Patterns are compiled with the `u` flag, as JSON Schema requires: `\p{Cs}` then matches an unpaired surrogate, and
 * `minLength`, `maxLength` and `{1,…}` count code points. The patterns exclude NUL and unpaired surrogates, because
 * databases cannot store them.
 */
const CLEAN = '[^\\u0000\\p{Cs}]';

/**
 * Characters that show nothing, for a character class: white space, control and format characters, fillers, variation
 * selectors, and signs that are blank, such as U+2800. Contains `Default_Ignorable_Code_Point` as ranges, because
 * PHP's patterns do not have this property. The plugin uses the same class (rules: Text).
 */
export const INVISIBLE =
  '\\s\\p{Z}\\p{Cc}\\p{Cf}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2065\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0' +
  '\\ufff0-\\ufff8\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}\\u{e0000}-\\u{e0fff}';

const TEXT = `^${CLEAN}*$`;
const FILLED_TEXT = `^(?=[\\s\\S]*[^${INVISIBLE}])${CLEAN}*$`;
const OPTIONAL_TEXT = `^(?:\\s*|(?=[\\s\\S]*[^${INVISIBLE}])${CLEAN}*)$`;

// Clients cannot send the path segments "." and "..", so nobody could remove these invitees.
const INVITEE = `^(?!\\s*\\.{1,2}\\s*$)\\s*(?=[\\s\\S]*[^${INVISIBLE}])(?=\\S)(?:(?![^@]*@)|(?=[\\u0000-\\u003f\\u0041-\\u007f]*@))${CLEAN}{1,${MAX_INVITEE_CHARS}}(?<=\\S)\\s*$`;

/** Pattern of an entity tag (RFC 9110, 8.8.3). `TAGS` matches tags separated by commas, or `*`. */
const TAG = '(?:W/)?"[!#-~\\u0080-\\u00ff]*"';
const TAGS = `^(?:\\*|${TAG}(?:[ \\t]*,[ \\t]*${TAG})*)$`;

/** Pattern of an `Idempotency-Key`. */
const KEY = '^[!-~]{1,255}$';

/** Pattern of a currency code of ISO 4217. */
const CURRENCY = '^[A-Z]{3}$';

const UUID = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/**
 * ASCII characters, `@`, and a domain of at least two labels, which may contain letters of any script. Mail servers
 * rarely accept other characters before the `@`. Combining accents and full-width characters are refused, because they
 * would give a domain a second spelling.
 */
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
const EMAIL = `^(?=.{6})(?!.*[\\u0300-\\u036f\\uff00-\\uffef])[A-Za-z0-9!#$%&'*+/=?^_\`{|}\\u007e.-]+@(?:${LABEL}\\.)+${LABEL}$`;

// Refuses the year 0000: JSON Schema's format `date` accepts it, but the calendar begins with the year 1.
const DATE = '^(?!0000)';

const FORMATS: Readonly<Record<string, Format>> = {
  [ADDRESS]: 'web-address',
  [HTTP_ADDRESS]: 'http-address',
  [DATE]: 'date',
  [TAGS]: 'entity-tags',
  [KEY]: 'visible-ascii',
  [UUID]: 'uuid',
  [EMAIL]: 'email',
  [CURRENCY]: 'currency',
};

/**
 * Looser forms of the patterns, for the OpenAPI document: Go has no lookaround, Python no `\p`, and both other escapes.
 */
const PORTABLE: Readonly<Record<string, { pattern?: string; format?: string }>> = {
  [TEXT]: {},
  [FILLED_TEXT]: { pattern: '\\S' },
  [OPTIONAL_TEXT]: {},
  [ADDRESS]: {},
  [HTTP_ADDRESS]: { pattern: '^[hH][tT][tT][pP][sS]?://[^\\s/?#][^\\s]*$' },
  [INVITEE]: { pattern: '\\S' },
  [TAGS]: { pattern: TAGS.replaceAll(/\\u00/g, '\\x') },
  [UUID]: { format: 'uuid' },
  [EMAIL]: { format: 'email' },
  [DATE]: { format: 'date' },
};

/** Returns a pattern or a format that most languages understand, for a pattern of the contract. */
export const portablePattern = (pattern: string): { pattern?: string; format?: string } =>
  PORTABLE[pattern] ?? { pattern };

const CLEAN_TEXT = new RegExp(TEXT, 'u');
const VISIBLE = new RegExp(`[^${INVISIBLE}]`, 'u');

const NON_ASCII_LOCAL_PART = /^[^@]*[^\0-\x7f@]/;
const DOTS = /^\s*\.{1,2}\s*$/;

const INVITEE_TEXT = `must be 1 to ${MAX_INVITEE_CHARS} characters`;

/** Returns the broken rule for a text that does not match `pattern`. */
export function patternRule(field: string, pattern: string, text: string): WordedRule {
  if (!CLEAN_TEXT.test(text)) return wordedRule(field, 'clean_text');
  if (pattern === FILLED_TEXT || pattern === OPTIONAL_TEXT) return wordedRule(field, 'not_blank');
  if (pattern === INVITEE)
    return !VISIBLE.test(text)
      ? wordedRule(field, 'not_blank', null, INVITEE_TEXT)
      : NON_ASCII_LOCAL_PART.test(text)
        ? wordedRule(field, 'format', 'email')
        : DOTS.test(text)
          ? wordedRule(field, 'pattern', null, 'must not be . or ..')
          : wordedRule(field, 'maxLength', MAX_INVITEE_CHARS, INVITEE_TEXT);
  const format = pattern === ADDRESS ? addressFault(text) : FORMATS[pattern];
  return format === undefined ? wordedRule(field, 'pattern') : wordedRule(field, 'format', format);
}

interface Length {
  minLength?: number;
  maxLength?: number;
}

interface Annotations {
  description?: string;
  /** Advice that is added to the error about a missing or empty value. */
  $comment?: string;
  examples?: readonly unknown[];
}

/** Describes a text without NUL and without unpaired surrogates. Lengths are in code points. */
export const text = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: TEXT }) as const;

/** Describes text that shows at least one character (rules: Text). */
export const filledText = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: FILLED_TEXT }) as const;

/** Describes an address that browsers open. The scheme is optional; if present, it must be http or https. */
export const address = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: ADDRESS }) as const;

/** Describes an absolute http or https address. */
export const httpAddress = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: HTTP_ADDRESS }) as const;

/** Describes a user name or an e-mail address. White space may surround the text. */
export const invitee = <O extends Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: INVITEE }) as const;

/** Describes the value of `If-Match`: entity tags, or `*`. */
export const entityTags = <O extends Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: TAGS }) as const;

/** Describes a key of 1 to 255 visible ASCII characters. */
export const visibleKey = <O extends Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: KEY }) as const;

/** Describes a UUID in upper or lower case. */
export const uuid = <O extends Annotations>(options: O) => ({ ...options, type: 'string', pattern: UUID }) as const;

/** Describes an e-mail address. */
export const email = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: EMAIL }) as const;

/** Describes an e-mail address, or null to clear it. */
export const clearableEmail = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: ['string', 'null'], pattern: EMAIL }) as const;

/** Describes text that is blank or shows at least one character. */
export const optionalText = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: OPTIONAL_TEXT }) as const;

/** Describes text that is blank or shows at least one character, or null to clear the text. */
export const clearableText = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: ['string', 'null'], pattern: OPTIONAL_TEXT }) as const;

/** Describes any text without NUL and without unpaired surrogates, or null to clear the text. */
export const clearableFreeText = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: ['string', 'null'], pattern: TEXT }) as const;

/** Describes a currency by its code of ISO 4217, or null for the site's currency. */
export const currencyCode = <O extends Annotations>(options: O) =>
  ({ ...options, type: ['string', 'null'], pattern: CURRENCY }) as const;

/** Describes a real date, `YYYY-MM-DD`, or null to clear it. */
export const clearableDate = <O extends Annotations>(options: O) =>
  ({ ...options, type: ['string', 'null'], format: 'date', pattern: DATE }) as const;

/** Describes a string of an answer. The string may be null. */
export const nullableString = <O extends Annotations>(options: O) =>
  ({ ...options, type: ['string', 'null'] }) as const;

/** Describes a string of an answer. */
export const string = <O extends Annotations>(options: O) => ({ ...options, type: 'string' }) as const;

/** Describes a whole number of an answer. */
export const integer = <O extends Annotations>(options: O) => ({ ...options, type: 'integer' }) as const;

/** Describes a UUID of an answer, which may be null. */
export const nullableUuid = <O extends Annotations>(options: O) =>
  ({ ...options, type: ['string', 'null'], format: 'uuid' }) as const;

/** Describes a UUID of an answer. */
export const answeredUuid = <O extends Annotations>(options: O) =>
  ({ ...options, type: 'string', format: 'uuid' }) as const;

/** A time in an answer: ISO 8601 in UTC, with milliseconds. */
export const moment = { type: 'string', format: 'date-time', examples: ['2026-05-01T09:30:00.000Z'] } as const;
