<?php
/**
 * Screen in wp-admin with the affiliate links of all items.
 *
 * @var string                     $title   Title of the screen.
 * @var list<array<string, mixed>> $notices Data of `affiliates/notice`.
 * @var array<string, mixed>|null  $form    Data of `affiliates/form`; null for the list.
 * @var AffiliateTable|null        $table   The list; null for a form, or if the service does not answer.
 * @var string                     $search  Search text; may be empty.
 * @var string                     $url     Address of the list.
 * @var array<string, string>      $hidden  Parameters that stay the same in a search.
 */

declare( strict_types=1 );

use Largesse\Affiliates\AffiliateTable;
use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="wrap">
	<h1 class="wp-heading-inline"><?php echo esc_html( $title ); ?></h1>
	<?php if ( '' !== $search ) : ?>
		<?php /* translators: %s: what was searched for. */ ?>
		<span class="subtitle"><?php Escape::echo_escaped( sprintf( __( 'Search results for: %s', 'largesse' ), $search ) ); ?></span>
	<?php endif; ?>
	<hr class="wp-header-end" />
	<?php
	foreach ( $notices as $notice ) {
		Template::print( 'affiliates/notice', $notice + array( 'title' => '', 'hint' => '', 'url' => '' ) );
	}
	if ( $form ) {
		Template::print( 'affiliates/form', $form );
	}
	?>
	<?php if ( $table ) : ?>
		<?php $table->views(); ?>
		<form method="get" action="<?php echo esc_url( admin_url( 'edit.php' ) ); ?>">
			<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
			<p class="search-box">
				<label class="screen-reader-text" for="largesse-search"><?php esc_html_e( 'Search items', 'largesse' ); ?></label>
				<input type="search" id="largesse-search" name="s" value="<?php Escape::echo_escaped( $search ); ?>" />
				<?php submit_button( __( 'Search items', 'largesse' ), '', '', false ); ?>
			</p>
		</form>
		<form method="post" action="<?php echo esc_url( $url ); ?>">
			<?php $table->display(); ?>
		</form>
	<?php endif; ?>
</div>
