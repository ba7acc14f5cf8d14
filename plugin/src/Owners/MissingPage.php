<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Links\OwnerPage;
use Largesse\Registry\RegistryPostType;

/**
 * Tells on the screens of registries that the page My registries is gone or hidden, and brings it back.
 */
final class MissingPage {

	/** Name of the action, and of its nonce. */
	public const ACTION = 'largesse_bring_page_back';

	/** Capability that bringing the page back asks for. */
	private const CAPABILITY = 'manage_options';

	/** Prints that the page is missing, with a button for administrators. */
	public function show(): void {
		if ( RegistryPostType::NAME !== get_current_screen()?->post_type || OwnerPage::is_there() ) {
			return;
		}
		?>
		<div class="notice notice-warning">
			<p><?php esc_html_e( 'Registries are created and edited on the page “My registries”, which this site does not show at the moment.', 'largesse' ); ?></p>
			<?php if ( current_user_can( self::CAPABILITY ) ) : ?>
				<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
					<input type="hidden" name="action" value="<?php echo esc_attr( self::ACTION ); ?>">
					<?php wp_nonce_field( self::ACTION ); ?>
					<p><button type="submit" class="button button-primary"><?php esc_html_e( 'Bring the page back', 'largesse' ); ?></button></p>
				</form>
			<?php else : ?>
				<p><?php esc_html_e( 'Please ask an administrator of the site to bring it back.', 'largesse' ); ?></p>
			<?php endif; ?>
		</div>
		<?php
	}

	/** Brings the page back, and shows it. */
	public function bring_back(): void {
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to do that.', 'largesse' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( self::ACTION );
		if ( ! PageSetup::bring_back() ) {
			wp_die( esc_html__( 'WordPress could not store the page. Please try again in a little while.', 'largesse' ), '', array( 'response' => 500 ) );
		}
		wp_safe_redirect( OwnerPage::url() );
		exit;
	}
}
