import { decodeHTMLStrict } from 'entities';

/** An entity with its semicolon, except that of a quotation mark: in a table, quotation marks enclose cells. */
const ENTITY = /&(?!(?:quot|#34|#x22);)(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi;

/**
 * Decodes the entities in a text without tags once, but not those of quotation marks. Without its semicolon, an entity
 * may be a parameter of an address, so it stays.
 */
export const decodedText = (text: string): string => text.replaceAll(ENTITY, (entity) => decodeHTMLStrict(entity));

/** Decodes the entities of quotation marks. */
export const withoutQuoteEntities = (text: string): string => text.replaceAll(/&(?:quot|#34|#x22);/gi, '"');
