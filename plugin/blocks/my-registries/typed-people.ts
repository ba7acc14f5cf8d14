/*! With postal-mime (MIT-0 license): see licenses.txt */
import { addressParser } from 'postal-mime';
import { INVISIBLE_MARKS } from '../../../contract/address-pattern.ts';

/*
 * Lists of people that were typed, or copied from a mail program or a table. postal-mime reads the lists of mail programs.
 * A wrong reading would show a private list to a stranger, so words are user names only in lists without names.
 *
 * | text                                                      | people                                             |
 * |-----------------------------------------------------------|----------------------------------------------------|
 * | user names and addresses between `,` `;` `|` ` / ` lines  | each                                               |
 * | the same with the separators of other scripts             | each                                               |
 * | several addresses between spaces                          | each                                               |
 * | `Stone, Alice <a@…>`, also with quotation marks           | the address; the words before it are a name        |
 * | `Alice Stone a@…`                                         | the address; the words are a name                  |
 * | names in one list with addresses that have names          | asked                                              |
 * | words with a space next to addresses                      | asked                                              |
 * | words and addresses by turns, at least twice              | asked: each may be the name of the next            |
 * | a column named "E-mail" in any language, and words        | asked                                              |
 * | `a@… <mailto:a@…>`, `mailto:a@…?cc=b@…`, links of HTML    | the addresses                                      |
 * | bullets, numbers, `mailto:`, `To:`, quotes, `[at]`, `[dot]` | without them                                       |
 * | rows of a table                                           | their addresses; without any, each cell            |
 * | several lines with one address and words between commas   | the addresses; the words are names                 |
 * | vCards                                                    | their addresses                                    |
 * | invisible marks                                           | without them                                       |
 */

/** A person in a typed or pasted list. */
export interface TypedPerson {
  /** Part of the text that names the person, as typed. */
  readonly typed: string;
  /** User name or e-mail address, without the rest of the text. */
  readonly entry: string;
  /** True if the words can be a user name or a part of a name. The page then asks. */
  readonly isUnclear: boolean;
}

/** An address in a text: an "@" with characters on both sides. */
const ADDRESS = /[^@\s<>()[\]"“”„«»‹›‚,;:|`*…]{1,320}@[^\s<>()[\]"“”„«»‹›‚,;:|`*…。?&=/\\]+/g;

/** A line, or a part of it up to a semicolon. Neither ends inside a quoted name. */
const GROUP = /(?:"[^"\n]*"\s*(?=<)|[^;\n])+/g;

/** A part of a group, up to a comma. */
const PART = /[^,]+/g;

const MARKS = new RegExp(`[${INVISIBLE_MARKS}]`, 'gu');

/** Replaces separators of other scripts and programs, and removes marks of lists. */
function plain(text: string): string {
  return (
    text
      .replaceAll(MARKS, '')
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll(/<a\s[^<>]*mailto:([^<>"'?\s]+)[^<>]*>/gi, '$1 ')
      .replaceAll(/<\/a>/gi, ' ')
      .replaceAll(/[?&](?:to|cc|bcc)=(?=[^\s@]{1,100}@)/gi, ',')
      .replaceAll(/[＜＠＞]/g, (sign) => sign.normalize('NFKC'))
      .replaceAll(/[；؛|｜]|\s\/\s/g, ';')
      .replaceAll(/[、，،]|・(?=[^\s@・]{1,100}@)/g, ',')
      .replaceAll(/ ?[([{] ?(?:at|ät|@) ?[)\]}] ?/gi, '@')
      .replaceAll(/ ?[([{] ?(?:dot|punkt|point|punto|\.) ?[)\]}] ?/gi, '.')
      // The library takes words behind an address for a part of its name.
      .replaceAll(/(@[^\s<>]{1,300}>)(?=[^\S\n]*[^\s,;>()])/g, '$1;')
      .replaceAll(/^[^\S\n]*(?:[-*•·–—]|\d{1,3}[.)])[^\S\n]+/gm, '')
      .replaceAll(/^[^\S\n]*(?:from|to|cc|bcc|von|an|de|para|à|a|per|aan) ?:(?=.*@)/gim, '')
  );
}

/** Splits a list of people. Returns repeated people only once. */
export function splitPeople(text: string): TypedPerson[] {
  const list = plain(text);
  const lines = /^BEGIN:VCARD$/im.test(list) ? addressesOfCards(list) : list;
  const groups = [...lines.matchAll(GROUP)].map(([group]) => group.trim());
  // In several rows with one address each, the other cells contain names.
  const isTable = groups.filter(isRow).length > 1;
  const found = groups.map((group) => (isTable && isRow(group) ? namedIn(group) : peopleIn(group)));
  const all = found.flatMap(({ entries }) => entries.map(({ entry }) => entry)).filter((entry) => entry !== '');
  // With names around, a single word can be a name that lost its address.
  const hasNames = found.some(({ isNamed }) => isNamed) || (all.some(isAddress) && all.some(isHead)) || isByTurns(all);
  const hasAddresses = all.some(isAddress);
  const people = new Map<string, TypedPerson>();
  for (const { entries } of found)
    for (const { typed, entry } of entries) {
      const same = entry.toLowerCase();
      const isUnclear = !isAddress(entry) && (hasNames || (hasAddresses && entry.includes(' ')));
      if (entry && !people.has(same)) people.set(same, { typed, entry, isUnclear });
    }
  return [...people.values()];
}

const isAddress = (entry: string) => entry.includes('@');

/** Checks whether words name a column of e-mail addresses. */
const isHead = (entry: string) =>
  !isAddress(entry) &&
  /(?<![\p{L}\p{N}])(?:e-?mails?|mail|courriel|correo|posta|poczta|почта|пошта)(?![\p{L}\p{N}])|メール|邮箱|郵箱|邮件|郵件|이메일|بريد|דוא/iu.test(
    entry,
  );

/** Checks whether words and addresses follow each other by turns, so that the words can be the names. */
function isByTurns(entries: readonly string[]): boolean {
  const words = entries.filter((entry) => !isAddress(entry)).length;
  const changes = entries.filter((entry, at) => at > 0 && isAddress(entry) !== isAddress(entries[at - 1] ?? '')).length;
  return words > 1 && entries.length === 2 * words && changes === entries.length - 1;
}

/** Returns the addresses in vCards, one in each line. Long lines are folded, and old programs encode signs. */
function addressesOfCards(cards: string): string {
  const found = cards.replaceAll(/\n[ \t]/g, '').matchAll(/^(?:[\w-]{1,100}\.)?EMAIL\b([^:\n]*):(.*)$/gim);
  return [...found]
    .map(([, parameters = '', address = '']) =>
      /quoted-printable/i.test(parameters) ? address.replaceAll(/=40/g, '@') : address,
    )
    .join('\n');
}

interface Group {
  readonly entries: readonly { readonly typed: string; readonly entry: string }[];
  /** True if an address has a name. */
  readonly isNamed: boolean;
}

/** Checks whether a group has one address without a name, and words in other cells. */
function isRow(group: string): boolean {
  const cells = group.split(',').map((cell) => cell.trim());
  const named = cells.filter((cell) => ADDRESS_CELL.test(cell));
  return named.length === 1 && cells.length > 1 && cells.every((cell) => named.includes(cell) || !cell.includes('@'));
}

const ADDRESS_CELL = /^"?[^\s"<>@]+@[^\s"<>@]+"?$/;

const namedIn = (group: string): Group => ({ entries: (group.match(ADDRESS) ?? []).map(alone), isNamed: true });

const alone = (typed: string): Group['entries'][number] => ({ typed, entry: withoutEnds(typed) });

function peopleIn(group: string): Group {
  const addresses = group.match(ADDRESS) ?? [];
  // A row of a table: cells without an address contain names.
  if (group.includes('\t'))
    return addresses.length > 0
      ? { entries: addresses.map(alone), isNamed: hasWords(group) }
      : { entries: group.split('\t').map((cell) => alone(cell.trim())), isNamed: false };
  if (addresses.length === 0) {
    const entries = [...group.matchAll(PART)].map(([part]) => ({ typed: part.trim(), entry: part.trim() }));
    return { entries, isNamed: false };
  }
  if (group.includes('<')) return mailPeopleIn(group);
  const parts = [...group.matchAll(PART)].map(([part]) => part.trim());
  const isNamed = parts.some(
    (part) => /\S\s+\S/.test(part.replaceAll(ADDRESS, '@')) && part.includes('@') && hasWords(part),
  );
  const entries = parts.flatMap((part) => {
    const own = part.match(ADDRESS) ?? [];
    return own.length > 0 ? own.map(alone) : [{ typed: part, entry: part }];
  });
  return { entries, isNamed };
}

/** Checks whether a part has words next to its addresses. */
const hasWords = (part: string) => /[\p{L}\p{N}]/u.test(part.replaceAll(ADDRESS, ''));

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

/** Removes punctuation around an address, and "mailto:" before it. */
function withoutEnds(address: string): string {
  return address.replace(/^mailto:/i, '').replace(/^['’‘./\\]+|['’‘.!?]+$/g, '');
}
