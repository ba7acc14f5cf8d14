<?php
// Made from contract/ by `npm run rules`: change it there.
declare( strict_types=1 );

namespace Largesse\Service;

/**
 * Holds the limits and rules of the API's contract.
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
}
