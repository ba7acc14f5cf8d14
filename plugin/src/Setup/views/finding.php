<?php
/**
 * Result of a check of the connection.
 *
 * @var string  $verdict Whether the checked part works, in words.
 * @var CheckResult $finding The result.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p><strong><?php echo esc_html( "{$verdict}: {$finding->label}" ); ?></strong></p>
<p><?php echo esc_html( $finding->description ); ?></p>
<?php if ( '' !== $finding->remedy ) : ?>
	<p><?php echo esc_html( $finding->remedy ); ?></p>
<?php endif; ?>
