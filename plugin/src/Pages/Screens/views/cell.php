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
 * @version fc2975f6
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( '' !== $date ) : ?>
	<time datetime="<?php echo esc_attr( $date ); ?>"><?php echo esc_html( $text ); ?></time>
<?php elseif ( '' !== $url ) : ?>
	<a href="<?php echo esc_url( $url, array( 'http', 'https' ) ); ?>"<?php
		if ( '' !== $rel ) :
			?> rel="<?php echo esc_attr( $rel ); ?>"<?php
		endif;
	?>><bdi><?php echo largesse_html( $text ); ?></bdi></a>
<?php elseif ( '' !== $text ) : ?>
	<bdi><?php echo largesse_html( $text ); ?></bdi>
<?php elseif ( '' === $note ) : ?>
	<span aria-hidden="true">—</span>
	<span class="screen-reader-text"><?php esc_html_e( 'None', 'largesse' ); ?></span>
<?php endif; ?>
<?php if ( '' !== $note ) : ?>
	<?php if ( '' !== $text ) : ?><br /><?php endif; ?><em><?php echo esc_html( $note ); ?></em>
<?php endif; ?>
