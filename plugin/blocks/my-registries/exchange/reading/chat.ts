import { cleaned } from '../../../../../contract/addresses-in-text.ts';
import { MAX_FILE_WISHES } from '../../../../../contract/limits.ts';
import { findAddresses, isPrice, unwrapped, wishesOfLine, wordsAround } from './addresses.ts';
import { add, linesOf, looseWish, MOST_READ, type ReadWish, UnreadableFile, withoutRepeats } from './wish.ts';

/*
 * Conversations that people copied or exported from chat programs. Each message begins with a stamp: a time, with or
 * without a day, in any order, with any separators, and with 12 or 24 hours.
 *
 * | program                      | beginning of a message                                                          |
 * |------------------------------|---------------------------------------------------------------------------------|
 * | WhatsApp, exported           | `12/05/2024, 18:43 - Anna: …`, `[12.05.24, 18:43:05] Anna: …`                   |
 * | WhatsApp, copied             | `[6:43 PM, 5/12/2024] Anna: …`                                                  |
 * | Signal, and iMessage         | `[2024-05-12 18:43] Anna: …`, `2024-05-12 18:43:05 - Anna: …`                   |
 * | Telegram                     | `Anna, [12.05.2024 18:43]`, `Anna, [12 May 2024 at 18:43:05]:`, `[18:43] Anna:` |
 * | Teams, Skype                 | `[12.05. 18:43] Anna`, `[Yesterday 18:43] Berger, Anna: …`, `[18:43] Anna`      |
 * | Slack, Discord, WeChat       | `Anna  [18:43]`, `Anna — Today at 6:43 PM`, `Anna 2024/5/12 18:43:05`           |
 * | LINE, KakaoTalk              | `18:43 ⇥ Anna ⇥ …`, `[Anna] [오후 6:43] …`, `2024년 5월 12일 오후 6:43, Anna : …` |
 *
 * | message                                            | wishes                                                    |
 * |----------------------------------------------------|-----------------------------------------------------------|
 * | one address, and words on any of its lines         | one; the words are its name                               |
 * | several addresses on their lines                   | one for each; the words before an address are its name    |
 * | words                                              | one without a shop, noted and not selected                |
 * | a message of the program, a picture that was sent  | none                                                      |
 */

const HALF_OF_DAY = String.raw`(?:[\s]?(?:[aApP]\.?\s?[mM]\b\.?|[πμ]\.?μ\.?|(?:öö|ös)\b))`;
const HALF_BEFORE = '(?:上午|下午|午前|午後|오전|오후|AM|PM)\\s?';
const TIME = String.raw`(?:${HALF_BEFORE})?\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?${HALF_OF_DAY}?`;
const YEAR = String.raw`\d{4}(?:[年년.,]| г\.)?`;
const DAY = [
  // 12/05/2024, 12.05.24, 2024-05-12, 12. 5. 2024, 12.05., 2024/05/12(日)
  String.raw`\d{1,4}[./-] ?\d{1,2}(?:[./-](?: ?\d{1,4}\.?)?)?(?: ?\(\p{L}{1,3}\.?\))?`,
  // 2024年5月12日, 2024년 5월 12일
  String.raw`(?:\d{4}[年년] ?)?\d{1,2}[月월] ?\d{1,2}[日일]`,
  // 12 May 2024, 12. Mai, 12 de mayo de 2024
  String.raw`\d{1,2}\.? (?:de )?\p{L}{3,12}\.?(?: (?:de )?${YEAR})?`,
  // May 12, 2024
  String.raw`\p{L}{3,12}\.? \d{1,2},?(?: ${YEAR})?`,
  // Yesterday, Montag
  String.raw`\p{L}{3,12}\.?`,
].join('|');
/** A comma or a word such as "at" between a day and a time. */
const BETWEEN = String.raw`,? (?:(?:at|um|à|a las|alle|om|kl\.?|às|о|klo|o) )?`;
const STAMP = String.raw`(?:(?:\p{L}{2,12}\.?,? )?(?:${DAY})(?:${BETWEEN})${TIME}|${TIME}(?:, ?| )(?:${DAY})|${TIME})`;
const SENDER = String.raw`[^\s:[\]][^:[\]\t]{0,59}`;

/** Beginnings of a line that only chat programs write. The group `words` begins in the message. */
const MESSAGES = [
  String.raw`^\[${STAMP}\]:? ?(?:(?<sender>${SENDER}) ?: |(?<alone>${SENDER})$)(?<words>.*)$`,
  String.raw`^\[${STAMP}\]:? ?(?=https?:)(?<words>.*)$`,
  String.raw`^\[(?<sender>${SENDER})\] \[${STAMP}\] (?<words>.*)$`,
  `^${STAMP} [-–] (?<sender>${SENDER}) ?: (?<words>.*)$`,
  `^${STAMP}, (?<sender>${SENDER}) : (?<words>.*)$`,
  String.raw`^${TIME}\t(?<sender>[^\t]{1,60})\t(?<words>.*)$`,
  String.raw`^(?<sender>${SENDER}), \[${STAMP}\]:?(?<words>)$`,
].map((pattern) => new RegExp(pattern, 'u'));

/** Lines that other texts contain, too: a name with a time. A conversation has at least two of them. */
const HEADINGS = [
  String.raw`^(?!.*://)(?<sender>\p{L}[^:[\]\t]{0,59}?) (?:— )?${STAMP}(?<words>)$`,
  String.raw`^(?!.*://)(?<sender>\p{L}[^:[\]\t]{0,59}?) {1,2}\[${STAMP}\](?<words>)$`,
].map((pattern) => new RegExp(pattern, 'u'));

/** Messages of the program. */
const OTHERS = [String.raw`^\[${STAMP}\]`, `^${STAMP} [-–] `].map((pattern) => new RegExp(pattern, 'u'));

/** Lines with nothing but a time, perhaps with a day, or a day. */
const ONLY_TIME = new RegExp(`^(?:${STAMP})$`, 'u');
const ONLY_DAY = new RegExp(`^(?=\\d)[^:]{0,4}?(?:${DAY})$`, 'u');
/** Numbers with two separators, or letters. Others, such as "24.50", are no day. */
const WHOLE_DAY = /\d\D+\d+\D+\d|\d[./]\d+[./]$|:\d|\p{L}/u;

/** Languages whose names of days and months chat programs write. */
const LANGUAGES =
  'en de fr es it nl pt pl sv da nb fi cs sk hu ro bg hr sr sl uk ru tr el et lv lt ca he ar fa hi th vi id'.split(' ');

let dayWords: Set<string> | undefined;

/** Checks whether a line with a day, and no message, has only words for days: "2 Tassen" has another one. */
function isDay(line: string): boolean {
  dayWords ??= new Set(
    LANGUAGES.flatMap((language) => {
      const dates = Array.from({ length: 12 }, (_, month) => new Date(2023, month, month + 1));
      const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
      return [
        ...(['long', 'short'] as const).flatMap((style) => {
          const full = new Intl.DateTimeFormat(language, { weekday: style, month: style, day: 'numeric' });
          const month = new Intl.DateTimeFormat(language, { month: style });
          return dates.flatMap((date) => [full.format(date), month.format(date)]);
        }),
        ...[0, -1].map((day) => relative.format(day, 'day')),
      ];
    }).flatMap(wordsIn),
  );
  for (const word of ['sept', 'uhr', 'las', 'alle', 'klo']) dayWords.add(word);
  return WHOLE_DAY.test(line) && wordsIn(line).every((word) => dayWords?.has(word));
}

/** Returns the words of at least three letters. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? [];

/** Texts of chat programs in place of a picture, a film or a deleted message. */
const SENT_FILE =
  /^(?:<[^<>]{1,60}>|(?:image|video|audio|gif|sticker|document|bild|foto|photo|imagen|immagine) (?:omitted|weggelassen|ausgeschlossen|absente?|omitid[oa]|omess[oa]|weggelaten))$/iu;
const ATTACHED =
  /^.{1,100}\((?:file attached|datei angehängt|fichier joint|archivo adjunto|file allegato|bestand bijgevoegd)\)$/iu;
const isSentFile = (line: string) => SENT_FILE.test(line) || (line.endsWith(')') && ATTACHED.test(line));

/** Maximum number of characters of a line that are examined. A stamp and a name are shorter. */
const MAX_STAMP = 200;

function plain(line: string): string {
  const text = cleaned(line)
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    .trimEnd();
  return text.endsWith('>') ? text.replace(EDITED, '').trimEnd() : text;
}

/** Note of WhatsApp behind a message that was changed, in the language of the phone. */
const EDITED =
  /<[^<>]{0,60}(?:edited|bearbeitet|modifié|editado|modificado|editou|modificato|bewerkt|edytowan|redigera|upravena|изменено|düzenlen)[^<>]{0,40}>$/iu;

/** Checks whether a line is a message of the program, or only a day or a time. */
function isOther(start: string): boolean {
  const hasTime = HAS_TIME.test(start);
  if (hasTime && OTHERS.some((pattern) => pattern.test(start))) return true;
  return ((hasTime && ONLY_TIME.test(start)) || (/^\d/.test(start) && ONLY_DAY.test(start))) && isDay(start);
}

/** Most lines have no time, so they need none of the longer patterns. */
const HAS_TIME = /\d[:.h]\d/;

/** Returns the message that begins in a line; undefined if none does. */
function beginningIn(line: string, patterns: readonly RegExp[]): { words: string } | undefined {
  const start = line.slice(0, MAX_STAMP);
  if (!HAS_TIME.test(start)) return undefined;
  for (const pattern of patterns) {
    const { words } = pattern.exec(start)?.groups ?? {};
    if (words !== undefined) return { words: words + line.slice(MAX_STAMP) };
  }
  return undefined;
}

/** Checks whether a text is a conversation. */
export function isChat(text: string): boolean {
  let headings = 0;
  for (const [, raw] of linesOf(text)) {
    const line = plain(raw);
    if (beginningIn(line, MESSAGES)) return true;
    // "EUR 12.50" is no name with a time.
    if (beginningIn(line, HEADINGS) && !isPrice(line) && ++headings > 1) return true;
  }
  return false;
}

/** Checks whether a text has a line that only chat programs write. */
function hasMessage(text: string): boolean {
  for (const [, line] of linesOf(text)) if (beginningIn(plain(line), MESSAGES)) return true;
  return false;
}

/** A message, and the number of its first line. */
interface Message {
  readonly place: number;
  readonly lines: string[];
}

/**
 * Reads the wishes in a conversation. Times, senders and messages of the program are left out.
 * @throws {UnreadableFile} if there are too many wishes
 */
export function readChat(text: string): ReadWish[] {
  const messages: Message[] = [];
  // Programs write one kind of beginning. With brackets or a dash, "Dinner 18:30" is a part of a message.
  const patterns = hasMessage(text) ? MESSAGES : HEADINGS;
  for (const [place, raw] of linesOf(text)) {
    const line = plain(raw);
    const begun = beginningIn(line, patterns);
    if (begun) messages.push({ place, lines: [begun.words] });
    else if (isOther(line.slice(0, MAX_STAMP))) messages.push({ place, lines: [] });
    else if (messages.length > 0) messages.at(-1)?.lines.push(line);
    else messages.push({ place, lines: [line] });
  }
  const wishes: ReadWish[] = [];
  for (const message of messages) for (const wish of wishesIn(message)) add(wishes, wish);
  return withoutRepeats(wishes);
}

function wishesIn({ place, lines }: Message): ReadWish[] {
  const filled: string[] = [];
  for (const { text } of unwrapped(lines.entries())) {
    const line = text.trim();
    if (line !== '' && !isSentFile(line)) filled.push(line);
  }
  if (filled.length === 0) return [];
  let count = 0;
  const found = filled.map((line) => {
    const own = findAddresses(line);
    // The reader refuses more wishes, so it need not read the rest of a long message.
    count += own.length;
    if (count > MAX_FILE_WISHES) throw new UnreadableFile('too many wishes');
    return own;
  });
  if (found.every(({ length }) => length === 0)) {
    const talk = looseWish(place, { name: filled.join(' ') });
    return [{ ...talk, notes: [...talk.notes, { kind: 'talk', text: '' }] }];
  }
  // Words belong to the next address, and those after the last address to the last one.
  const last = found.findLastIndex(({ length }) => length > 0);
  const wishes: ReadWish[] = [];
  let words: string[] = [];
  let addresses: string[] = [];
  let length = 0;
  for (const [index, line] of filled.entries()) {
    const own = found[index] ?? [];
    // A name and a description take no more words.
    if (own.length > 0 || length < MOST_READ) words.push(wordsAround(line, own));
    length += line.length + 1;
    for (const { address, start, end } of own) addresses.push(address || line.slice(start, end));
    if (index === filled.length - 1 || (own.length > 0 && index !== last)) {
      wishes.push(...wishesOfLine(place, [...words, ...addresses].filter(Boolean).join(' ')));
      [words, addresses, length] = [[], [], 0];
    }
  }
  return wishes;
}
