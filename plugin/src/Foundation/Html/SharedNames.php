<?php
// Made from plugin/assets/shared-names.ts by `npm run rules`: change it there.
declare( strict_types=1 );

namespace Largesse\Foundation\Html;

/**
 * Names that scripts of pages and PHP share. shared-names.ts describes each name.
 */
final class SharedNames {

	public const EXPORT_DATA_ID      = 'largesse-registry';
	public const FORM_ID_FIELD       = 'entry';
	public const GIFT_PARAMETER      = 'gift-of';
	public const GIVE_PARAMETER      = 'give';
	public const HAS_GIFTS_COOKIE    = 'largesse_has_gifts';
	public const OWNER_DATA_ID       = 'largesse-my-registries';
	public const OWN_GIFTS_PARAMETER = 'own-gifts';
	public const SAID_PARAMETER      = 'said';
	public const SORT_MOST_WANTED    = 'most-wanted';
	public const SORT_PRICE_UP       = 'price-up';
	public const START_PARAMETER     = 'start';
	public const TAB_HEADER          = 'X-Largesse-Tab';
	public const TAB_PARAMETER       = 'tab';
	public const TOLD_GIVEN          = 'given';
	public const TOLD_PARAMETER      = 'told';
	public const WISH_NAME_PARAMETER = 'name';
	public const WISH_TEXT_PARAMETER = 'add-wish-text';
	public const WISH_URL_PARAMETER  = 'add-wish';
}
