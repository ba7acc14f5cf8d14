<?php
/**
 * Page on which a member chooses reminders.
 *
 * @var string                                                       $back_url Address of the page My registries.
 * @var string                                                       $said     Sentence about the result of the form;
 *      may be empty.
 * @var string                                                       $problem  Reason why the form was refused; may be
 *      empty.
 * @var string                                                       $email    Address of the member.
 * @var list<array{name: string, label: string, is_ticked: bool}>    $boxes    Kinds of reminders.
 * @var string                                                       $action   Address of the form.
 * @var array<string, string>                                        $hidden   Hidden fields by name.
 *
 * @version 60ccd6e3
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php esc_html_e( 'All my registries', 'largesse' ); ?></a></p>
<section class="largesse-mine__card" aria-labelledby="largesse-reminders-title">
	<h2 id="largesse-reminders-title"><?php esc_html_e( 'Reminders', 'largesse' ); ?></h2>
	<?php largesse_print_template( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
	<?php /* translators: %s: an e-mail address. */ ?>
	<p><?php echo largesse_html( str_replace( '%s', $email, __( 'We send at most one mail a week to %s, and only if something is due.', 'largesse' ) ) ); ?></p>
	<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>">
		<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
		<?php foreach ( $boxes as $box ) : ?>
			<div class="largesse-mine__field">
				<label class="largesse-field__choice"><input type="checkbox" name="<?php echo esc_attr( $box['name'] ); ?>"
					value="1"<?php echo $box['is_ticked'] ? ' checked' : ''; ?>> <?php echo esc_html( $box['label'] ); ?></label>
			</div>
		<?php endforeach; ?>
		<p class="largesse-mine__buttons">
			<button type="submit" class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Save', 'largesse' ); ?></button>
		</p>
	</form>
</section>
