/** The largest id and count that JSON numbers carry exactly: 2^53 − 1. */
export const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/*
 * Patterns are compiled with the `u` flag, as JSON Schema asks: `\p{Cs}` is then an unpaired surrogate, and
 * `minLength`, `maxLength` and `{1,100}` count code points. Databases cannot keep NUL or unpaired surrogates.
 */
const CLEAN = '[^\\u0000\\p{Cs}]';
const NO_CONTROLS = '[^\\u0000-\\u001f\\u007f\\p{Cs}]';
const HTTP = '[hH][tT][tT][pP][sS]?:';

const TEXT = `^${CLEAN}*$`;
const FILLED_TEXT = `^(?=[\\s\\S]*\\S)${CLEAN}*$`;
// Browsers drop leading spaces and control characters before they read the scheme, so neither may hide one.
const ADDRESS = `^(?! )(?:${HTTP}|(?![A-Za-z]+:))${NO_CONTROLS}*$`;
const HTTP_ADDRESS = `^${HTTP}//[^\\s/?#\\u0000-\\u001f\\u007f\\p{Cs}][^\\s\\u0000-\\u001f\\u007f\\p{Cs}]*$`;
const INVITEE = `^\\s*(?=\\S)${CLEAN}{1,100}(?<=\\S)\\s*$`;

// The calendar begins with the year 1; the format of JSON Schema with 0.
const DATE = '^(?!0000)';

/** What a value that breaks a pattern of this contract is told, by pattern. */
export const patternRules: Readonly<Record<string, string>> = {
  [TEXT]: 'must not contain NUL or unpaired surrogates',
  [FILLED_TEXT]: 'must not be blank, nor contain NUL or unpaired surrogates',
  [ADDRESS]: 'must be an http or https address, without control characters',
  [HTTP_ADDRESS]: 'must be an absolute http or https address',
  [INVITEE]: 'must be 1 to 100 characters',
  [DATE]: 'must be a date, YYYY-MM-DD',
};

interface Length {
  minLength?: number;
  maxLength?: number;
}

interface Annotations {
  description?: string;
  examples?: readonly unknown[];
}

/** Any text without NUL and unpaired surrogates; lengths in code points. */
export const text = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: TEXT }) as const;

/** Text with at least one character that is not white space. */
export const filledText = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: FILLED_TEXT }) as const;

/** A web address, with or without its scheme; a scheme, where there is one, is http or https. */
export const address = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: ADDRESS }) as const;

/** An absolute http or https address. */
export const httpAddress = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: HTTP_ADDRESS }) as const;

/** A user name or an e-mail address; surrounding white space does not count. */
export const invitee = <O extends Annotations>(options: O) =>
  ({ ...options, type: 'string', pattern: INVITEE }) as const;

/** Text that `null` clears. */
export const clearableText = <O extends Length & Annotations>(options: O) =>
  ({ ...options, type: ['string', 'null'], pattern: TEXT }) as const;

/** A day that there is, `YYYY-MM-DD`, or null to clear it. */
export const clearableDate = <O extends Annotations>(options: O) =>
  ({ ...options, type: ['string', 'null'], format: 'date', pattern: DATE }) as const;

/** A string, or null where there is none: for answers, which need no rules. */
export const nullableString = <O extends Annotations>(options: O) =>
  ({ ...options, type: ['string', 'null'] }) as const;

/** A string of an answer. */
export const string = <O extends Annotations>(options: O) => ({ ...options, type: 'string' }) as const;

/** A whole number of an answer. */
export const integer = <O extends Annotations>(options: O) => ({ ...options, type: 'integer' }) as const;

/** A moment of an answer: ISO 8601 in UTC, with milliseconds. */
export const moment = { type: 'string', format: 'date-time', examples: ['2026-05-01T09:30:00.000Z'] } as const;
