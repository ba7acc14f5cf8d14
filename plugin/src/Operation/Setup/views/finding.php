<?php
/**
 * Result of a check of the connection, in Site Health.
 *
 * @var string      $heading Whether the checked part works, and what was found.
 * @var CheckResult $finding The result.
 *
 * @version 03319c78
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p><strong><?php echo esc_html( $heading ); ?></strong></p>
<p><?php echo esc_html( $finding->description ); ?></p>
<?php if ( '' !== $finding->remedy ) : ?>
	<p><?php echo esc_html( $finding->remedy ); ?></p>
<?php endif; ?>
