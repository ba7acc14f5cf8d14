<?php
// Made from contract/ by `npm run rules`: change it there.
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

/**
 * Holds the limits and rules of the API's contract.
 */
final class Rules {

	/** Limits; lengths are in characters. */
	public const MAX_SAFE               = 9007199254740991;
	public const ANY_NUMBER             = 9007199254740991;
	public const MAX_IDS                = 100;
	public const MAX_ACTIVE_ITEMS       = 1000;
	public const MAX_ITEMS_AT_ONCE      = 100;
	public const MAX_ITEMS_BYTES        = 524288;
	public const MAX_ITEMS_LISTED       = 1000;
	public const MAX_SEARCH_CHARS       = 200;
	public const MAX_INVITEES           = 1000;
	public const MAX_INVITEES_AT_ONCE   = 500;
	public const MAX_INVITEE_CHARS      = 100;
	public const MAX_CO_OWNERS          = 20;
	public const MAX_KEEPERS            = 20;
	public const MAX_PURCHASE_QUANTITY  = 999;
	public const MAX_FILE_BYTES         = 2000000;
	public const MAX_FILE_WISHES        = 2000;
	public const MAX_WISHES_AT_ONCE     = 50;
	public const MAX_HEADING_CHARS      = 100;
	public const MAX_ABOUT_CHARS        = 3000;
	public const MAX_UNLISTED_WISHES    = 200;
	public const MAX_APPEARANCES        = 10;
	public const MAX_IDEAS              = 200;
	public const MAX_SHARES             = 200;
	public const MAX_IDEA_NAME_CHARS    = 100;
	public const MAX_IDEA_ADDRESS_CHARS = 2000;
	public const MAX_IDEA_NOTE_CHARS    = 500;
	public const MIN_SHARE_PERCENT      = 5;
	public const MIN_SHARE_AMOUNT       = 1;
	public const MAX_SHARE_DAYS         = 400;
	public const MAX_SHARE_NOTE_CHARS   = 500;
	public const MAX_GIVER_NAME_CHARS   = 100;
	public const MAX_GIVER_EMAIL_CHARS  = 254;
	public const MAX_GIFT_MESSAGE_CHARS = 500;

	/**
	 * Roles, registry states that the API can set, states of gifts, levels of surprise, and the value for items without an
	 * affiliate status.
	 */
	public const REGISTRY_ROLES    = array( 'owner', 'co-owner', 'invitee', 'any' );
	public const REGISTRY_STATUSES = array( 'publish', 'private' );
	public const PURCHASE_STATES   = array( 'reserved', 'bought' );
	public const SURPRISE_LEVELS   = array( 'hidden', 'counts', 'names' );
	public const UNSET_STATUS      = 'unset';

	/** Rules of the API with their texts; "%s" is replaced by the limit. */
	public const RULES         = array(
		'required'             => 'is required',
		'type'                 => 'must be %s',
		'enum'                 => 'must be one of %s',
		'additionalProperties' => 'may only have %s',
		'dependentRequired'    => 'goes with %s alone',
		'oneOf'                => 'must name exactly one of %s',
		'minLength'            => 'must be at least %s characters',
		'maxLength'            => 'must be at most %s characters',
		'minimum'              => 'must be %s or more',
		'maximum'              => 'must be at most %s',
		'exclusiveMinimum'     => 'must be greater than %s',
		'minItems'             => 'must have at least %s entries',
		'maxItems'             => 'must have at most %s entries',
		'format'               => 'must be %s',
		'pattern'              => 'has the wrong form',
		'clean_text'           => 'must not contain NUL or unpaired surrogates',
		'not_blank'            => 'must not be blank',
		'within_days'          => 'must be within the next %s days',
		'conflicts_with'       => 'must not be true if %s is true',
		'registry_full'        => 'a registry holds at most %s items',
		'purchases_full'       => 'a registry holds at most %s purchases',
		'ideas_full'           => 'a registry holds at most %s ideas',
		'shares_full'          => 'a registry holds at most %s shares',
		'appearances_full'     => 'appears on at most %s other lists',
		'invitees_full'        => 'a registry holds at most %s',
		'not_enough_left'      => 'Not enough left',
		'is_shared'            => 'Guests give this item together',
		'external_id_taken'    => 'Another item of the registry, or purchase of the item, has this external id',
		'other_author'         => 'belongs to another author',
		'other_item'           => 'Gift belongs to another item',
		'other_registry'       => 'Idea belongs to another registry',
		'other_user'           => 'Purchase belongs to another user',
		'running'              => 'Request with this key is still running',
		'other_request'        => 'belongs to another request',
		'invalid_credentials'  => 'Invalid or missing credentials',
		'not_allowed'          => 'Not allowed',
		'database_full'        => 'Database has no room left',
		'copied_site'          => 'This site is a copy: nothing can be changed here',
		'path_not_found'       => 'Not found',
		'item_not_found'       => 'Item not found',
		'registry_not_found'   => 'Registry not found',
		'invitee_not_found'    => 'Invitee not found',
		'purchase_not_found'   => 'Purchase not found',
		'idea_not_found'       => 'Idea not found',
		'share_not_found'      => 'Share not found',
		'webhook_not_found'    => 'Webhook not found',
		'no_condition'         => 'is no condition of this request',
		'item_changed'         => 'Item has changed',
		'registry_changed'     => 'Registry has changed',
		'idea_changed'         => 'Idea has changed',
		'share_changed'        => 'Share has changed',
		'purchase_exists'      => 'Purchase already exists',
		'not_a_picture'        => 'is no picture',
		'keeper_is_owner'      => 'must not name an owner who is not a keeper already',
	);
	public const TYPE_NAMES    = array(
		'string'  => 'a string',
		'number'  => 'a number',
		'integer' => 'a whole number',
		'boolean' => 'true or false',
		'array'   => 'a list',
		'object'  => 'a JSON object',
		'null'    => 'null',
	);
	public const FORMAT_NAMES  = array(
		'date'           => 'a date, YYYY-MM-DD',
		'date-or-time'   => 'a date, YYYY-MM-DD, or a time of ISO 8601 with its zone',
		'uuid'           => 'a UUID',
		'email'          => 'an e-mail address with only ASCII characters before the @',
		'http-address'   => 'an absolute http or https address',
		'https-address'  => 'an absolute https address',
		'web-address'    => 'an http or https address that a browser can open',
		'http-scheme'    => 'an address that begins with http:// or https://',
		'two-slashes'    => 'an address with two slashes after http: or https:',
		'bare-address'   => 'an address without quotation marks or brackets around it',
		'one-address'    => 'one address without spaces',
		'port-number'    => 'an address with a port of at most 65535',
		'host-name'      => 'an address with a host that a browser can open',
		'plain-address'  => 'an address without a user name and a password',
		'standard-port'  => 'an address with the port 80 or 443',
		'public-address' => 'an address of a public server',
		'currency'       => 'three capital letters of ISO 4217, such as EUR',
		'entity-tags'    => 'entity tags in double quotes, separated by commas, or *',
		'visible-ascii'  => '1 to 255 visible ASCII characters',
		'cursor'         => 'a cursor of this service, or now',
	);
	public const SPECIAL_TEXTS = array(
		'minLength' => array(
			'1' => 'must be at least 1 character',
		),
		'maximum'   => array(
			'9007199254740991' => 'is too large',
		),
	);

	/** White space that trimming removes, as a character class of a pattern. */
	public const WHITE_SPACE = '\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}';

	/** Pattern of texts that show at least one character, and the class of all other characters (rules: Text). */
	public const VISIBLE   = '~[^\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}\p{Z}\p{Cc}\p{Cf}\x{034f}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180b}-\x{180f}\x{2065}\x{2800}\x{3164}\x{fe00}-\x{fe0f}\x{ffa0}\x{fff0}-\x{fff8}\x{13441}\x{13442}\x{16fe4}\x{1d159}\x{e0000}-\x{e0fff}]~u';
	public const INVISIBLE = '[\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}\p{Z}\p{Cc}\p{Cf}\x{034f}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180b}-\x{180f}\x{2065}\x{2800}\x{3164}\x{fe00}-\x{fe0f}\x{ffa0}\x{fff0}-\x{fff8}\x{13441}\x{13442}\x{16fe4}\x{1d159}\x{e0000}-\x{e0fff}]';

	/** Pattern of characters that are invisible and never meant in an address, a name or a key. */
	public const INVISIBLE_MARKS = '~[\x{00ad}\x{061c}\x{180e}\x{200b}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2060}-\x{2064}\x{2066}-\x{206f}\x{feff}]~u';

	/** Patterns of texts that can be stored, of absolute http or https addresses, and of e-mail addresses. */
	public const TEXT         = '~\A[^\x{0000}\p{Cs}]*\z~u';
	public const HTTP_ADDRESS = '~\A(?![^\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]*[,;|][hH][tT][tT][pP][sS]?://)[hH][tT][tT][pP][sS]?://(?:[^/?#\\\\\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}\x{0000}-\x{001f}\x{007f}\p{Cs}]*@)?(?:\[[0-9A-Fa-f:.]+\]|(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])|(?:(?!\p{M})(?:[\p{L}\p{M}\p{N}\p{So}_\x{200c}\x{200d}\x{fe0f}-]|%(?:2[1246-9A-Ea-e]|3[0-9BDbd]|4[1-9A-Fa-f]|5[0-9AFaf]|6[0-9A-Fa-f]|7[0-9ABDEabde]|[89A-Fa-f][0-9A-Fa-f]))+[.\x{3002}\x{ff0e}\x{ff61}])*(?!(?:[0-9]+|0[xX][0-9A-Fa-f]*)(?:[.\x{3002}\x{ff0e}\x{ff61}])?(?:[:/?#\\\\\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]|\z))(?!\p{M})(?:[\p{L}\p{M}\p{N}\p{So}_\x{200c}\x{200d}\x{fe0f}-]|%(?:2[1246-9A-Ea-e]|3[0-9BDbd]|4[1-9A-Fa-f]|5[0-9AFaf]|6[0-9A-Fa-f]|7[0-9ABDEabde]|[89A-Fa-f][0-9A-Fa-f]))+(?:[.\x{3002}\x{ff0e}\x{ff61}])?)(?::0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{0,4}))?(?:[/?#\\\][^\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}\x{0000}-\x{001f}\x{007f}\p{Cs}]*)?\z~u';
	public const EMAIL        = '~\A(?=.{6})(?!.*[\x{0300}-\x{036f}\x{ff00}-\x{ffef}])[A-Za-z0-9!#$%&\'*+/=?^_`{|}\x{007e}.-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\z~u';

	/** Rules of the fields that the plugin stores or checks itself. */
	public const FIELDS = array(
		'title'       => array(
			'types'       => array( 'string' ),
			'is_nullable' => false,
			'min'         => 1,
			'max'         => 200,
			'is_filled'   => true,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'story'       => array(
			'types'       => array( 'string' ),
			'is_nullable' => false,
			'min'         => 0,
			'max'         => 20000,
			'is_filled'   => false,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'event_type'  => array(
			'types'       => array( 'string', 'null' ),
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 100,
			'is_filled'   => false,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'event_date'  => array(
			'types'       => array( 'string', 'null' ),
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 9007199254740991,
			'is_filled'   => false,
			'is_visible'  => false,
			'is_day'      => true,
			'is_address'  => false,
		),
		'invitee'     => array(
			'types'       => array( 'string' ),
			'is_nullable' => false,
			'min'         => 1,
			'max'         => 100,
			'is_filled'   => true,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'heading'     => array(
			'types'       => array( 'string' ),
			'is_nullable' => false,
			'min'         => 1,
			'max'         => 100,
			'is_filled'   => true,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'giver_name'  => array(
			'types'       => array( 'string', 'null' ),
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 100,
			'is_filled'   => false,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'message'     => array(
			'types'       => array( 'string', 'null' ),
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 500,
			'is_filled'   => false,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'idea_name'   => array(
			'types'       => array( 'string' ),
			'is_nullable' => false,
			'min'         => 1,
			'max'         => 100,
			'is_filled'   => true,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'note'        => array(
			'types'       => array( 'string', 'null' ),
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 500,
			'is_filled'   => false,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'name'        => array(
			'types'       => array( 'string' ),
			'is_nullable' => false,
			'min'         => 1,
			'max'         => 100,
			'is_filled'   => true,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'description' => array(
			'types'       => array( 'string', 'null' ),
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 500,
			'is_filled'   => false,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'url'         => array(
			'types'       => array( 'string' ),
			'is_nullable' => false,
			'min'         => 10,
			'max'         => 2000,
			'is_filled'   => false,
			'is_visible'  => false,
			'is_day'      => false,
			'is_address'  => true,
		),
		'retailer'    => array(
			'types'       => array( 'string', 'null' ),
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 2000,
			'is_filled'   => false,
			'is_visible'  => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'image_url'   => array(
			'types'       => array( 'string', 'null' ),
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 2000,
			'is_filled'   => false,
			'is_visible'  => false,
			'is_day'      => false,
			'is_address'  => false,
		),
		'currency'    => array(
			'types'       => array( 'string', 'null' ),
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 9007199254740991,
			'is_filled'   => false,
			'is_visible'  => false,
			'is_day'      => false,
			'is_address'  => false,
		),
	);

	/**
	 * Fields of a wish, fields that a copy of an item gets, fields of these that a copy on a list of other owners does
	 * not get, and the values of an erased item (contract/item-fields.ts).
	 */
	public const WISH_FIELDS   = array( 'name', 'url', 'retailer', 'description', 'image_url', 'price', 'currency', 'quantity_needed' );
	public const COPIED_FIELDS = array( 'name', 'retailer', 'description', 'image_url', 'price', 'currency', 'affiliate_url', 'affiliate_status' );
	public const OWN_FIELDS    = array( 'description', 'affiliate_url', 'affiliate_status' );
	public const ERASED_ITEM   = array(
		'name'             => '-',
		'url'              => 'https://erased.invalid/',
		'retailer'         => null,
		'description'      => null,
		'image_url'        => null,
		'price'            => null,
		'currency'         => null,
		'external_id'      => null,
		'affiliate_url'    => null,
		'affiliate_status' => null,
	);

	/** Fields that a giver types, and can change later (contract/gift-fields.ts). */
	public const TYPED_GIFT_FIELDS = array( 'quantity', 'giver_name', 'giver_email', 'message' );

	/** Days from the event to the day of the reveal, if the owner has chosen none. */
	public const REVEAL_DAYS_AFTER_EVENT = 1;

	/** Schemas of the fields of items that are numbers, as WordPress's REST API writes them (JSON Schema, draft 4). */
	public const NUMBERS = array(
		'price'           => array(
			'type'             => array( 'number', 'null' ),
			'minimum'          => 0,
			'exclusiveMinimum' => true,
		),
		'quantity_needed' => array(
			'type'    => 'integer',
			'minimum' => 1,
			'maximum' => 9007199254740991,
		),
	);

	/** Patterns of occasions, by drawing of link previews. */
	public const DRAWINGS = array(
		'birthday'     => 'birthday|geburtstag|jubil',
		'wedding'      => 'wedding|marri|bridal|hochzeit|heirat|trauung|polterabend|engage|verlob|anniversar',
		'baby'         => 'bab|birth\b|born|geburt\b|schwanger|christen|baptis|taufe',
		'housewarming' => 'house|home|moving|einzug|umzug|einweih|wohnung',
	);
}
