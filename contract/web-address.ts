import { ADDRESS, HTTP, INVISIBLE_MARKS, PORT, REPEATED_SCHEME } from './address-pattern.ts';
import type { Format } from './rules.ts';

/*
 * Typed and pasted addresses: in fields, in cells of tables, and in whatever a program passes on. Texts with more words
 * are read by `addresses-in-text.ts`. `npm run rules` copies the patterns to the plugin, so both repair in the same
 * way.
 *
 * | typed                                                     | result                                             |
 * |-----------------------------------------------------------|----------------------------------------------------|
 * | `https://shop.example/x`, also with `?`, `#`, port, IDN   | unchanged                                          |
 * | `shop.example/x`, `//shop.example/x`                      | gets `https://`                                    |
 * | `http:/shop…`, `https:shop…`, `https//shop…`, `http;//…`  | gets the two slashes                               |
 * | `htps://`, `https ://`, `https：//`, `http.//`, `https//:` | gets the right scheme                              |
 * | `http://https://shop…`, `https://www.https://shop…`       | loses the repeated scheme                          |
 * | quotes, brackets or marks around it, also only on one side | loses them                                         |
 * | a label with `:` or `=`, bullets or emoji before it       | loses them                                         |
 * | emoji behind it, after a space                            | loses them                                         |
 * | Markdown, BBCode, Slack's `<…|x>`, an HTML link, a formula | the address that it opens                          |
 * | a link of Access, `Jug#https://shop…#`                    | the address                                        |
 * | words, then one address at the end, also in brackets      | the address                                        |
 * | invisible marks anywhere                                  | loses them                                         |
 * | an address with spaces inside, or two addresses           | refused: nobody knows what belongs to the address  |
 * | words, `n/a`, `kettle-red-blue`, `24.50`                  | refused: no address                                |
 * | another scheme (`ftp:`, `javascript:`, `C:\`)             | refused                                            |
 * | a port above 65535, a host that browsers refuse           | refused                                            |
 */

/** A pattern, and what replaces each match. `$1` is the first group. */
type Repair = readonly [pattern: string, replacement: string];

/** Pairs of signs that people and programs write around addresses. */
const AROUND = [
  ...['""', "''", '``', '´´', '<>', '()', '[]', '{}', '**', '__', '~~', '||'],
  ...[
    '“”',
    '““',
    '„“',
    '„”',
    '””',
    '‘’',
    '‚‘',
    '’’',
    '«»',
    '»«',
    '‹›',
    '›‹',
    '「」',
    '『』',
    '【】',
    '《》',
    '〈〉',
    '（）',
  ],
];

// The tilde is the delimiter of the plugin's patterns.
const escaped = (sign: string) => (sign === '~' ? '\\u007e' : sign.replace(/[()[\]{}*|]/, '\\$&'));

const UNWRAP: Repair = [
  `^(?:${AROUND.map(([open = '', close = '']) => `${escaped(open)} ?(.+?) ?${escaped(close)}`).join('|')}) ?[.,;]?$`,
  AROUND.map((_, index) => `$${index + 1}`).join(''),
];

const COLON = '[:;：]';
const SLASH = '[/\\\\／]';
const RIGHT_SCHEME = `(?!${HTTP}//(?!/))`;
/** A separator between scheme and host: at least a colon, or two slashes. */
const SEPARATOR = ` ?(?:${COLON} ?${SLASH}*|\\.?${SLASH}{2,}:?) ?`;

/** Emoji and other signs that no address ends with after a space. */
const EMOJI = '\\p{So}\\p{Sk}\\ufe0f\\u200d';

/** Schemes whose addresses contain an address, and do not open it. */
const OTHER_SCHEME = '(?:blob|data|file|filesystem|javascript|mailto|vbscript):';

/** Repairs of a typed address, in their order. */
export const ADDRESS_REPAIRS: readonly Repair[] = [
  [`[${INVISIBLE_MARKS}]+`, ''],
  [REPEATED_SCHEME, ''],
  ['[\\s\\u0000-\\u001f\\u007f]+', ' '],
  ['^ | $', ''],
  ['&amp;(?=[^<>]*>.*</[aA]>$)', '&'],
  ['^<[aA] [^<>]*?[hH][rR][eE][fF] ?= ?(?:"([^"<>]+)"|\'([^\'<>]+)\'|([^"\'<> ]+))[^<>]*>.*</[aA]>$', '$1$2$3'],
  ['^!?\\[[^\\[\\]]*\\]\\( ?<?([^ <>]+?)>?(?: "[^"]*")? ?\\)$', '$1'],
  ['^\\[[uU][rR][lL]=["\']?(.+?)["\']?\\][^\\]]*\\[/[uU][rR][lL]\\]$', '$1'],
  ['^\\[[uU][rR][lL]\\](.+)\\[/[uU][rR][lL]\\]$', '$1'],
  // The formula for links has a name in each language: HYPERLINK, LIEN_HYPERTEXTE, HIPERVINCULO.
  ['^\'?= ?@?[\\p{L}._ ]+\\( ?"([^"]*)"(?: ?[,;].*)?\\)$', '$1'],
  [`^<(${HTTP}//[^ <>|]+)\\|[^<>]*>$`, '$1'],
  [`^[^#:/]*#(${HTTP}//[^# ]+)#[^#]*#?$`, '$1'],
  UNWRAP,
  UNWRAP,
  ['^(?:<?[uU][rR][lL]: ?|["\'“„«‹‘`´]+)', ''],
  // A quotation mark at the end belongs to the address if another one precedes it.
  ['^([^"“”„«»‹›`´<>]*)["“”»›`´>][“”»›`´">。，、；！？… ]*$', '$1'],
  [`(?: [${EMOJI}]{1,9}){1,3}$`, ''],
  ['[。，、；！？… ]+$', ''],
  ['^ | $', ''],
  [`^(?:${HTTP.slice(0, -1)}${SEPARATOR}(?:[wW]{3}\\.)?)+(?=${HTTP.slice(0, -1)} ?(?:${COLON}|${SLASH}{2}))`, ''],
  [`^${RIGHT_SCHEME}[hH]{0,2}[tT]{1,3}[pP]{1,2}[sS]{1,2}${SEPARATOR}`, 'https://'],
  [`^${RIGHT_SCHEME}[hH]{0,2}[tT]{1,3}[pP]{1,2}${SEPARATOR}`, 'http://'],
  [`^${COLON}?${SLASH}{2,}`, 'https://'],
  [`^(${HTTP}//) `, '$1'],
  [`^(?!${OTHER_SCHEME})[\\p{L}\\p{M} _-]{1,40}[:：=] ?(?=${HTTP}//[^ ]+$)`, ''],
  [`^(?:[${EMOJI}\\p{Sm}•·#*-] ?)+(?=${HTTP}//[^ ]+$)`, ''],
  [`^(?!.*://.*://).* (?:\\((${HTTP}//[^ ()]+)\\)|<(${HTTP}//[^ <>]+)>)$`, '$1$2'],
  // Punctuation of Chinese and Japanese separates words without a space, so it could begin further words.
  [`^(?!.*://.*://).* (${HTTP}//[^ 、。，；：！？（）「」『』【】《》〈〉]+)$`, '$1'],
];

/** Why a text is no address, by the first pattern that matches it. */
export const ADDRESS_FAULTS: readonly (readonly [pattern: string, format: Format])[] = [
  ['^["\'`´<(\\[“„«‹‘]', 'bare-address'],
  [`^(?!${HTTP})[A-Za-z][A-Za-z0-9+-]*:(?![0-9\\s]|$)`, 'http-scheme'],
  [`(?:^|\\s)${HTTP}//[^\\s]*\\s|\\s${HTTP}//`, 'one-address'],
  ['://[^\\s]*[\\s,;|][\\s\\S]*://|^(?:[A-Za-z]+:|//|[^\\s/]+\\.[^\\s/]+/)[^\\s]*\\s+[^\\s]', 'one-address'],
  [`^${HTTP}(?!//)`, 'two-slashes'],
  [
    `^(?:${HTTP})?(?://)?[^/?#\\\\\\s]*[^/?#\\\\\\s:]:(?!${PORT.slice(1)}(?:[/?#\\\\]|$))[0-9]+(?:[/?#\\\\]|$)`,
    'port-number',
  ],
  [`^(?:${HTTP})?//`, 'host-name'],
];

const VALID = new RegExp(ADDRESS, 'u');
const HAS_SCHEME = new RegExp(`^${HTTP}//`, 'u');
const repairs = ADDRESS_REPAIRS.map(([pattern, to]): [RegExp, string] => [new RegExp(pattern, 'gu'), to]);
const faults = ADDRESS_FAULTS.map(([pattern, format]): [RegExp, Format] => [new RegExp(pattern, 'u'), format]);

/** Returns the format that a text lacks. The text must not match the pattern of addresses. */
export const addressFault = (text: string): Format =>
  faults.find(([pattern]) => pattern.test(text))?.[1] ?? 'web-address';

/** An address that browsers open, with its scheme; or the format that the text lacks. */
export type TypedAddress = { readonly address: string } | { readonly fault: Format };

/** Maximum number of UTF-16 units of a text that is repaired. No address of an item is as long. */
export const MAX_TYPED_UNITS = 5000;

/** Reads an address that a person typed or pasted. Repairs what is clearly meant, and never cuts an address off. */
export function readAddress(typed: string): TypedAddress {
  if (typed.length > MAX_TYPED_UNITS) return { fault: addressFault(typed.slice(0, MAX_TYPED_UNITS)) };
  const text = repairs.reduce((repaired, [pattern, to]) => repaired.replaceAll(pattern, to), typed);
  if (!VALID.test(text)) return { fault: addressFault(text) };
  return { address: HAS_SCHEME.test(text) ? text : `https://${text}` };
}
