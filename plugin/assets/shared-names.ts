/*
 * Names that scripts of pages and PHP must spell alike. `npm run rules` writes them to
 * `Foundation/Html/SharedNames.php` for PHP.
 */

/** Cookie with the value 1 if this browser has submitted a give form, or has shown a gift of this browser. */
export const HAS_GIFTS_COOKIE = 'largesse_has_gifts';

/** Header with the id of the page that sends a change. */
export const TAB_HEADER = 'X-Largesse-Tab';

/** Id of the element with the data of the page My registries. */
export const OWNER_DATA_ID = 'largesse-my-registries';

/** Id of the element with the data of a registry, in an exported file. */
export const EXPORT_DATA_ID = 'largesse-registry';

/** Query parameter that requests the notes on the visitor's own gifts. Its value is the id of a sent gift, or 1. */
export const OWN_GIFTS_PARAMETER = 'own-gifts';

/** Query parameter that opens the form to give a wish. Its value is the id of the wish. */
export const GIVE_PARAMETER = 'give';

/** Query parameter of a giver's page with the id of the purchase. */
export const GIFT_PARAMETER = 'gift-of';

/** Query parameter of a giver's page with the giver's last action, and its value after a new gift. */
export const TOLD_PARAMETER = 'told';
export const TOLD_GIVEN = 'given';

/** Query parameter of the page with an owner's gifts. Its value is the result of the owner's last action. */
export const SAID_PARAMETER = 'said';

/** Query parameter of the page My registries with the name of the open tab. */
export const TAB_PARAMETER = 'tab';

/** Query parameter of the page My registries that opens the form for a new registry. Its value is an occasion, or 1. */
export const START_PARAMETER = 'start';

/** Values of a list's order. The default is the owner's order. */
export const SORT_PRICE_UP = 'price-up';
export const SORT_MOST_WANTED = 'most-wanted';

/** Query parameters with a wish from a shop: the address of the page, a shared text, and the name of the wish. */
export const WISH_URL_PARAMETER = 'add-wish';
export const WISH_TEXT_PARAMETER = 'add-wish-text';
export const WISH_NAME_PARAMETER = 'name';

/** Field with the id of what a form will create. */
export const FORM_ID_FIELD = 'entry';
