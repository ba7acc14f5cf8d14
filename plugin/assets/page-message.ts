/* Messages between the bookmark on a shop's page and My registries. Each side checks the origin and window. */

/**
 * Message with which My registries asks for the page. The bookmark answers with the HTML of the page's parts. If the
 * browser blocks the new tab, the parameter of this name in the address's fragment contains the HTML.
 */
export const ASK_FOR_PAGE = 'largesse-page';

/** Maximum size of the answer in bytes (UTF-8). */
export const MAX_PAGE_BYTES = 300_000;
