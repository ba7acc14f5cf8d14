<?php
/**
 * Button with which a member follows a list, or stops following the list.
 *
 * @var string                $action   Address of the form.
 * @var array<string, string> $hidden   Hidden fields by name.
 * @var string                $feed_url Address of the member's private feed; empty if they do not follow the list.
 *
 * @version de1e9ac7
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<form method="post" action="<?php echo esc_url( $action ); ?>">
	<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<button class="wp-element-button largesse-registry__action"><?php echo '' === $feed_url ? esc_html__( 'Follow this list', 'largesse' ) : esc_html__( 'Stop following', 'largesse' ); ?></button>
</form>
<?php if ( '' !== $feed_url ) : ?>
	<p class="largesse-registry__following"><?php esc_html_e( 'You follow this list: you get a mail when wishes are added, at most one a day.', 'largesse' ); ?> <a href="<?php echo esc_url( $feed_url ); ?>"
		rel="nofollow"><?php esc_html_e( 'Private feed (RSS)', 'largesse' ); ?></a></p>
<?php endif; ?>
