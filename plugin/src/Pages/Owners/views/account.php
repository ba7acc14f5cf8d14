<?php
/**
 * Page of a member's account. Its forms work without scripts.
 *
 * @var string                    $back_url Address of My registries.
 * @var string                    $action   Address of the forms.
 * @var string                    $problem  Why the form was refused; may be empty.
 * @var string                    $said     What has changed; may be empty.
 * @var string                    $email    Address of the account.
 * @var string                    $waiting  Address that waits for its confirmation; may be empty.
 * @var array<string, mixed>      $save     Form of name and language: `hidden` fields, data of its `fields`, and
 *      `is_open` (refused).
 * @var array<string, mixed>      $mail     Form of a new address.
 * @var array<string, mixed>|null $confirm  Form that confirms the new address; null if the member did not come through
 *      the mail.
 * @var array<string, mixed>      $password Form of a new password.
 * @var array<string, mixed>|null $erase    Form that erases the account, with `notes` (sentences to read before); null
 *      if the member may not do that here.
 * @var string                    $apps_url Address at which members create application passwords.
 * @var string                    $sign_out Address that signs out.
 *
 * @version a36a5716
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

$show_form = static function ( array $form, string $button, bool $is_quiet = true ) use ( $action ): void {
	?>
	<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>" novalidate>
		<?php
		largesse_print_template(
			'html/form-fields',
			array( 'hidden' => $form['hidden'], 'fields' => $form['fields'] )
		);
		?>
		<p class="largesse-mine__buttons">
			<button type="submit"
				class="wp-element-button largesse-mine__button<?php echo $is_quiet ? ' largesse-mine__button--quiet' : ''; ?>"><?php
				echo esc_html( $button );
			?></button>
		</p>
	</form>
	<?php
};
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php esc_html_e( 'All my registries', 'largesse' ); ?></a></p>
<div class="largesse-mine__main">
	<section class="largesse-mine__card" aria-labelledby="largesse-account-title">
		<h2 id="largesse-account-title"><?php esc_html_e( 'Your account', 'largesse' ); ?></h2>
		<?php largesse_print_template( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
		<?php if ( $confirm ) : ?>
			<?php /* translators: %s: an e-mail address. */ ?>
			<p><?php echo largesse_html( sprintf( __( 'Should your account have the address %s from now on?', 'largesse' ), $waiting ) ); ?></p>
			<?php $show_form( $confirm, __( 'Yes, use this address', 'largesse' ), false ); ?>
		<?php endif; ?>
		<?php $show_form( $save, __( 'Save', 'largesse' ), false ); ?>
	</section>
	<details class="largesse-mine__card largesse-mine__fold"<?php echo $mail['is_open'] ? ' open' : ''; ?>>
		<summary><span class="largesse-mine__label"><?php esc_html_e( 'E-mail address', 'largesse' ); ?></span> <bdi class="largesse-mine__value"><?php
			echo largesse_html( $email );
		?></bdi></summary>
		<div class="largesse-mine__folded">
			<?php if ( '' !== $waiting ) : ?>
				<?php /* translators: %s: an e-mail address. */ ?>
				<p role="status"><?php echo largesse_html( sprintf( __( 'We have sent a mail to %s. Open the link in it to use this address.', 'largesse' ), $waiting ) ); ?></p>
			<?php endif; ?>
			<p class="largesse-mine__hint"><?php esc_html_e( 'We send a mail to the new address. Until you open the link in it, your account keeps the old one.', 'largesse' ); ?></p>
			<?php $show_form( $mail, __( 'Send the mail', 'largesse' ) ); ?>
		</div>
	</details>
	<details class="largesse-mine__card largesse-mine__fold"<?php echo $password['is_open'] ? ' open' : ''; ?>>
		<summary><span class="largesse-mine__label"><?php esc_html_e( 'Password', 'largesse' ); ?></span></summary>
		<div class="largesse-mine__folded">
			<p class="largesse-mine__hint"><?php esc_html_e( 'All other browsers and devices are signed out.', 'largesse' ); ?></p>
			<?php $show_form( $password, __( 'Change the password', 'largesse' ) ); ?>
		</div>
	</details>
	<?php if ( $erase ) : ?>
		<details class="largesse-mine__card largesse-mine__fold"<?php echo $erase['is_open'] ? ' open' : ''; ?>>
			<summary><span class="largesse-mine__label"><?php esc_html_e( 'Erase my account', 'largesse' ); ?></span></summary>
			<div class="largesse-mine__folded">
				<p><?php esc_html_e( 'This erases your name and your address everywhere on this site, and deletes your registries with all wishes, also for people who own them with you. You leave your circles. Nobody can undo this.', 'largesse' ); ?></p>
				<?php foreach ( $erase['notes'] as $note ) : ?>
					<p><?php echo esc_html( $note ); ?></p>
				<?php endforeach; ?>
				<?php $show_form( $erase, __( 'Erase my account now', 'largesse' ) ); ?>
			</div>
		</details>
	<?php else : ?>
		<p class="largesse-mine__hint"><?php esc_html_e( 'The people who run this site can erase your account: please ask them.', 'largesse' ); ?></p>
	<?php endif; ?>
	<p class="largesse-mine__buttons">
		<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
			href="<?php echo esc_url( $sign_out ); ?>"><?php esc_html_e( 'Sign out', 'largesse' ); ?></a>
		<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
			href="<?php echo esc_url( $apps_url ); ?>"><?php esc_html_e( 'Passwords for apps', 'largesse' ); ?></a>
	</p>
</div>
