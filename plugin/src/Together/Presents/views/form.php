<?php
/**
 * Form with which guests tell about a present.
 *
 * @var string                     $action      Address of the form.
 * @var array<string, string>      $hidden      Hidden fields by name.
 * @var array<string, mixed>       $link        Data of `html/field` for the address.
 * @var list<array<string, mixed>> $fields      Data of `html/field` for the other fields.
 * @var array<string, string>      $buttons     `name` of the buttons, and their values: `send`, `read_shop`.
 * @var bool                       $has_picture Whether the owner would get a picture of the shop.
 * @var bool                       $is_open     Whether the form is unfolded.
 *
 * @version 82a83e34
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<details class="largesse-giver__fold"<?php echo $is_open ? ' open' : ''; ?>>
	<summary><?php esc_html_e( 'Tell us about a present', 'largesse' ); ?></summary>
	<form class="largesse-giver__form largesse-giver__inside" method="post" action="<?php echo esc_url( $action ); ?>">
		<?php // Browsers press the first button when the Enter key is pressed in a field. ?>
		<button class="largesse-unseen" name="<?php echo esc_attr( $buttons['name'] ); ?>"
			value="<?php echo esc_attr( $buttons['send'] ); ?>" tabindex="-1" aria-hidden="true"></button>
		<?php largesse_print_template( 'html/field', $link ); ?>
		<p class="largesse-giver__buttons">
			<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet"
				name="<?php echo esc_attr( $buttons['name'] ); ?>" value="<?php echo esc_attr( $buttons['read_shop'] ); ?>"
				formnovalidate><?php esc_html_e( 'Fill in from the shop’s page', 'largesse' ); ?></button>
		</p>
		<?php largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $fields ) ); ?>
		<?php if ( $has_picture ) : ?>
			<p><?php esc_html_e( 'If you suggest it to the owner, the owner gets the shop’s picture, too.', 'largesse' ); ?></p>
		<?php endif; ?>
		<?php largesse_print_template( 'http/trap' ); ?>
		<p class="largesse-giver__buttons">
			<button class="wp-element-button largesse-giver__button" name="<?php echo esc_attr( $buttons['name'] ); ?>"
				value="<?php echo esc_attr( $buttons['send'] ); ?>"><?php esc_html_e( 'Send', 'largesse' ); ?></button>
		</p>
	</form>
</details>
