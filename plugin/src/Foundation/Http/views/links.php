<?php
/**
 * Links in the style of buttons.
 *
 * @var array<string, string> $links Texts by address.
 *
 * @version e48422d6
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<?php foreach ( $links as $url => $text ) : ?>
	<a class="wp-element-button largesse-giver__button largesse-giver__button--quiet" dir="auto"
		href="<?php echo esc_url( $url ); ?>"><?php Escape::echo_escaped( $text ); ?></a>
<?php endforeach; ?>
