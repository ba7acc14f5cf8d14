<?php
/**
 * Co-owners and keepers of a registry in wp-admin, with forms to add and remove them.
 *
 * @var string                     $refused Reason why the last change failed; may be empty.
 * @var string                     $url     Address of the screen.
 * @var list<array<string, mixed>> $lists   Lists: `key`, `heading`, `entries` (user names or addresses), entries of people who were `asked` and have not answered, the display `names` by entry, and the hidden fields `add` and `remove` of the forms.
 */

declare( strict_types=1 );

use Largesse\Html\Template;
use Largesse\Screens\Cell;

defined( 'ABSPATH' ) || exit;
?>
<h2 id="largesse-helpers"><?php esc_html_e( 'Who helps', 'largesse' ); ?></h2>
<p><?php esc_html_e( 'They get a mail, and help you as soon as they accept.', 'largesse' ); ?></p>
<?php if ( '' !== $refused ) : ?>
	<div class="notice notice-error inline"><p><?php echo esc_html( $refused ); ?></p></div>
<?php endif; ?>
<?php foreach ( $lists as $list ) : ?>
	<h3><?php echo esc_html( $list['heading'] ); ?></h3>
	<?php if ( ! $list['entries'] && ! $list['asked'] ) : ?>
		<p><?php Template::print_html( Cell::none() ); ?></p>
	<?php endif; ?>
	<?php foreach ( array( ...$list['entries'], ...$list['asked'] ) as $entry ) : ?>
		<?php $is_asked = ! in_array( $entry, $list['entries'], true ); ?>
		<?php $name = $is_asked ? $entry : ( $list['names'][ $entry ] ?? $entry ); ?>
		<form method="post" action="<?php echo esc_url( "{$url}#largesse-helpers" ); ?>" style="margin-block: 0.5em;">
			<?php Template::print( 'html/hidden-fields', array( 'hidden' => $list['remove'] + array( 'person' => $entry ) ) ); ?>
			<?php Template::print_html( Cell::text( $name ) ); ?><?php if ( $is_asked ) : ?> (<?php esc_html_e( 'has not answered yet', 'largesse' ); ?>)<?php endif; ?> <button type="submit" class="button button-small"><?php esc_html_e( 'Remove', 'largesse' ); ?><span class="screen-reader-text"> <?php echo esc_html( $name ); ?></span></button>
		</form>
	<?php endforeach; ?>
	<form method="post" action="<?php echo esc_url( "{$url}#largesse-helpers" ); ?>" style="margin-block: 0.5em;">
		<?php Template::print( 'html/hidden-fields', array( 'hidden' => $list['add'] ) ); ?>
		<label class="screen-reader-text" for="<?php echo esc_attr( "largesse-add-{$list['key']}" ); ?>"><?php echo esc_html( "{$list['heading']}: " . __( 'User name or e-mail address', 'largesse' ) ); ?></label>
		<input type="text" id="<?php echo esc_attr( "largesse-add-{$list['key']}" ); ?>" name="person" required maxlength="100" placeholder="<?php esc_attr_e( 'User name or e-mail address', 'largesse' ); ?>" autocomplete="off" autocapitalize="none" spellcheck="false">
		<button type="submit" class="button" aria-label="<?php echo esc_attr( __( 'Add', 'largesse' ) . ": {$list['heading']}" ); ?>"><?php esc_html_e( 'Add', 'largesse' ); ?></button>
	</form>
<?php endforeach; ?>
