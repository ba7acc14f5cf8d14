<?php
/**
 * Notice above the affiliate links. Screen readers read errors at once.
 *
 * @var string                     $kind  `error`, `info` or `success`.
 * @var string                     $title Beginning of the text; may be empty.
 * @var string                     $text  The text.
 * @var string                     $hint  What the operator can do; may be empty.
 * @var string                     $url   Address of the settings; empty for none.
 * @var list<array<string, mixed>> $lines Items, each with its `problem`; null or empty if there is none.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<div class="notice notice-<?php echo esc_attr( $kind ); ?>" role="<?php echo 'error' === $kind ? 'alert' : 'status'; ?>">
	<p><?php if ( '' !== $title ) : ?><strong><?php echo esc_html( $title ); ?></strong> <?php endif; ?><?php echo esc_html( $text ); ?></p>
	<?php if ( '' !== $url ) : ?>
		<p><?php echo esc_html( $hint ); ?></p>
		<p><a href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Check the settings of Largesse', 'largesse' ); ?></a></p>
	<?php endif; ?>
	<?php if ( $lines ) : ?>
		<ul class="ul-disc">
			<?php foreach ( $lines as $line ) : ?>
				<li><bdi><?php Escape::echo_escaped( $line['name'] ); ?></bdi><?php echo esc_html( '' === (string) $line['problem'] ? '' : ": {$line['problem']}" ); ?></li>
			<?php endforeach; ?>
		</ul>
	<?php endif; ?>
</div>
