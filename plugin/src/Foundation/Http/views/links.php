<?php
/**
 * Links in the style of buttons.
 *
 * @var array<string, string> $links Texts by address.
 *
 * @version 4d7d9f73
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php foreach ( $links as $url => $text ) : ?>
	<a class="wp-element-button largesse-giver__button largesse-giver__button--quiet" dir="auto"
		href="<?php echo esc_url( $url ); ?>"><?php echo largesse_html( $text ); ?></a>
<?php endforeach; ?>
