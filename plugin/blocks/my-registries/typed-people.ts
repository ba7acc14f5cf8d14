/*! With postal-mime (MIT-0 license): see licenses.txt */
import { addressParser } from 'postal-mime';
import { INVISIBLE_MARKS } from '../../../contract/address-pattern.ts';

/*
 * Lists of people that were typed, or copied from a mail program or a table. postal-mime reads the lists of mail
 * programs. A wrong reading would show a private list to a stranger. So words are user names only in lists that are
 * surely no names, and each address and word ends up in an entry, or belongs to the name of an address.
 *
 * | text                                                      | people                                             |
 * |-----------------------------------------------------------|----------------------------------------------------|
 * | user names between separators of one kind: `,` `;` `|` ` / ` lines | each                                      |
 * | user names and addresses in one line, in the same way     | each                                               |
 * | the same with the separators of other scripts             | each                                               |
 * | several addresses between spaces                          | each                                               |
 * | `Stone, Alice <a@…>`, also with quotation marks           | the address; the words before it are a name        |
 * | `Alice Stone a@…`                                         | the address; the words are a name                  |
 * | words and separators of two kinds, quotation marks, tabs  | the words are asked: `Stone, Alice; Jonas, Bob`    |
 * | words and addresses in several lines                      | the words are asked                                |
 * | names in one list with addresses that have names          | asked                                              |
 * | words with a space next to addresses                      | asked                                              |
 * | words and addresses by turns, or words of an address      | asked: each may be the name of the next            |
 * | a column named "E-mail" in any language, and words        | asked                                              |
 * | `a@… granny`, `granny and opa@…`, `a@alpha .example`      | asked as a whole                                   |
 * | `alice@gmail,com`, `Alice <a@…, Bob <b@…>`                | asked                                              |
 * | `a@… <mailto:a@…>`, `mailto:a@…?cc=b@…`, links of HTML    | the addresses                                      |
 * | tags and entities of HTML                                 | lines and cells; decoded                           |
 * | bullets, numbers, `mailto:`, `To:`, quotes, `[at]`, `[dot]` | without them                                     |
 * | rows of a table                                           | their addresses; without any, each cell is asked   |
 * | lines with one address, always in the same column         | the addresses; the words are names                 |
 * | vCards                                                    | their addresses                                    |
 * | invisible marks                                           | without them                                       |
 */

/** A person in a typed or pasted list. */
export interface TypedPerson {
  /** Part of the text that names the person, as typed. */
  readonly typed: string;
  /** User name or e-mail address, without the rest of the text. */
  readonly entry: string;
  /** True if the words can be a part of a name, or the text can mean other people. The page then asks. */
  readonly isUnclear: boolean;
}

/** An address in a text: an "@" with characters on both sides. */
const ADDRESS = /[^@\s<>()[\]{}"“”„«»‹›‚,;:|`*…。]{1,320}@[^@\s<>()[\]{}"“”„«»‹›‚,;:|`*…。?&=/\\]+/g;

/** Replaces ` / ` between people. */
const SLASH = '\f';

/** A part of a line up to a semicolon, a bar or a slash. It does not end inside a quoted name. */
const GROUP = /(?:"[^"]*"\s*(?=<)|[^;|\f])+/g;

/** A part of a group, up to a comma. */
const PART = /[^,]+/g;

const MARKS = new RegExp(`[${INVISIBLE_MARKS}]|(?![\\t\\n\\r])\\p{Cc}`, 'gu');

/** Other characters that show nothing, and that no address contains. */
const BLANKS = /[\u034f\u115f\u1160\u2800\u3164\uffa0]/g;

/** Joiners without a meaning: at an end, or next to a letter of a script that does not join letters. */
const JOINERS =
  /[\u200c\u200d]{1,20}(?![^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Nd}\p{P}\p{Z}\s])|(?<![^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Nd}\p{P}\p{Z}\s])[\u200c\u200d]{1,20}/gu;

/**
 * The entities in addresses and around them. Our own list, because the library `entities` would add 15 KB (compressed)
 * to My registries, also for owners who paste nothing.
 */
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
};

const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi, (whole, number, hex, name) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(number) : Number.parseInt(hex, 16))
      : (ENTITIES[name.toLowerCase()] ?? whole),
  );

/** Removes tags and entities of HTML, invisible marks, and marks of lists. */
function plain(text: string): string {
  const lines = decoded(text)
    .replaceAll(MARKS, '')
    .replaceAll(BLANKS, '')
    .replaceAll(JOINERS, '')
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/<a\s[^<>]*mailto:([^<>"'?\s]+)[^<>]*>(?:[^<>@]{0,200}<\/a>)?/gi, ' $1 ')
    .replaceAll(/=HYPERLINK\(\s*"mailto:([^"?\s]+)[^"]*"[^()\n]*\)/gi, ' $1 ')
    .replaceAll(/<\/?(?:t[dh])(?:\s[^<>]*)?>/gi, '\t')
    .replaceAll(/<\/?(?:br|p|li|[ou]l|div|tr|table|tbody|h[1-6])(?:\s[^<>]*)?\/?>/gi, '\n')
    .replaceAll(/<\/?(?:a|b|i|u|em|strong|span|font|small|code)(?:\s[^<>]*)?>/gi, ' ')
    .replaceAll(/[?&](?:to|cc|bcc)=(?=[^\s@]{1,100}@)/gi, ',')
    .replaceAll(/[?&](?:subject|body)=[^\s<>"'&]*/gi, '')
    .replaceAll(/[＜＠＞．]/g, (sign) => sign.normalize('NFKC'))
    .replaceAll(/[〈《]/g, '<')
    .replaceAll(/[〉》]/g, '>')
    .replaceAll(/[「」『』【】]/g, ' ')
    .replaceAll('：', ': ')
    // A full stop of Chinese and Japanese is a dot in an address, and separates addresses.
    .replaceAll(/(?<=@[^\s@,;]{1,100})[。｡](?=[a-z][a-z\d-]*(?![^\s,;。、，；<>]*@))/gi, '.')
    .replaceAll(/[。｡](?=[^\s@。｡]{1,100}@)/g, ',')
    .replaceAll(/ ?[([{] ?(?:at|ät|@) ?[)\]}] ?(?=[\p{L}\p{N}])/giu, '@')
    .replaceAll(/ ?[([{] ?(?:dot|punkt|point|punto|\.) ?[)\]}] ?/gi, '.')
    .split('\n')
    .map((line) => (line.split('"').length % 2 === 0 ? line.replaceAll('"', '') : line));
  // In one line, `1.alice@…` can be an address.
  const number = /^\s*\d{1,3}[.):](?=\s*[^\s@]{1,320}@)/;
  const isNumbered = lines.filter((line) => number.test(line)).length > 1;
  return lines
    .map((line) => (isNumbered ? line.replace(number, '') : line))
    .join('\n')
    .replaceAll(/^[^\S\n]*(?:[-*•·–—]|\d{1,3}[.)])[^\S\n]+/gm, '')
    .replaceAll(/^[^\S\n]*(?:from|to|cc|bcc|von|an|de|para|à|a|per|aan) ?:(?=.*@)/gim, '');
}

/** Replaces separators of other scripts and programs. */
const separated = (text: string) =>
  text
    .replaceAll(/[；؛]/g, ';')
    .replaceAll('｜', '|')
    .replaceAll(/\s\/\s/g, SLASH)
    .replaceAll(/[、，،]|・(?=[^\s@・]{1,100}@)/g, ',')
    // The library takes words behind an address for a part of its name.
    .replaceAll(/(@[^\s<>]{1,300}[^\S\n]{0,5}>)(?=[^\S\n]*[^\s,;|>()])/g, '$1;');

/** Returns the kinds of separators between people. Those at the ends do not count. */
function separatorsIn(text: string): Set<string> {
  const found = text
    .trim()
    .match(/(?<=[^\s,;|、，،；؛｜])\s*(?:[\n\t,;|、，،；؛｜]|\s\/(?=\s))[\s,;|、，،；؛｜]*(?=[^\s,;|、，،；؛｜])/g);
  return new Set((found ?? []).map((one) => [...new Set(one.replaceAll(/[^\S\n\t]/g, ''))].join('')));
}

/** Splits a list of people. Returns repeated people only once. */
export function splitPeople(text: string): TypedPerson[] {
  const clean = plain(text);
  const list = /^BEGIN:VCARD$/im.test(clean) ? addressesOfCards(clean) : clean;
  const lines = separated(list).split('\n');
  const isTable = isTableOf(lines);
  const found = lines.flatMap((line) =>
    isTable && isRow(line) ? namedIn(line) : (line.match(GROUP) ?? []).map((group) => peopleIn(group.trim())),
  );
  const entries = found.flatMap((group) => group.entries).filter(({ entry }) => entry !== '');
  const all = entries.map(({ entry }) => entry);
  const hasNames = found.some(({ isNamed }) => isNamed) || canBeNames(all, list.trim().includes('\n'));
  const isAmbiguous = hasNames || separatorsIn(list).size > 1 || /["“”„«»\t]/.test(list.trim());
  const hasAddresses = all.some(isAddress);
  const hasWords = !all.every(isAddress);
  const people = new Map<string, TypedPerson>();
  for (const { typed, entry, isLost = false } of entries) {
    const same = entry.toLowerCase();
    const isUnclear = isAddress(entry)
      ? isLost || (hasWords && !isWhole(entry))
      : isAmbiguous || (hasAddresses && entry.includes(' '));
    if (!people.has(same)) people.set(same, { typed, entry, isUnclear });
  }
  return [...people.values()];
}

/** Checks whether words next to addresses can be names: in lines, by turns, below a heading, or words of an address. */
function canBeNames(entries: readonly string[], hasLines: boolean): boolean {
  const words = entries.filter((entry) => !isAddress(entry));
  const addresses = entries.filter(isAddress);
  if (words.length === 0 || addresses.length === 0) return false;
  const local = addresses.map((address) => address.replace(/@.*$/s, '').toLowerCase()).join(' ');
  const turns = entries.filter((entry, at) => isAddress(entry) && !isAddress(entries[at - 1] ?? '@'));
  return (
    hasLines ||
    turns.length > 1 ||
    words.some(isHead) ||
    words.some((word) => word.length > 2 && local.includes(word.toLowerCase())) ||
    !addresses.every(isWhole)
  );
}

const isAddress = (entry: string) => entry.includes('@');

/** Checks whether words name a column of e-mail addresses. */
const isHead = (entry: string) =>
  !isAddress(entry) &&
  /(?<![\p{L}\p{N}])(?:e-?mails?|mail|courriel|correo|posta|poczta|почта|пошта)(?![\p{L}\p{N}])|メール|邮箱|郵箱|邮件|郵件|이메일|بريد|דוא/iu.test(
    entry,
  );

/** Checks whether the domain of an address has a dot. Without one, the rest of the address can be in another word. */
const isWhole = (address: string) => /@.*\./.test(address);

/** Returns the addresses in vCards, one in each line. Long lines are folded, and old programs encode signs. */
function addressesOfCards(cards: string): string {
  const found = cards.replaceAll(/\n[ \t]/g, '').matchAll(/^(?:[\w-]{1,100}\.)?EMAIL\b([^:\n]*):(.*)$/gim);
  return [...found]
    .map(([, parameters = '', address = '']) =>
      /quoted-printable/i.test(parameters) ? address.replaceAll(/=40/g, '@') : address,
    )
    .join('\n');
}

interface Entry {
  readonly typed: string;
  readonly entry: string;
  /** True if the entry is a whole text, because a part of it would be lost. */
  readonly isLost?: boolean;
}

interface Group {
  readonly entries: readonly Entry[];
  /** True if an address has a name. */
  readonly isNamed: boolean;
}

/** Cells of a line, by the separator of its table. The first separator in a line counts. */
const CELLS = ['\t', ';', '|', SLASH, ','].map(
  (sign) => [sign, new RegExp(`((?:"[^"]*"|[^${sign}])*)(?:[${sign}]|$)`, 'g')] as const,
);

function cellsOf(line: string): string[] {
  const cell = CELLS.find(([sign]) => line.includes(sign))?.[1];
  return cell ? [...line.matchAll(cell)].map(([, text = '']) => text.trim()) : [line];
}

const ADDRESS_CELL = /^["<]*[^\s"<>@]+@[^\s"<>@]+[">]*$/;

/** Checks whether a line has one address without a name, and words in other cells. */
function isRow(line: string): boolean {
  const cells = cellsOf(line);
  const named = cells.filter((cell) => ADDRESS_CELL.test(cell));
  const others = cells.filter((cell) => cell !== named[0]);
  return named.length === 1 && others.some((cell) => cell !== '') && others.every((cell) => !cell.includes('@'));
}

/** Checks whether several lines have their address in the same column. The other cells then contain names. */
function isTableOf(lines: readonly string[]): boolean {
  const columns = lines.filter(isRow).map((line) => cellsOf(line).findIndex((cell) => ADDRESS_CELL.test(cell)));
  return columns.length > 1 && columns.every((column) => column === columns[0]);
}

const namedIn = (group: string): Group => ({ entries: (group.match(ADDRESS) ?? []).map(alone), isNamed: true });

const alone = (typed: string): Entry => ({ typed, entry: withoutEnds(typed) });

const lost = (group: string): Entry => ({ typed: group, entry: group, isLost: true });

function peopleIn(group: string): Group {
  const addresses = group.match(ADDRESS) ?? [];
  if (addresses.length === 0) {
    const parts = group.split(/[,\t]/).map((part) => part.trim());
    return { entries: parts.map((part) => ({ typed: part, entry: part })), isNamed: false };
  }
  // A row of a table: cells without an address contain names.
  if (group.includes('\t')) return { entries: addresses.map(alone), isNamed: hasWords(group) };
  if (group.includes('<')) {
    const people = mailPeopleIn(group);
    return losesPeople(group, people) ? { entries: [lost(group)], isNamed: true } : people;
  }
  const parts = [...group.matchAll(PART)].map(([part]) => part.trim());
  const isNamed = parts.some(
    (part) => /\S\s+\S/.test(part.replaceAll(ADDRESS, '@')) && part.includes('@') && hasWords(part),
  );
  const entries = parts.flatMap((part) => {
    const own = part.match(ADDRESS) ?? [];
    if (own.length === 0) return [{ typed: part, entry: part }];
    return isOfMore(part) ? [lost(part)] : own.map(alone);
  });
  return { entries, isNamed };
}

/** Checks whether a part has words next to its addresses. */
const hasWords = (part: string) => /[\p{L}\p{N}]/u.test(part.replaceAll(ADDRESS, ''));

/** "And" in the languages of the site. */
const AND = /\S\s+(?:and|und|et|y|e|en|i|och|og|&|\+)(?=\s|$)/iu;

/** Checks whether a text has words behind its addresses, or words and an "and" before one: these name other people. */
function isOfMore(part: string): boolean {
  const before = part.replaceAll(/\([^()@]*\)/g, ' ').split(ADDRESS);
  const behind = before.pop() ?? '';
  return /[\p{L}\p{N}]/u.test(behind) || before.some((words) => AND.test(words));
}

/** Checks whether the library has lost people of a group: brackets without an end, or words behind an address. */
function losesPeople(group: string, { entries }: Group): boolean {
  const text = group.replaceAll(/(["'])[^"']*\1\s*(?=<)/g, '');
  const found = new Set(entries.map(({ entry }) => entry.toLowerCase()));
  return (
    text.split('<').length !== text.split('>').length ||
    /<[^<>]*[^\s<>]\s+[^\s<>]/.test(text) ||
    (text.match(ADDRESS) ?? []).some((address) => !found.has(withoutEnds(address).toLowerCase())) ||
    text
      .replaceAll(/<[^<>]*>/g, ' ')
      .split(',')
      .some((part) => part.includes('@') && isOfMore(part))
  );
}

/** Maximum number of encoded words in a list. */
const MAX_ENCODED = 200;

/** Reads a list of a mail program. The words directly before `Alice <a@b.example>` belong to the name. */
function mailPeopleIn(group: string): Group {
  const encoded = group.split('=?').length - 1;
  // The library decodes names again and again, so that a long list of encoded words would take minutes.
  const all = addressParser(encoded > MAX_ENCODED ? group.replaceAll('=?', '') : group, { flatten: true });
  const entries = all.flatMap(({ name = '', address = '' }, index) => {
    if (address.includes('@')) {
      const entry = withoutEnds(address);
      return [{ typed: name === '' ? entry : `${name} <${address}>`, entry }];
    }
    const words = `${name} ${address}`.trim();
    const next = all[index + 1];
    return next?.address?.includes('@') && next.name !== '' ? [] : [{ typed: words, entry: words }];
  });
  return { entries, isNamed: true };
}

/** Removes "mailto:", and what no address begins or ends with. */
function withoutEnds(address: string): string {
  return address
    .replaceAll(/[\u200c\u200d]/g, '')
    .replace(/^[^\p{L}\p{Nd}@_]*mailto:/iu, '')
    .replace(/^(?:(?!\+\d)[^\p{L}\p{Nd}@_])+/u, '')
    .replace(/(?:[^\p{L}\p{M}\p{Nd}@]|\ufe0f)+$/u, '');
}
