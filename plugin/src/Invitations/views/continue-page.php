<?php
/**
 * Page that a family link or a personal link opens. Its button opens the registry in this browser.
 *
 * @var string                $action Address of the form.
 * @var array<string, string> $hidden Hidden fields by name.
 * @var string                $owner  Name of the owner; empty if it is only a user name.
 * @var string                $title  Title of the registry.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-giver" method="post" action="<?php echo esc_url( $action ); ?>">
	<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<?php if ( '' !== $owner ) : ?>
		<p class="largesse-giver__whose"><?php
			/* translators: %s: name of a person. */
			printf( esc_html__( '%s shows you a registry:', 'largesse' ), '<bdi>' . Escape::html( $owner ) . '</bdi>' ); // phpcs:ignore WordPress.Security.EscapeOutput -- It is escaped.
		?></p>
	<?php else : ?>
		<p class="largesse-giver__whose"><?php esc_html_e( 'This registry is open to you:', 'largesse' ); ?></p>
	<?php endif; ?>
	<h2 class="largesse-giver__name" dir="auto"><?php Escape::echo_escaped( $title ); ?></h2>
	<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Continue', 'largesse' ); ?></button></p>
	<p class="largesse-giver__state"><?php esc_html_e( 'You don’t need an account. A cookie on this device remembers for 90 days that you can open the registry. It does nothing else.', 'largesse' ); ?></p>
</form>
