<?php
/**
 * Page that a link to a circle opens. The button of the page leads to the form for joining the circle.
 *
 * @var string                $action Address of the form.
 * @var array<string, string> $hidden Hidden fields by name.
 * @var string                $name   Name of the circle.
 * @var int                   $days   Lifetime of the join cookie in days.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-giver" method="post" action="<?php echo esc_url( $action ); ?>">
	<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<p class="largesse-giver__whose"><?php esc_html_e( 'You are invited to this circle:', 'largesse' ); ?></p>
	<h2 class="largesse-giver__name" dir="auto"><?php Escape::echo_escaped( $name ); ?></h2>
	<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Continue', 'largesse' ); ?></button></p>
	<?php /* translators: %s: a number of days. */ ?>
	<p class="largesse-giver__state"><?php echo esc_html( sprintf( __( 'You need an account to join. A cookie on this device remembers for %s days that you may join. It does nothing else.', 'largesse' ), number_format_i18n( $days ) ) ); ?></p>
</form>
