<?php
/**
 * Affiliate link of an item, and the item as the form shows it.
 *
 * @var string               $form    Id of the form.
 * @var string               $line    Name of the item's fields.
 * @var array<string, mixed> $item    The item.
 * @var string               $url     The link; may be empty.
 * @var string               $problem Why the link or the status was not saved; may be empty.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<?php /* translators: %s: name of an item. */ ?>
<input type="text" inputmode="url" dir="ltr" class="large-text code" autocomplete="off" spellcheck="false" aria-label="<?php Escape::echo_escaped( sprintf( __( 'Affiliate link of %s', 'largesse' ), $item['name'] ) ); ?>"
	form="<?php echo esc_attr( $form ); ?>" name="<?php echo esc_attr( "{$line}[url]" ); ?>" value="<?php Escape::echo_escaped( $url ); ?>"
	<?php if ( '' !== $problem ) : ?>
		aria-invalid="true" aria-describedby="<?php echo esc_attr( "{$line}[problem]" ); ?>"
	<?php endif; ?>
/>
<input type="hidden" form="<?php echo esc_attr( $form ); ?>" name="<?php echo esc_attr( "{$line}[item]" ); ?>" value="<?php Escape::echo_escaped( (string) wp_json_encode( $item ) ); ?>" />
<?php if ( '' !== $problem ) : ?>
	<div class="notice notice-error inline" id="<?php echo esc_attr( "{$line}[problem]" ); ?>"><p><?php echo esc_html( $problem ); ?></p></div>
<?php endif; ?>
