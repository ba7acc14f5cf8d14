<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Closure;
use Largesse\Blocks\Blocks;
use Largesse\Links\OwnerPage;
use Largesse\Owners\PageNotices;
use Largesse\Owners\ScriptState;
use WP_Post;

/**
 * Prints the container of the page that imports wishes into a registry, or creates one from a file. The page's content
 * is in blocks/my-registries/exchange. It is a separate page because few people need its script.
 */
final class ImportPage {

	/** Parameters of the address: for the import page, and for the format of an exported file. */
	public const IMPORT = 'import';
	public const EXPORT = 'export';

	/** Checks whether this request is for the import page. */
	private static function is_requested(): bool {
		return '' !== self::requested( self::IMPORT );
	}

	/** Returns the value of a parameter of the address; '' if it is missing. */
	public static function requested( string $parameter ): string {
		$asked = $_GET[ $parameter ] ?? ''; // phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- Reading a page needs no nonce; the value is only compared.
		return is_string( $asked ) ? $asked : '';
	}

	/**
	 * Returns a function that prints the page, if the address asks for it.
	 *
	 * @param Closure|null              $page     Function that prints another page.
	 * @param WP_Post|null              $registry The registry; null to make one.
	 * @param array<string, mixed>|null $view     The registry as the pages get it.
	 * @param string                    $owner    Name of its owner if that is somebody else, otherwise ''.
	 */
	public static function choose( ?Closure $page, ?WP_Post $registry, ?array $view, string $owner ): ?Closure {
		if ( ! self::is_requested() || ( null === $registry && ! current_user_can( 'publish_registries' ) ) ) {
			return $page;
		}
		return static function () use ( $registry, $view, $owner ): void {
			ScriptState::send( self::IMPORT, $view, $owner, Blocks::IMPORT_SCRIPT );
			self::show( $registry );
		};
	}

	/** Prints a link to the page below the form that makes a registry. */
	public static function show_link(): void {
		?>
		<p class="largesse-mine__ways"><a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( self::url() ); ?>"><?php esc_html_e( 'Make one from a file', 'largesse' ); ?></a></p>
		<?php
	}

	/** Returns the address of the import page. Without a registry, it creates one. */
	public static function url( ?int $registry_id = null ): string {
		return add_query_arg( self::IMPORT, '1', OwnerPage::url( $registry_id ) );
	}

	/**
	 * Returns the addresses of a registry's exported files, by format.
	 *
	 * @return array<string, string>
	 */
	public static function exports( int $registry_id ): array {
		$formats = array( 'html', 'csv', 'json' );
		return array_combine( $formats, array_map( static fn ( string $format ) => add_query_arg( self::EXPORT, $format, OwnerPage::url( $registry_id ) ), $formats ) );
	}

	/** Prints links to export a registry and to import wishes. They work without scripts. */
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

	/** Prints the container. */
	private static function show( ?WP_Post $registry ): void {
		$back = null === $registry ? OwnerPage::url() : OwnerPage::url( $registry->ID );
		?>
		<p class="largesse-mine__back"><a href="<?php echo esc_url( $back ); ?>"><?php echo null === $registry ? esc_html__( 'All my registries', 'largesse' ) : esc_html__( 'Back to the registry', 'largesse' ); ?></a></p>
		<?php PageNotices::without_script(); ?>
		<div class="largesse-mine__page" data-largesse-page="frame"><div class="largesse-mine__blank"></div></div>
		<?php
	}
}
