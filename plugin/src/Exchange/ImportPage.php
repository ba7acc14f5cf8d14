<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Links\OwnerPage;
use Largesse\Owners\PageNotices;
use WP_Post;

/**
 * Prints the frame of the page that imports wishes into a registry, or makes one of a file; the rest is described in
 * blocks/my-registries/exchange alone. It is a page of its own, because few need its script.
 */
final class ImportPage {

	/** Parameters of the address: the page that imports, and the format of the file that exports. */
	public const IMPORT = 'import';
	public const EXPORT = 'export';

	/** Checks whether the address asks for the page. */
	public static function is_requested(): bool {
		return '' !== self::requested( self::IMPORT );
	}

	/** Returns what the address says of a parameter; '' for nothing. */
	public static function requested( string $parameter ): string {
		$asked = $_GET[ $parameter ] ?? ''; // phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- Reading a page needs no nonce; it is only compared.
		return is_string( $asked ) ? $asked : '';
	}

	/** Returns the address of the page. Without a registry it makes one. */
	public static function url( ?int $registry_id = null ): string {
		return add_query_arg( self::IMPORT, '1', OwnerPage::url( $registry_id ) );
	}

	/**
	 * Returns the addresses of a registry as a file, by format.
	 *
	 * @return array<string, string>
	 */
	public static function exports( int $registry_id ): array {
		$formats = array( 'html', 'csv', 'json' );
		return array_combine( $formats, array_map( static fn ( string $format ) => add_query_arg( self::EXPORT, $format, OwnerPage::url( $registry_id ) ), $formats ) );
	}

	/**
	 * Prints the ways out of this site and in: files of a registry, and the page that imports wishes. They need no script.
	 */
	public static function show_ways( int $registry_id ): void {
		$links = array_combine(
			array( __( 'Export as a page', 'largesse' ), __( 'Export as a table (CSV)', 'largesse' ), __( 'Export as data (JSON)', 'largesse' ) ),
			self::exports( $registry_id )
		);
		?>
		<section class="largesse-mine__card largesse-mine__ways" aria-labelledby="largesse-exchange">
			<h3 id="largesse-exchange"><?php esc_html_e( 'Export and import', 'largesse' ); ?></h3>
			<p class="largesse-mine__hint"><?php esc_html_e( 'A copy of your own, to keep, to print, or to take to another site. Gifts are in it as far as you see them.', 'largesse' ); ?></p>
			<div class="largesse-mine__buttons">
				<?php foreach ( $links + array( __( 'Import wishes …', 'largesse' ) => self::url( $registry_id ) ) as $text => $url ) : ?>
					<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $text ); ?></a>
				<?php endforeach; ?>
			</div>
		</section>
		<?php
	}

	/** Prints the frame. */
	public static function show( ?WP_Post $registry ): void {
		$back = null === $registry ? OwnerPage::url() : OwnerPage::url( $registry->ID );
		?>
		<p class="largesse-mine__back"><a href="<?php echo esc_url( $back ); ?>"><?php echo null === $registry ? esc_html__( 'All my registries', 'largesse' ) : esc_html__( 'Back to the registry', 'largesse' ); ?></a></p>
		<?php PageNotices::without_script(); ?>
		<div class="largesse-mine__page" data-largesse-page="frame"><div class="largesse-mine__blank"></div></div>
		<?php
	}
}
