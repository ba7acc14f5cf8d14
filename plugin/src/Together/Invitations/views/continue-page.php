<?php
/**
 * Page of a link, with the button "Continue".
 *
 * @var string                $action Address of the form.
 * @var array<string, string> $hidden Hidden fields by name.
 * @var string                $intro  Sentence above the name. It contains "%s" if there is an owner.
 * @var string                $owner  Name of the owner; may be empty.
 * @var string                $name   Name of the registry or circle.
 * @var string                $note   Sentences about accounts and cookies.
 *
 * @version 23ab3965
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-giver" method="post" action="<?php echo esc_url( $action ); ?>">
	<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<p class="largesse-giver__whose"><?php echo str_replace( '%s', '<bdi>' . largesse_html( $owner ) . '</bdi>', esc_html( $intro ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- It is escaped. ?></p>
	<h2 class="largesse-giver__name" dir="auto"><?php echo largesse_html( $name ); ?></h2>
	<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Continue', 'largesse' ); ?></button></p>
	<p class="largesse-giver__state"><?php echo esc_html( $note ); ?></p>
</form>
