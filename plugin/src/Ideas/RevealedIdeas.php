<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Html\Template;
use Largesse\Registry\Roles;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use WP_Post;

/**
 * Shows revealed ideas to recipients, below the list of a registry's gifts.
 */
final class RevealedIdeas {

	public function __construct( private readonly Client $client ) {}

	/** Prints the revealed ideas to a recipient. */
	public function show( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! Roles::of( $registry )->is_recipient() ) {
			return;
		}
		$ideas = $this->client->list_ideas(
			array(
				'registry_id' => $registry_id,
				'view'        => 'owner',
				'limit'       => Rules::MAX_IDEAS,
			)
		);
		if ( is_array( $ideas ) && array() !== $ideas ) {
			Template::print( 'ideas/revealed', array( 'ideas' => $ideas ) );
		}
	}
}
