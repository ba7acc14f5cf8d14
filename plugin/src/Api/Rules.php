<?php
// Made from contract/ by `npm run rules`: change it there.
declare( strict_types=1 );

namespace Largesse\Api;

/**
 * Holds the limits and rules of the API's contract, and what forms tell people who break a rule.
 */
final class Rules {

	/** Limits; lengths are in characters. */
	public const MAX_SAFE               = 9007199254740991;
	public const MAX_IDS                = 100;
	public const MAX_ACTIVE_ITEMS       = 1000;
	public const MAX_ITEMS_LISTED       = 1000;
	public const MAX_ITEMS_COUNTED      = 10000;
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
	public const MAX_GIVER_NAME_CHARS   = 100;
	public const MAX_GIVER_EMAIL_CHARS  = 254;
	public const MAX_GIFT_MESSAGE_CHARS = 500;

	/** States of registries that the API sets, levels of surprise, and what stands for items without a status of their link. */
	public const REGISTRY_STATUSES = array( 'publish', 'private' );
	public const SURPRISE_LEVELS   = array( 'hidden', 'counts', 'names' );
	public const UNSET_STATUS      = 'unset';

	/** Rules as errors of the API name them; "%d" stands for a number. */
	public const REQUIRED        = 'is required';
	public const NOT_A_BOOLEAN   = 'must be true or false';
	public const NOT_A_STRING    = 'must be a string';
	public const ONE_OF          = 'must be one of %s';
	public const NOT_A_NUMBER    = 'must be a number or null';
	public const NOT_WHOLE       = 'must be a whole number';
	public const NOT_EMPTY       = 'must be at least 1 character';
	public const MIN_CHARS       = 'must be at least %d characters';
	public const NOT_BLANK       = 'must not be blank';
	public const MAX_CHARS       = 'must be at most %d characters';
	public const CLEAN_TEXT      = 'must not contain NUL or unpaired surrogates';
	public const ADDRESS_RULE    = 'must be an http or https address, without control characters';
	public const DATE            = 'must be a date, YYYY-MM-DD';
	public const ABOVE           = 'must be greater than %d';
	public const MIN             = 'must be %d or more';
	public const TOO_LARGE       = 'is too large';
	public const ENTRIES         = 'must have %d to %d entries';
	public const REGISTRY_FULL   = 'a registry holds at most %d items';
	public const KEEPER_IS_OWNER = 'must not name an owner who is not a keeper already';

	/** What trimming drops, for a class of characters in a pattern. */
	public const WHITE_SPACE = '\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}';

	/** Patterns of texts that can be stored, of addresses with or without a scheme, and of absolute http or https addresses. */
	public const TEXT         = '~\A[^\x{0000}\p{Cs}]*\z~u';
	public const ADDRESS      = '~\A(?! )(?:[hH][tT][tT][pP][sS]?:|(?![A-Za-z]+:))[^\x{0000}-\x{001f}\x{007f}\p{Cs}]*\z~u';
	public const HTTP_ADDRESS = '~\A[hH][tT][tT][pP][sS]?://[^\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}/?#\x{0000}-\x{001f}\x{007f}\p{Cs}][^\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}\x{0000}-\x{001f}\x{007f}\p{Cs}]*\z~u';

	/** Rules of the fields that the plugin stores or checks itself. */
	public const FIELDS = array(
		'title'       => array(
			'type'        => 'must be a string',
			'is_nullable' => false,
			'min'         => 1,
			'max'         => 200,
			'is_filled'   => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'story'       => array(
			'type'        => 'must be a string',
			'is_nullable' => false,
			'min'         => 0,
			'max'         => 20000,
			'is_filled'   => false,
			'is_day'      => false,
			'is_address'  => false,
		),
		'event_type'  => array(
			'type'        => 'must be a string or null',
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 100,
			'is_filled'   => false,
			'is_day'      => false,
			'is_address'  => false,
		),
		'event_date'  => array(
			'type'        => 'must be a string or null',
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 9007199254740991,
			'is_filled'   => false,
			'is_day'      => true,
			'is_address'  => false,
		),
		'invitee'     => array(
			'type'        => 'must be a string',
			'is_nullable' => false,
			'min'         => 1,
			'max'         => 100,
			'is_filled'   => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'giver_name'  => array(
			'type'        => 'must be a string or null',
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 100,
			'is_filled'   => false,
			'is_day'      => false,
			'is_address'  => false,
		),
		'message'     => array(
			'type'        => 'must be a string or null',
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 500,
			'is_filled'   => false,
			'is_day'      => false,
			'is_address'  => false,
		),
		'name'        => array(
			'type'        => 'must be a string',
			'is_nullable' => false,
			'min'         => 1,
			'max'         => 100,
			'is_filled'   => true,
			'is_day'      => false,
			'is_address'  => false,
		),
		'description' => array(
			'type'        => 'must be a string or null',
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 500,
			'is_filled'   => false,
			'is_day'      => false,
			'is_address'  => false,
		),
		'url'         => array(
			'type'        => 'must be a string',
			'is_nullable' => false,
			'min'         => 10,
			'max'         => 2000,
			'is_filled'   => false,
			'is_day'      => false,
			'is_address'  => true,
		),
		'retailer'    => array(
			'type'        => 'must be a string or null',
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 2000,
			'is_filled'   => false,
			'is_day'      => false,
			'is_address'  => false,
		),
		'image_url'   => array(
			'type'        => 'must be a string or null',
			'is_nullable' => true,
			'min'         => 0,
			'max'         => 2000,
			'is_filled'   => false,
			'is_day'      => false,
			'is_address'  => false,
		),
	);

	/**
	 * Returns the states of an affiliate link with their names.
	 *
	 * @return array<string, string>
	 */
	public static function affiliate_statuses(): array {
		return array(
			'active'   => __( 'Active', 'largesse' ),
			'inactive' => __( 'Inactive', 'largesse' ),
			'expired'  => __( 'Expired', 'largesse' ),
			'none'     => __( 'None', 'largesse' ),
		);
	}

	/**
	 * Returns what forms tell people, by rule and field: the first that fits counts, and without fields it is for any.
	 * "%s" stands for the last number of the rule.
	 *
	 * @return list<array{rules: list<string>, fields: list<string>, text: string}>
	 */
	public static function messages(): array {
		return array(
			array(
				'rules'  => array( 'is required', 'must not be blank', 'must be at least 1 character' ),
				'fields' => array( 'title' ),
				'text'   => __( 'Enter a title.', 'largesse' ),
			),
			array(
				'rules'  => array( 'is required', 'must not be blank', 'must be at least 1 character' ),
				'fields' => array( 'name' ),
				'text'   => __( 'Enter a name.', 'largesse' ),
			),
			array(
				'rules'  => array( 'is required', 'must not be blank', 'must be at least 1 character' ),
				'fields' => array( 'url' ),
				'text'   => __( 'Enter the address of the product.', 'largesse' ),
			),
			array(
				'rules'  => array( 'is required', 'must not be blank', 'must be at least 1 character' ),
				'fields' => array( 'invitee' ),
				'text'   => __( 'Enter a user name or an e-mail address.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must have %d to %d entries' ),
				'fields' => array( 'invitee' ),
				/* translators: %s: a number of people. */
				'text'   => __( 'Invite at most %s people at once.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be at most %d characters' ),
				'fields' => array(),
				/* translators: %s: a number of characters. */
				'text'   => __( 'This is too long: write at most %s characters.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must not contain NUL or unpaired surrogates' ),
				'fields' => array(),
				'text'   => __( 'There are characters in it that cannot be stored. Please type it again.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be an http or https address, without control characters', 'must be at least %d characters' ),
				'fields' => array(),
				'text'   => __( 'Enter an address on the web, such as https://shop.example/kettle.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be a date, YYYY-MM-DD' ),
				'fields' => array(),
				'text'   => __( 'Enter a date that exists in the calendar.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be greater than %d' ),
				'fields' => array( 'price' ),
				'text'   => __( 'Enter a price above zero, or leave the field empty.', 'largesse' ),
			),
			array(
				'rules'  => array( 'is too large' ),
				'fields' => array( 'price' ),
				'text'   => __( 'Enter a lower price.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be %d or more' ),
				'fields' => array( 'quantity_needed', 'quantity_purchased' ),
				/* translators: %s: a number. */
				'text'   => __( 'Enter %s or more.', 'largesse' ),
			),
			array(
				'rules'  => array( 'is too large' ),
				'fields' => array( 'quantity_needed', 'quantity_purchased' ),
				'text'   => __( 'Enter a smaller number.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be a whole number' ),
				'fields' => array( 'quantity_needed', 'quantity_purchased' ),
				'text'   => __( 'Enter a whole number.', 'largesse' ),
			),
		);
	}
}
