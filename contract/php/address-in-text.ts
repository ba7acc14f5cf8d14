import { WebPatterns } from '../addresses-in-text.ts';
import { toPcre } from './pcre.ts';

/**
 * Returns the pattern with which linkify-it finds an http or https address in a text, for PHP. The library lists each
 * character of a Unicode category; PHP knows the categories. PHP would copy a group as often as a bounded repetition
 * allows, and refuse the pattern as too large, so repetitions of groups lose their bounds. The possessive ones take
 * nothing away from what follows.
 */
export function addressInText(): string {
  const library = new WebPatterns().set({ urlAuth: true });
  const categories: readonly [listed: string, category: string][] = [
    [library.src_Any, '[\\s\\S]'],
    [library.src_P, '\\p{P}'],
    [library.src_Z, '\\p{Z}'],
    [library.src_Cc, '\\p{Cc}'],
    // With Unicode, PHP would also accept the digits of other scripts.
    ['\\d', '[0-9]'],
    // The delimiter of the plugin's patterns.
    ['~', '\\x7e'],
    ['{0,1000}', '*+'],
    ['{1,10000}', '++'],
    ['{0,10}', '*'],
    ['{0,61}', '*'],
    ['{1,50}', '+'],
    ['{1,100}', '+'],
  ];
  const source = categories.reduce(
    (text, [listed, other]) => text.replaceAll(listed, other),
    library.get_http_validator().source,
  );
  return toPcre(`(?i)https?:${source}`);
}
