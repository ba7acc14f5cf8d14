<?php
/**
 * Cell of a table in wp-admin.
 *
 * @var string $text Plain text; empty for a dash.
 * @var string $url  Address of a link; empty for none.
 * @var string $note Remark; may be empty.
 * @var string $rel  Relation of the link; may be empty.
 * @var string $date Date of the text as `YYYY-MM-DD`; empty for none.
 *
 * @version b22cdd3a
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<?php if ( '' !== $date ) : ?>
	<time datetime="<?php echo esc_attr( $date ); ?>"><?php echo esc_html( $text ); ?></time>
<?php elseif ( '' !== $url ) : ?>
	<a href="<?php echo esc_url( $url, array( 'http', 'https' ) ); ?>"<?php
		if ( '' !== $rel ) :
			?> rel="<?php echo esc_attr( $rel ); ?>"<?php
		endif;
	?>><bdi><?php Escape::echo_escaped( $text ); ?></bdi></a>
<?php elseif ( '' !== $text ) : ?>
	<bdi><?php Escape::echo_escaped( $text ); ?></bdi>
<?php elseif ( '' === $note ) : ?>
	<span aria-hidden="true">—</span>
	<span class="screen-reader-text"><?php esc_html_e( 'None', 'largesse' ); ?></span>
<?php endif; ?>
<?php if ( '' !== $note ) : ?>
	<?php if ( '' !== $text ) : ?><br /><?php endif; ?><em><?php echo esc_html( $note ); ?></em>
<?php endif; ?>
