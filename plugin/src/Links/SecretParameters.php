<?php
declare( strict_types=1 );

namespace Largesse\Links;

use Largesse\Html\SharedNames;

/**
 * Names of query parameters whose values grant access. ReturnAddress removes these parameters from addresses that other
 * people may see.
 */
final class SecretParameters {

	/** Id of a purchase, in the address of a giver's page. */
	public const GIFT = SharedNames::GIFT_PARAMETER;

	/** Key of a giver's page. */
	public const GIFT_KEY = 'key';

	/** Key of a link that opens a registry or a circle. */
	public const OPEN = 'open';

	/** Token with which the reader of a mail refuses invitations. */
	public const NO_INVITATIONS = 'no-invitations';

	/** Token that confirms a sign-up. */
	public const SIGN_UP = 'largesse-confirm';
}
