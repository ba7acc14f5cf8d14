<?php
/**
 * Findings on a screen.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Api\Checks\Finding;

/**
 * What the check of the connection found, for people to read.
 */
final class FindingsList {

	/**
	 * Prints all findings.
	 *
	 * @param list<Finding> $findings The findings.
	 */
	public static function show( array $findings ): void {
		echo '<ul>';
		foreach ( $findings as $finding ) {
			printf( '<li class="notice notice-%s inline">', esc_attr( self::kind( $finding ) ) );
			echo wp_kses_post( self::paragraphs( $finding ) );
			echo '</li>';
		}
		echo '</ul>';
	}

	/**
	 * The findings as HTML, for Site Health.
	 *
	 * @param list<Finding> $findings The findings.
	 */
	public static function text( array $findings ): string {
		return implode( '', array_map( array( self::class, 'paragraphs' ), $findings ) );
	}

	/**
	 * A finding as HTML: what it is, what it means and what to do about it.
	 *
	 * @param Finding $finding The finding.
	 */
	private static function paragraphs( Finding $finding ): string {
		$html = sprintf( '<p><strong>%s: %s</strong></p><p>%s</p>', esc_html( self::verdict( $finding ) ), esc_html( $finding->label ), esc_html( $finding->description ) );
		return '' === $finding->remedy ? $html : $html . sprintf( '<p>%s</p>', esc_html( $finding->remedy ) );
	}

	/**
	 * The status of a finding in a word, for those who see no colours.
	 *
	 * @param Finding $finding The finding.
	 */
	private static function verdict( Finding $finding ): string {
		return match ( $finding->status ) {
			Finding::GOOD     => __( 'Works', 'largesse' ),
			Finding::CRITICAL => __( 'Does not work', 'largesse' ),
			default           => __( 'Could be better', 'largesse' ),
		};
	}

	/**
	 * The kind of notice that stands for a status.
	 *
	 * @param Finding $finding The finding.
	 */
	private static function kind( Finding $finding ): string {
		return match ( $finding->status ) {
			Finding::GOOD     => 'success',
			Finding::CRITICAL => 'error',
			default           => 'warning',
		};
	}
}
