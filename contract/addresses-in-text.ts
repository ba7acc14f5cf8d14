/*! With linkify-it and uc.micro (MIT licenses): see licenses.txt */
import { LinkifyIt, REBuilder } from 'linkify-it';
import { HTTP, INVISIBLE_MARKS, REPEATED_SCHEME } from './address-pattern.ts';

/*
 * Addresses of http and https inside texts of any script, found by linkify-it. `npm run rules` writes the library's
 * pattern for the plugin, so a phone's share sheet and a pasted list find the same addresses.
 *
 * | text                                                        | address                                     |
 * |-------------------------------------------------------------|---------------------------------------------|
 * | words of any script before and after, also without a space  | without the words                           |
 * | final punctuation, ASCII or full-width; closing brackets    | without them                                |
 * | brackets, quotes, `;`, `,`, `.`, `'`, `!`, `|` inside       | with them                                   |
 * | a dash or a raised dot between two letters or digits        | with it                                     |
 * | a colon, and bold marks of chat programs at the end         | without them                                |
 * | `"…"` of data, and `_…_`, `~…~`, `||…||`, code marks        | without them, and what follows              |
 * | `<…|words>` of Slack                                        | without the words                           |
 * | invisible marks, repeated schemes                           | without them                                |
 * | several addresses, also with only `,`, `;` or `|` between   | each of them                                |
 * | no scheme, another scheme                                   | none                                        |
 */

/** Signs that linkify-it takes for the end of an address, and that addresses contain between letters or digits. */
const JOINING = String.raw`[\u00b7\u2010-\u2015\u2019\u2027\u30fb](?=[^\s\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\uff00-\uff0f])`;

/** Builds the patterns of linkify-it, with the joining signs. */
export class WebPatterns extends REBuilder {
  readonly #joining = new RegExp(`${JOINING}|`);

  // linkify-it puts this before a class of characters that a path may contain.
  override get_path_extra(): RegExp {
    return this.#joining;
  }
}

const finder = new LinkifyIt({ rebuilder: new WebPatterns(), urlAuth: true });

// Letters may precede a scheme, because Chinese and Japanese have no spaces.
const SCHEME = /(https?:)\/\/(?=[\p{L}\p{N}[@])/giu;

/**
 * Pattern of an address between signs that chat programs and data write around it. linkify-it takes most of these signs
 * for a part of the address.
 */
export const ENCLOSED = [
  `(?<=")${HTTP}//[^\\s"]{1,5000}(?=")`,
  `(?<=<)${HTTP}//[^\\s<>|]{1,5000}(?=\\|)`,
  `(?<=\`)${HTTP}//[^\\s\`]{1,5000}(?=\`)`,
  `(?<=\\|\\|)${HTTP}//[^\\s|]{1,5000}(?=\\|\\|)`,
  `(?<=([_\\u007e]))${HTTP}//(?:(?!\\1${HTTP})[^\\s]){1,5000}?(?=\\1{1,3}(?:[\\s.,;:!?)]|$))`,
].join('|');

/** Pattern of what an address does not end with, although linkify-it takes it for its end. */
export const NO_END = '[*:]+$';

/** Maximum number of UTF-16 units of an address. */
const MAX_UNITS = 10_000;

const MARKS = new RegExp(`[${INVISIBLE_MARKS}]`, 'gu');

/** An address in a text, and its place: UTF-16 units from `start` to before `end`. */
export interface FoundAddress {
  readonly address: string;
  readonly start: number;
  readonly end: number;
}

const REPEATED = new RegExp(REPEATED_SCHEME, 'gu');

/** Returns a text without invisible marks and repeated schemes, in which `addressesIn()` then finds addresses. */
export const cleaned = (text: string): string => text.replaceAll(MARKS, '').replaceAll(REPEATED, '');

/** Finds the addresses of http and https in a text, in their order. The time grows linearly with the length. */
export function* addressesIn(text: string): Generator<FoundAddress, undefined> {
  let past = 0;
  for (const { 1: scheme = '', index } of text.matchAll(SCHEME)) {
    if (index < past) continue;
    const rest = text.slice(index, index + MAX_UNITS);
    const length = finder.testSchemaAt(rest, scheme, scheme.length);
    if (length === 0) continue;
    const [whole = ''] = ONE.exec(withoutSigns(text, index, rest.slice(0, scheme.length + length))) ?? [];
    past = index + whole.length;
    const address = whole.replace(END, '');
    yield { address, start: index, end: index + address.length };
  }
}

/** Returns an address that was found in a text without the signs around it. @param index of the address in the text */
function withoutSigns(text: string, index: number, found: string): string {
  BETWEEN_SIGNS.lastIndex = index;
  const [inner = ''] = BETWEEN_SIGNS.exec(text) ?? [];
  if (inner === '' || inner.length > found.length) return found;
  const scheme = inner.slice(0, inner.indexOf(':') + 1);
  const length = finder.testSchemaAt(inner, scheme, scheme.length);
  return length === 0 ? found : inner.slice(0, scheme.length + length);
}

const BETWEEN_SIGNS = new RegExp(ENCLOSED, 'uy');
const END = new RegExp(NO_END, 'u');

/** The first of several addresses that only a separator divides. */
const ONE = /^https?:\/\/.*?(?=[,;|]+https?:\/\/|$)/i;
