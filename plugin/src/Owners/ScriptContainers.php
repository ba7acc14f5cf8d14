<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Guests\GuestPreview;
use Largesse\Html\Escape;
use Largesse\Links\OwnerPage;

/**
 * Prints the containers for the script, with placeholders until it runs: the title of a registry and blank cards. The
 * content is in blocks/my-registries/views.
 */
final class ScriptContainers {

	/**
	 * Prints the container of the page that manages a registry.
	 *
	 * @param array<string, mixed> $registry The registry in the format of RegistryView.
	 */
	public static function manage( array $registry ): void {
		?>
		<p class="largesse-mine__back"><a href="<?php echo esc_url( OwnerPage::url() ); ?>"><?php esc_html_e( 'All my registries', 'largesse' ); ?></a></p>
		<noscript>
			<p class="largesse-mine__problem"><?php esc_html_e( 'Without JavaScript you can read your registry as your guests see it. To change something, please switch JavaScript on in your browser.', 'largesse' ); ?> <a href="<?php echo esc_url( GuestPreview::url( get_post( $registry['id'] ) ) ); ?>"><?php esc_html_e( 'View as a guest', 'largesse' ); ?></a> <a href="<?php echo esc_url( OwnerPage::gifts_url( $registry['id'] ) ); ?>"><?php esc_html_e( 'Gifts, and what you have already', 'largesse' ); ?></a></p>
		</noscript>
		<div class="largesse-mine__page" data-largesse-page="frame">
			<header class="largesse-mine__head"><h2 class="largesse-mine__title" dir="auto"><?php Escape::echo_escaped( $registry['title'] ); ?></h2></header>
			<div class="largesse-mine__columns">
				<?php self::blank(); ?>
				<div class="largesse-mine__blank"></div>
			</div>
		</div>
		<?php
		/**
		 * Fires below a registry that its owner manages.
		 *
		 * @param int $registry_id Id of the registry.
		 */
		do_action( 'largesse_after_managed_registry', $registry['id'] );
	}

	/** Prints the container of the form for a new registry. */
	public static function create(): void {
		?>
		<section class="largesse-mine__card largesse-mine__create" aria-labelledby="largesse-create">
			<h2 id="largesse-create"><?php esc_html_e( 'Create a registry', 'largesse' ); ?></h2>
			<div class="largesse-mine__page" data-largesse-page="frame"><?php self::blank(); ?></div>
			<?php
			/** Fires below the form that makes a registry. */
			do_action( 'largesse_after_create_form' );
			?>
		</section>
		<?php
	}

	/** Prints an empty card. After a while it shows what to do if the script does not load. */
	private static function blank(): void {
		?>
		<div class="largesse-mine__blank"><p class="largesse-mine__late"><?php esc_html_e( 'This takes longer than usual. If nothing happens, please load the page again.', 'largesse' ); ?></p></div>
		<?php
	}
}
