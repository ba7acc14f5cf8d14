<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

/** Answer to the question for whom a site is. It decides which features a site starts with. */
enum Purpose: string {

	case Family  = 'family';
	case Wedding = 'wedding';
	case Clients = 'clients';
	case Own     = 'own';

	/** Returns the text of the answer. */
	public function label(): string {
		return match ( $this ) {
			self::Family  => __( 'A family', 'largesse' ),
			self::Wedding => __( 'A wedding', 'largesse' ),
			self::Clients => __( 'Clients or members', 'largesse' ),
			self::Own     => __( 'I decide myself', 'largesse' ),
		};
	}

	/** @return list<string> Keys of the features that such a site needs, in addition to those of every new site. */
	public function features(): array {
		return match ( $this ) {
			self::Family  => array(
				'circles',
				'draws',
				'presents',
				'questions',
				'shares',
				'delivery-address',
			),
			self::Wedding => array( 'shares', 'delivery-address' ),
			self::Clients => array( 'finding' ),
			self::Own     => array(),
		};
	}
}
