<?php
// Made from contract/occasions.ts and the translations by `npm run rules`: change it there.
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

/**
 * Occasions that forms suggest, with their names in the languages of the plugin.
 */
final class OccasionTexts {

	/** Names of each occasion in lower case, in English and in the languages of the plugin. */
	public const NAMES = array(
		'birthday'     => array( 'birthday', 'geburtstag', 'cumpleaños', 'anniversaire', 'compleanno', 'verjaardag', 'urodziny', 'aniversário', 'födelsedag' ),
		'wedding'      => array( 'wedding', 'hochzeit', 'boda', 'mariage', 'matrimonio', 'bruiloft', 'ślub', 'casamento', 'bröllop' ),
		'baby'         => array( 'baby', 'bebé', 'bébé', 'bebè', 'dziecko', 'bebê', 'bebis' ),
		'christmas'    => array( 'christmas', 'weihnachten', 'navidad', 'noël', 'natale', 'kerstmis', 'boże narodzenie', 'natal', 'jul' ),
		'housewarming' => array( 'housewarming', 'einweihung', 'inauguración', 'crémaillère', 'casa nuova', 'parapetówka', 'casa nova', 'inflyttning' ),
	);

	/** Names of the occasions whose gifts are usually a surprise. */
	public const SURPRISING = array( 'birthday', 'geburtstag', 'cumpleaños', 'anniversaire', 'compleanno', 'verjaardag', 'urodziny', 'aniversário', 'födelsedag', 'christmas', 'weihnachten', 'navidad', 'noël', 'natale', 'kerstmis', 'boże narodzenie', 'natal', 'jul' );

	/** Returns the name of an occasion in WordPress's current language; '' for an unknown key. */
	public static function name( string $key ): string {
		return match ( $key ) {
			'birthday'     => __( 'Birthday', 'largesse' ),
			'wedding'      => __( 'Wedding', 'largesse' ),
			'baby'         => __( 'Baby', 'largesse' ),
			'christmas'    => __( 'Christmas', 'largesse' ),
			'housewarming' => __( 'Housewarming', 'largesse' ),
			default        => '',
		};
	}

	/**
	 * Returns the title of a registry for each occasion, in WordPress's current language.
	 *
	 * @param string $who Name of the owner.
	 * @return array<string, string>
	 */
	public static function titles( string $who ): array {
		return array(
			/* translators: %s: name of a person. */
			'birthday'     => sprintf( __( '%s’s birthday', 'largesse' ), $who ),
			/* translators: %s: name of a person. */
			'wedding'      => sprintf( __( '%s’s wedding', 'largesse' ), $who ),
			/* translators: %s: name of a person. */
			'baby'         => sprintf( __( '%s’s baby', 'largesse' ), $who ),
			/* translators: %s: name of a person. */
			'christmas'    => sprintf( __( '%s’s Christmas wishes', 'largesse' ), $who ),
			/* translators: %s: name of a person. */
			'housewarming' => sprintf( __( '%s’s housewarming', 'largesse' ), $who ),
		);
	}
}
