import { isDay, wordedRule } from '@largesse/contract';
import { invalidInput } from './errors.ts';

/**
 * Converts a date, or a time with a zone, to UTC.
 * @throws {ApiError} 422 for other texts, and years outside 1 to 9999
 */
export function timeOf(field: string, text: string): string {
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  const parsed = isDay(day) ? Date.parse(text) : Number.NaN;
  const utc = Number.isNaN(parsed) ? '' : new Date(parsed).toISOString();
  if (!isDay(utc.slice(0, 10))) throw invalidInput(wordedRule(field, 'format', 'date-or-time'));
  return utc;
}

/** @throws {ApiError} 422 unless exactly one of the fields is set @param part name of the whole input, for the error */
export function requireOneOf<T extends object>(part: 'query' | 'body', input: T, names: (keyof T & string)[]): void {
  if (names.filter((name) => input[name] !== undefined).length !== 1)
    throw invalidInput(wordedRule(part, 'oneOf', names));
}

/** @throws {ApiError} 422 if a field is set without the other field that it needs */
export function requireTogether<T extends object>(input: T, name: keyof T & string, other: keyof T & string): void {
  if (input[name] !== undefined && input[other] === undefined)
    throw invalidInput(wordedRule(name, 'dependentRequired', [other]));
}
