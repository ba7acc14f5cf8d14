<?php
/**
 * Screen that asks for whom the site is.
 *
 * @var list<array{value: string, label: string, about: string, is_checked: bool}> $answers Possible answers, with their
 *      features.
 * @var list<string>|null $changes Sentences about the changes of this request; null if the question was not
 *      answered now.
 * @var string $problem Why a button changed nothing; '' for no problem.
 * @var string $field Name of the field with the answer.
 * @var string $answer Name of the button, and action of its nonce.
 * @var bool $is_answered Whether the question was answered at any time.
 * @var string $sample_title Title of the sample list; '' if there is none.
 * @var string $sample_url Its address.
 * @var string $sample Name of the button that adds or removes the sample list, and action of its nonce.
 * @var string $first_url Address of the form for a new list.
 * @var string $settings_url Address of the settings.
 *
 * @version 3f464e42
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<style>
	.largesse-start { max-inline-size: 40rem }
	.largesse-start fieldset { display: grid; gap: 8px; margin-block: 16px }
	.largesse-start fieldset label { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; align-items: center }
	.largesse-start fieldset label { padding: 14px 16px; border: 1px solid #8c8f94; border-radius: 4px; background: #fff }
	.largesse-start fieldset label:has(:checked) { border-color: #2271b1; box-shadow: 0 0 0 1px #2271b1 }
	.largesse-start fieldset input { grid-row: span 2; margin: 0 }
	.largesse-start fieldset strong { font-size: 15px }
	.largesse-start fieldset span { color: #50575e }
	.largesse-start .button { min-block-size: 44px; padding-inline: 20px }
	.largesse-start .submit { margin-block: 0; padding-block: 8px }
</style>
<div class="wrap largesse-start">
	<h1><?php esc_html_e( 'For whom is this?', 'largesse' ); ?></h1>
	<?php if ( '' !== $problem ) : ?>
		<div class="notice notice-error inline" role="alert"><p><?php echo esc_html( $problem ); ?></p></div>
	<?php endif; ?>
	<?php if ( null !== $changes ) : ?>
		<div class="notice notice-success inline" role="status">
			<p><strong><?php echo esc_html( array() === $changes ? __( 'Nothing had to be changed.', 'largesse' ) : __( 'This has changed:', 'largesse' ) ); ?></strong></p>
			<?php foreach ( $changes as $change ) : ?>
				<p><?php echo esc_html( $change ); ?></p>
			<?php endforeach; ?>
		</div>
	<?php endif; ?>
	<?php if ( $is_answered ) : ?>
		<p class="submit">
			<a class="button button-primary button-hero" href="<?php echo esc_url( $first_url ); ?>"><?php esc_html_e( 'Create the first list', 'largesse' ); ?></a>
		</p>
	<?php endif; ?>
	<p><?php esc_html_e( 'Your answer switches on what such sites need, and adds My registries to the menu. You can change it at any time.', 'largesse' ); ?></p>
	<form method="post">
		<?php wp_nonce_field( $answer, "{$answer}_nonce", false ); ?>
		<fieldset>
			<legend class="screen-reader-text"><?php esc_html_e( 'For whom is this?', 'largesse' ); ?></legend>
			<?php foreach ( $answers as $one ) : ?>
				<label>
					<input type="radio" name="<?php echo esc_attr( $field ); ?>" value="<?php echo esc_attr( $one['value'] ); ?>"
						required<?php checked( $one['is_checked'] ); ?>>
					<strong><?php echo esc_html( $one['label'] ); ?></strong>
					<span><?php echo esc_html( $one['about'] ); ?></span>
				</label>
			<?php endforeach; ?>
		</fieldset>
		<?php submit_button( $is_answered ? __( 'Change the answer', 'largesse' ) : __( 'Set up', 'largesse' ), $is_answered ? 'secondary' : 'primary', $answer ); ?>
	</form>
	<h2><?php esc_html_e( 'Sample list', 'largesse' ); ?></h2>
	<form method="post">
		<?php wp_nonce_field( $sample, "{$sample}_nonce", false ); ?>
		<?php if ( '' === $sample_title ) : ?>
			<p><?php esc_html_e( 'A private list with three wishes shows how everything looks. Only you see it.', 'largesse' ); ?></p>
			<?php submit_button( __( 'Add a sample list', 'largesse' ), 'secondary', $sample ); ?>
		<?php else : ?>
			<p><a href="<?php echo esc_url( $sample_url ); ?>"><?php echo esc_html( $sample_title ); ?></a></p>
			<?php submit_button( __( 'Remove the sample list', 'largesse' ), 'secondary', $sample ); ?>
		<?php endif; ?>
	</form>
	<p><a href="<?php echo esc_url( $settings_url ); ?>"><?php esc_html_e( 'All settings', 'largesse' ); ?></a></p>
</div>
