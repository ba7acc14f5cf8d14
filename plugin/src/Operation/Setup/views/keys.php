<?php
/**
 * Section of the settings with the keys for programs.
 *
 * @var string $form_url Address of the forms.
 * @var string $create Name of the button that creates a key, and action of its nonce.
 * @var string $revoke Name of the buttons that revoke a key, and action of their nonce.
 * @var array{name: string, scope: string, days: string} $fields Names of the fields.
 * @var array<string, string> $scopes What keys may do.
 * @var list<array{kind: string, role: string, texts: list<string>}> $results See SettingsButton::result().
 * @var string $created The new key; empty if none was created.
 * @var string $user User name of the administrator.
 * @var array<string, array{name: string, user: string, scope: string, created: string, ends: string, used: string}> $keys The
 *      keys by id.
 *
 * @version 475f5485
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section id="largesse-keys" aria-labelledby="largesse-keys-title">
	<h2 id="largesse-keys-title"><?php esc_html_e( 'Keys for programs', 'largesse' ); ?></h2>
	<p><?php esc_html_e( 'With a key and your user name, a program can do one thing at the registry service, and nothing on this site.', 'largesse' ); ?></p>
	<?php foreach ( $results as $result ) : ?>
		<div class="notice notice-<?php echo esc_attr( $result['kind'] ); ?> inline"
			role="<?php echo esc_attr( $result['role'] ); ?>">
			<p><?php echo esc_html( $result['texts'][0] ?? '' ); ?></p>
		</div>
	<?php endforeach; ?>
	<?php if ( '' !== $created ) : ?>
		<div class="notice notice-success inline" role="status">
			<p><strong><?php esc_html_e( 'Copy the new key now. It is not shown again.', 'largesse' ); ?></strong></p>
			<?php /* translators: %s: a user name. */ ?>
			<p><?php echo esc_html( sprintf( __( 'User name: %s', 'largesse' ), $user ) ); ?></p>
			<p><code><?php echo esc_html( $created ); ?></code></p>
		</div>
	<?php endif; ?>
	<form action="<?php echo esc_url( $form_url ); ?>" method="post">
		<?php wp_nonce_field( $create, "{$create}_nonce", false ); ?>
		<p>
			<label><?php esc_html_e( 'Name', 'largesse' ); ?><br><input type="text" name="<?php echo esc_attr( $fields['name'] ); ?>" maxlength="100"
				required></label>
		</p>
		<p><label><?php esc_html_e( 'This key may', 'largesse' ); ?><br>
			<select name="<?php echo esc_attr( $fields['scope'] ); ?>">
				<?php foreach ( $scopes as $scope => $label ) : ?>
					<option value="<?php echo esc_attr( $scope ); ?>"><?php echo esc_html( $label ); ?></option>
				<?php endforeach; ?>
			</select></label></p>
		<p>
			<label><?php esc_html_e( 'Ends after this number of days (empty: never)', 'largesse' ); ?><br><input type="number" name="<?php echo esc_attr( $fields['days'] ); ?>" min="1"
				max="3650"></label>
		</p>
		<?php submit_button( __( 'Create a key', 'largesse' ), 'secondary', $create ); ?>
	</form>
	<?php if ( $keys ) : ?>
		<form action="<?php echo esc_url( $form_url ); ?>" method="post">
			<?php wp_nonce_field( $revoke, "{$revoke}_nonce", false ); ?>
			<ul>
				<?php foreach ( $keys as $id => $key ) : ?>
					<li>
						<strong><?php echo esc_html( $key['name'] ); ?></strong> · <?php
							echo esc_html( "{$key['user']} · {$key['scope']}" );
						?><br>
						<?php /* translators: 1, 2, 3: a day, or "Never". */ ?>
						<?php echo esc_html( sprintf( __( 'Created: %1$s. Ends: %2$s. Last used: %3$s.', 'largesse' ), $key['created'], $key['ends'], $key['used'] ) ); ?><br>
						<button type="submit" class="button" name="<?php echo esc_attr( $revoke ); ?>"
							value="<?php echo esc_attr( $id ); ?>"
							aria-label="<?php
								/* translators: %s: name of a key. */
								echo esc_attr( sprintf( __( 'Revoke the key %s', 'largesse' ), $key['name'] ) );
							?>"><?php esc_html_e( 'Revoke', 'largesse' ); ?></button>
					</li>
				<?php endforeach; ?>
			</ul>
		</form>
	<?php endif; ?>
</section>
