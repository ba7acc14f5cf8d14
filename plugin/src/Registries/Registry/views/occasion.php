<?php
/**
 * Line with the names, the occasion and the date of a registry: "Wedding · 12 June 2027 · in 23 days".
 *
 * @var string $names Names by which search finds the registry; empty for none.
 * @var string $type  The occasion; may be empty.
 * @var string $day   Date of the occasion as `YYYY-MM-DD`; may be empty.
 * @var string $date  Date of the occasion in words; may be empty.
 *
 * @version 270045fd
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( '' !== $names ) : ?>
	<bdi class="largesse-occasion__names"><?php echo largesse_text( $names ); ?></bdi>
<?php endif; ?>
<?php if ( '' !== $names && '' !== $type . $date ) : ?><span aria-hidden="true">&nbsp;· </span><?php endif; ?>
<?php if ( '' !== $type ) : ?>
	<bdi class="largesse-occasion__type"><?php echo largesse_text( $type ); ?></bdi>
<?php endif; ?>
<?php if ( '' !== $type && '' !== $date ) : ?><span aria-hidden="true">&nbsp;· </span><?php endif; ?>
<?php if ( '' !== $date ) : ?>
	<time datetime="<?php echo esc_attr( $day ); ?>"><?php echo esc_html( $date ); ?></time>
<?php endif; ?>
