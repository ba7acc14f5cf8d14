import { cleaned } from '../../../../../contract/addresses-in-text.ts';
import { westernDigits } from '../../../../../contract/digits.ts';
import { readAddress } from '../../../../../contract/web-address.ts';
import { findAddresses, isWebAddress, unwrapped, wordsAround } from './addresses.ts';
import { linesOf } from './wish.ts';

/*
 * Cells of tables, as registries, spreadsheets and people write them.
 *
 * | cell of an address                                         | result                                             |
 * |------------------------------------------------------------|----------------------------------------------------|
 * | an address, also damaged or in a link of any program       | the address                                        |
 * | words and one address                                      | the address; the words are dropped with a note     |
 * | several addresses                                          | the first; the others go into the description      |
 * | words without an address                                   | the shop, with a note                              |
 * | an address that no browser opens                           | none, with a note                                  |
 *
 * | cell of a quantity                                         | result                                             |
 * |------------------------------------------------------------|----------------------------------------------------|
 * | `2`, `٢`, `+2`, `2.0`, `2x`, `× 2`, `2 pcs`, `2 Stück`     | 2                                                  |
 * | `2 dozen`                                                  | 24                                                 |
 * | a number in words, up to twelve                            | the number                                         |
 * | `any`, `unlimited`, `∞`, `beliebig viele`                  | any number                                         |
 * | nothing, `-`, `n/a`, an error of the spreadsheet           | 1                                                  |
 * | `0`, `-1`, `1.5`, `1,000`, `1-2`, `500 g`, other words     | 1, with a note                                     |
 */

/** Errors that spreadsheets write in place of a value, and names that programs give to no value. */
const ERROR =
  /^(?:#(?:N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|NAME\?|DIV\/0!|NULL!|NUM!|ZAHL!|SPILL!|ERROR!?|[¡!]?REF!)|null|undefined|NaN)$/i;

/** Words and signs for no value. */
const NONE = /^(?:n\/?a|n\. ?a\.|k\. ?a\.|none|keine?|ohne|nil|[\p{P}\p{S}\s]*)$/iu;

/** Returns the text of a cell; '' for an error of a spreadsheet. */
export const textOfCell = (cell: string): string => (ERROR.test(cell.trim()) ? '' : cell);

/** Checks whether a cell has the number zero. */
export const saysZero = (cell: string): boolean => /^0+(?:[.,]0+)?$/.test(cell.trim());

/** Checks whether a cell with a number or an address says that there is none. */
export const saysNone = (cell: string): boolean => NONE.test(cell.trim());

/** An address in a cell. */
export interface CellAddress {
  /** '' if there is none that a browser opens. */
  readonly address: string;
  /** Text of a link, or the words around the address; '' for none. */
  readonly words: string;
  /** Further addresses. */
  readonly more: readonly string[];
  /** True if the cell contains an address that no browser opens, or one with another scheme. */
  readonly isBroken: boolean;
  /** True if the address may lack a part. */
  readonly isUnsure: boolean;
}

/** The text of a link: in a spreadsheet's formula, in Markdown, in HTML. */
const LABEL =
  /^\s*(?:'?=\s*@?[\p{L}._ ]+\(\s*"[^"]*"\s*[,;]\s*"((?:[^"]|"")*)"\s*\)|!?\[([^\]]*)\]\(.*\)|<a\s[^<>]*>(.*)<\/a>)\s*$/isu;

export function addressInCell(cell: string): CellAddress {
  const lines = [...unwrapped(linesOf(cell))];
  const text = lines
    .map((line) => line.text)
    .join('\n')
    .trim();
  const none = { address: '', words: '', more: [], isBroken: false, isUnsure: lines.some(({ isUnsure }) => isUnsure) };
  if (text === '') return none;
  const found = findAddresses(text);
  const read = readAddress(text);
  if ('address' in read && found.length < 2 && isWebAddress(text)) {
    const [, formula, markdown, html] = LABEL.exec(text) ?? [];
    const words = formula?.replaceAll('""', '"') ?? markdown ?? html?.replaceAll(/<[^<>]*>/g, '');
    return { ...none, address: read.address, words: (words ?? wordsAround(text, found)).trim() };
  }
  const broken = found.filter(({ state }) => state === 'broken');
  const [first, ...rest] = found.filter(({ state }) => state !== 'broken');
  if (first) {
    const more = rest.map(({ address }) => address);
    // A broken address stays with the words.
    const words = [wordsAround(text, found), ...broken.map(({ start, end }) => text.slice(start, end))];
    const isUnsure = none.isUnsure || first.state === 'joined';
    return { ...none, address: first.address, words: words.filter(Boolean).join(' '), more, isUnsure };
  }
  const isBroken =
    broken.length > 0 || ('fault' in read && read.fault !== 'web-address' && read.fault !== 'bare-address');
  return { ...none, words: text, isBroken };
}

/** A quantity in a cell: a number, or any number; `isUnclear` if the text is no quantity. */
export type CellQuantity = { readonly quantity: number } | { readonly isAny: true } | { readonly isUnclear: boolean };

/** Numbers in words in English, German, French, Spanish, Italian and Dutch, from one on. */
const NUMBERS: readonly string[] = [
  'one a single ein eine einen eins un une uno una een één',
  'two zwei deux dos due twee pair paar paire par',
  'three drei trois tres tre drie',
  'four vier quatre cuatro quattro',
  'five fünf cinq cinco cinque vijf',
  'six sechs seis sei zes',
  'seven sieben sept siete sette zeven',
  'eight acht huit ocho otto',
  'nine neun neuf nueve nove negen',
  'ten zehn dix diez dieci tien',
  'eleven elf onze once undici',
  'twelve zwölf douze doce dodici twaalf dozen dutzend douzaine docena dozzina dozijn',
];
const IN_WORDS = new Map(
  NUMBERS.flatMap((list, index) => list.split(' ').map((word): [string, number] => [word, index + 1])),
);

/** Values that mean any number. */
const ANY =
  /^(?:∞|any(?: number| amount| quantity)?|unlimited|infinite|as many as (?:possible|you like)|beliebig(?: viele)?|unbegrenzt|unendlich|so viele wie möglich|egal|illimitée?|n'importe|autant que possible|ilimitad[oa]|cualquiera|illimitat[oa]|qualsiasi|onbeperkt|maakt niet uit)$/iu;

/** A number with "x" before or after it, or with a word for pieces or dozens. */
const COUNT = /^[x×*]? ?\+?(\d{1,15})(?:[.,]0{1,2})? ?(?:[x×*]|([\p{L}]+)\.?)?$/iu;

/** Words for pieces in English, German, French, Spanish, Italian and Dutch, and shorter ones in other languages. */
const PIECES = new Set(
  `pc pcs piece pieces item items ea each unit units copy copies set sets pair pairs qty st stk stck stück stücke mal
  exemplar exemplare satz sätze paar paare pièce pièces pce pces article articles exemplaire exemplaires paire paires fois
  unidad unidades ud uds pieza piezas par pares ejemplar ejemplares vez veces pezzo pezzi pz copia copie paio paia volte unità
  unidade peça peças stuk stuks stks keer szt sztuk sztuki ks kus kusů db buc kom шт штук adet kpl 個 个 件 枚 개`.split(
    /\s+/,
  ),
);
const DOZENS = new Set('dozen dozens dutzend douzaine douzaines docena docenas dozzina dozzine dozijn'.split(' '));

/** An article before a word, as in "a pair". */
const ARTICLE = /^(?:an?|eine?|une?|una|een) (?=\p{L})/u;

export function quantityInCell(cell: string): CellQuantity {
  const text = westernDigits(cleaned(cell).normalize('NFKC')).replaceAll(/\s+/g, ' ').trim();
  if (ANY.test(text)) return { isAny: true };
  const [, written, unit = ''] = COUNT.exec(text) ?? [];
  const word = unit.toLowerCase();
  const each = unit === '' || PIECES.has(word) ? 1 : DOZENS.has(word) ? 12 : 0;
  const quantity =
    written === undefined ? IN_WORDS.get(text.toLowerCase().replace(ARTICLE, '')) : Number(written) * each;
  if (quantity !== undefined && quantity > 0) return { quantity };
  return { isUnclear: !saysNone(text) || /\d/.test(text) };
}

/** Values in a column of favourites that mean yes. In a column of priorities, a number could mean first or last. */
const YES =
  /^(?:yes|y|true|ja|j|wahr|oui|o|vrai|s[íi]|s|verdadero|vero|x|[✓✔☑✅]\ufe0f?|(?:[★⭐🌟♥❤💖]\ufe0f?)+|1|(?:very )?high(?:est)?|top|urgent|essential|must[- ]have|très (?:haute|élevée)|molto alta|alta|zeer hoog|dringend|unbedingt|hoch|höchste|sehr hoch|haute|élevée|alta|alto|muy alta|hoog)$/iu;

/** Checks whether a cell says that a wish is a favourite. @param isPriority true in a column of priorities */
export const saysFavourite = (cell: string, isPriority: boolean): boolean =>
  YES.test(cell.trim().replace(/[\s!.]+$/, '')) && !(isPriority && /^\d+$/.test(cell.trim()));
