<?php
/**
 * Button with which a member follows a list, or stops following the list.
 *
 * @var string                $action       Address of the form.
 * @var array<string, string> $hidden       Hidden fields by name.
 * @var bool                  $is_following Whether the member follows the list.
 *
 * @version a7a18298
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form method="post" action="<?php echo esc_url( $action ); ?>">
	<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<button class="wp-element-button largesse-registry__action"><?php echo $is_following ? esc_html__( 'Stop following', 'largesse' ) : esc_html__( 'Follow this list', 'largesse' ); ?></button>
</form>
<?php if ( $is_following ) : ?>
	<p class="largesse-registry__following"><?php esc_html_e( 'You follow this list: you get a mail when wishes are added, at most one a day.', 'largesse' ); ?></p>
<?php endif; ?>
