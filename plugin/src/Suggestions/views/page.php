<?php
/**
 * Page on which guests suggest wishes to the owner of a registry.
 *
 * @var string                     $title       Title of the registry.
 * @var string                     $notice      Result of a form; may be empty.
 * @var bool                       $is_sent     Whether a suggestion was just sent.
 * @var bool                       $is_open     Whether the list takes suggestions.
 * @var string                     $action      Address of the forms.
 * @var list<array<string, mixed>> $own         Suggestions of the visitor: `name`, `state` (text), `gift_url` (may be empty), and `hidden` fields of the button that takes the suggestion back (null for none).
 * @var array<string, string>      $hidden      Hidden fields of the form by name.
 * @var array<string, mixed>       $link        Data of `html/field` for the address.
 * @var list<array<string, mixed>> $fields      Data of `html/field` for the other fields.
 * @var bool                       $has_picture Whether the form contains a picture of the shop.
 * @var string                     $act         Name of the buttons.
 * @var string                     $send        Value of the button that sends a suggestion.
 * @var string                     $read        Value of the button that reads the shop's page.
 * @var string                     $back        Value of the button that takes a suggestion back.
 * @var array<string, string>      $links       Texts of links by address.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<h2 class="largesse-giver__name" dir="auto"><?php Escape::echo_escaped( $title ); ?></h2>
	<p><strong><?php esc_html_e( 'The owner of this list reads your suggestion.', 'largesse' ); ?></strong> <?php esc_html_e( 'The owner decides whether it becomes a wish. Other guests do not see it. Please do not write about surprises here.', 'largesse' ); ?></p>
	<?php if ( '' !== $notice ) : ?>
		<p class="largesse-giver__trouble" role="alert"><?php echo esc_html( $notice ); ?></p>
	<?php elseif ( $is_sent ) : ?>
		<div role="status"><p class="largesse-giver__told"><?php esc_html_e( 'Your suggestion is on its way. Come back to this page for the answer.', 'largesse' ); ?></p></div>
	<?php endif; ?>
	<?php if ( $own ) : ?>
		<div class="largesse-giver__idea">
			<h3><?php esc_html_e( 'Your suggestions', 'largesse' ); ?></h3>
			<p><?php esc_html_e( 'A suggestion that the owner declines disappears from here. You then do not give it, either.', 'largesse' ); ?></p>
		</div>
	<?php endif; ?>
	<?php foreach ( $own as $one ) : ?>
		<form class="largesse-giver__idea" method="post" action="<?php echo esc_url( $action ); ?>">
			<h4 class="largesse-giver__name" dir="auto"><?php Escape::echo_escaped( $one['name'] ); ?></h4>
			<p class="largesse-giver__state"><?php echo esc_html( $one['state'] ); ?></p>
			<?php if ( '' !== $one['gift_url'] ) : ?>
				<p><?php esc_html_e( 'You are giving this.', 'largesse' ); ?> <a href="<?php echo esc_url( $one['gift_url'] ); ?>"><?php esc_html_e( 'See or change', 'largesse' ); ?></a></p>
			<?php endif; ?>
			<?php if ( null !== $one['hidden'] ) : ?>
				<?php Template::print( 'html/hidden-fields', array( 'hidden' => $one['hidden'] ) ); ?>
				<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button largesse-giver__button--quiet" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $back ); ?>"><?php esc_html_e( 'Take back', 'largesse' ); ?></button></p>
			<?php endif; ?>
		</form>
	<?php endforeach; ?>
	<?php if ( $is_open ) : ?>
		<form class="largesse-giver__form" method="post" action="<?php echo esc_url( $action ); ?>">
			<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
			<?php // Browsers press the first button when the Enter key is pressed in a field. ?>
			<button class="largesse-unseen" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $send ); ?>" tabindex="-1" aria-hidden="true"></button>
			<?php Template::print( 'html/field', $link ); ?>
			<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button largesse-giver__button--quiet" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $read ); ?>" formnovalidate><?php esc_html_e( 'Fill in from the shop’s page', 'largesse' ); ?></button></p>
			<?php
			foreach ( $fields as $field ) {
				Template::print( 'html/field', $field );
			}
			?>
			<?php if ( $has_picture ) : ?>
				<p><?php esc_html_e( 'The shop’s picture is sent, too.', 'largesse' ); ?></p>
			<?php endif; ?>
			<?php Template::print( 'http/trap' ); ?>
			<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $send ); ?>"><?php esc_html_e( 'Send to the owner', 'largesse' ); ?></button></p>
		</form>
	<?php endif; ?>
	<p class="largesse-giver__buttons"><?php Template::print( 'http/links', array( 'links' => $links ) ); ?></p>
</div>
