<?php
/**
 * Result of a form on the page My registries.
 *
 * @var string $said    What has changed; empty for nothing.
 * @var string $problem Why the form was refused; empty if it was not.
 *
 * @version 64f09ce8
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( '' !== $problem ) : ?>
	<p class="largesse-mine__problem" role="alert"><?php echo esc_html( $problem ); ?></p>
<?php elseif ( '' !== $said ) : ?>
	<div role="status"><p class="largesse-mine__said"><?php echo esc_html( $said ); ?></p></div>
<?php endif; ?>
