/** Pattern of the scheme of http and https addresses. */
export const HTTP = '[hH][tT][tT][pP][sS]?:';

/** Pattern of a scheme before another one, as in `https://https://shop.example`. */
export const REPEATED_SCHEME = `(?:${HTTP}//)+(?=${HTTP}//)`;

/**
 * Characters that are invisible and never meant in an address, a name or a key, for a character class: soft hyphen,
 * marks of direction, spaces of width zero, and byte order marks. Not the joiners U+200C and U+200D, which words and
 * emoji need.
 */
export const INVISIBLE_MARKS =
  '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff';

/*
 * Web addresses. Accepted: `http://` or `https://`, then a host with any number of labels, `localhost` or an IP
 * address; without a scheme, or with only `//`, a domain with a dot whose last label begins with two letters. Hosts
 * contain letters and digits of any script, emoji, `-`, `_` and encoded bytes; browsers refuse some other signs, and
 * the rest is never meant. Not accepted: white space, other schemes, a missing slash, quotes around the address, words,
 * names with dots only, numbers that are no IPv4 address, ports above 65535, and several addresses with only `,`, `;`
 * or `|` between. `web-address.ts` repairs typed addresses.
 */
const ENCODED =
  '%(?:2[1246-9A-Ea-e]|3[0-9BDbd]|4[1-9A-Fa-f]|5[0-9AFaf]|6[0-9A-Fa-f]|7[0-9ABDEabde]|[89A-Fa-f][0-9A-Fa-f])';
// Browsers also separate labels by the full stops of Chinese and Japanese.
const DOT = '[.\\u3002\\uff0e\\uff61]';
const HOST_LABEL = `(?!\\p{M})(?:[\\p{L}\\p{M}\\p{N}\\p{So}_\\u200c\\u200d\\ufe0f-]|${ENCODED})+`;
// If the last label is a number, browsers read the host as an IPv4 address.
const NUMBER_LABEL = `(?:[0-9]+|0[xX][0-9A-Fa-f]*)(?:${DOT})?(?:[:/?#\\\\\\s]|$)`;
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IP_ADDRESS = `\\[[0-9A-Fa-f:.]+\\]|(?:${OCTET}\\.){3}${OCTET}`;
const NAMED_HOST = `(?:${HOST_LABEL}${DOT})*(?!${NUMBER_LABEL})${HOST_LABEL}(?:${DOT})?`;
const HOST = `(?:${IP_ADDRESS}|${NAMED_HOST})`;
const DOMAIN = `(?:${HOST_LABEL}${DOT})+(?=\\p{L}\\p{M}*[\\p{L}\\p{N}-])${HOST_LABEL}(?:${DOT})?`;
/** Pattern of a port with the colon before it. */
export const PORT = ':0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{0,4})';
const USER_INFO = '[^/?#\\\\\\s\\u0000-\\u001f\\u007f\\p{Cs}]*@';
const AFTER_HOST = `(?:${PORT})?(?:[/?#\\\\][^\\s\\u0000-\\u001f\\u007f\\p{Cs}]*)?`;
/** Nothing before an address: it begins here, and no second one follows after a separator. */
const ONLY = `^(?![^\\s]*[,;|]${HTTP}//)`;
/** Pattern of an address with or without a scheme. */
export const ADDRESS = `${ONLY}(?:${HTTP}//(?:${USER_INFO})?${HOST}|(?://)?${DOMAIN})${AFTER_HOST} *$`;
/** Pattern of an absolute address. */
export const HTTP_ADDRESS = `${ONLY}${HTTP}//(?:${USER_INFO})?${HOST}${AFTER_HOST}$`;

/** Pattern of a character between an address and the words next to it. */
export const AROUND_ADDRESS = '[\\s|:;,.*•()\\[\\]<>"\'。、，；：（）「」『』【】《》〈〉–—-]';
