import { quantityInCell, saysNone, saysZero } from './cells.ts';

/*
 * Cells that say what somebody has bought already. Rows of such wishes are not selected, or want only the rest.
 *
 * | column                                       | cell                                        | bought         |
 * |----------------------------------------------|---------------------------------------------|----------------|
 * | "Purchased", "Got it?", "Bought by", …       | a number                                    | so many        |
 * |                                              | yes, a tick, a day, a name, other words     | all            |
 * |                                              | nothing, `-`, no, not yet, an empty box     | none           |
 * | "Status" and others with words of their own  | "purchased", "reserved", "done", …          | all            |
 * |                                              | other words, also with "not"                | none           |
 * | "Remaining", "Still needed"                  | 0                                           | all            |
 */

/** Words for no in the languages of the columns, and an empty box. */
const NO =
  /^(?:no|not? ?\p{L}*|n|false|nein|nicht ?\p{L}*|noch nicht|nie|non|pas ?\p{L}*|faux|falso|nee|niet ?\p{L}*|nog niet|onwaar|unwahr|falsch|open|offen|available|verfügbar|disponible|disponibile|beschikbaar|wanted|needed|☐|□|✗|✘|❌|⬜|\[ ?\])[\s.!]*$/iu;

/** Words of a status that mean bought. */
const DONE =
  /^(?:already |schon |bereits |déjà |ya |già |al )?(?:purchased|bought|ordered|gifted|given|received|got(?: it)?|done|completed?|fulfilled|claimed|reserved|taken|owned|sold(?: out)?|gekauft|bestellt|geschenkt|verschenkt|erhalten|bekommen|erledigt|reserviert|vergeben|acheté|achetée|commandée?|offerte?|reçue?|réservée?|prise?|fait|comprad[oa]|pedid[oa]|regalad[oa]|recibid[oa]|reservad[oa]|hecho|comprat[oa]|acquistat[oa]|ordinat[oa]|regalat[oa]|ricevut[oa]|prenotat[oa]|fatto|gekocht|besteld|gekregen|gereserveerd|gegeven|klaar|yes|true|ja|oui|sí|si|x|[✓✔☑✅]\ufe0f?|\[[x✓]\])[\s.!]*$/iu;

/** Columns whose cells name one of several states. */
const STATUS = /status|\bstate\b|zustand|stand|statut|état|estado|stato|toestand/iu;

/**
 * Returns how many pieces a cell says are bought.
 * @param column name of the cell's column
 * @returns `Infinity` for all of them
 */
export function boughtInCell(cell: string, column: string): number {
  const text = cell.trim();
  if (DONE.test(text)) return Number.POSITIVE_INFINITY;
  if (STATUS.test(column)) return 0;
  if (saysNone(text) || NO.test(text) || saysZero(text)) return 0;
  const read = quantityInCell(text);
  // A single "1" can be a number, or a tick.
  return 'quantity' in read && /^\P{L}*$/u.test(text) ? read.quantity : Number.POSITIVE_INFINITY;
}
