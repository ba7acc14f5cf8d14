<?php
declare( strict_types=1 );

namespace Largesse\Together\MyGifts;

use Largesse\Foundation\Html\Template;
use Largesse\Promises\Giving\GiverPromises;
use WP_Post;

/** Connects the remembered gifts of members with WordPress's cron, and with the form for a gift. */
final class GiverMemory {

	/** Number of earlier gifts that the form for a gift shows. */
	private const SHOWN = 5;

	public function __construct( private readonly GiverPromises $promises ) {}

	/** Copies past gifts. @param mixed $after Id of the record after which the run begins. */
	public function run( mixed $after = 0 ): void {
		RememberedGifts::run( $this->promises, $after );
	}

	/** Adds what the member gave to the owner of a list before, above the form for a gift. */
	public static function add_to_form( string $html, WP_Post $registry ): string {
		$before = is_user_logged_in() ? RememberedGifts::before( get_current_user_id(), $registry, self::SHOWN ) : array();
		return array() === $before ? $html : $html . Template::render( 'my-gifts/before', array( 'gifts' => $before ) );
	}
}
