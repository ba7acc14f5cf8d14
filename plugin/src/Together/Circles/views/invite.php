<?php
/**
 * Tab of a circle with which organizers invite people, and all members add people without an account.
 *
 * @var list<string>               $organizers Names of the organizers.
 * @var array<string, mixed>|null  $organize   Forms of organizers: `invite`, with its `field`; `invitations` (open
 *      ones: `email`, and the form `withdraw`); `link` (address of the family link; empty for none), and the forms
 *      `renew` and `end` of this link. Null if the visitor is not an organizer.
 * @var array<string, mixed>       $ward       Form to add a person without an account, with its `field`.
 * @var string                     $link_id    Id of the section with the family link.
 *
 * @version 4d783b82
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( $organize ) : ?>
	<section class="largesse-mine__card largesse-mine__link" id="<?php echo esc_attr( $link_id ); ?>"
		aria-labelledby="largesse-circle-link-title">
		<h3 id="largesse-circle-link-title"><?php esc_html_e( 'Link for the family chat', 'largesse' ); ?></h3>
		<p class="largesse-mine__hint"><?php esc_html_e( 'Everyone with the link can join until you revoke it.', 'largesse' ); ?></p>
		<?php if ( '' === $organize['link'] ) : ?>
			<?php
			$button = __( 'Create a link', 'largesse' );
			largesse_print_template(
				'circles/form',
				array( 'form' => $organize['renew'], 'button' => $button, 'is_quiet' => false )
			);
			?>
		<?php else : ?>
			<div class="largesse-mine__form" data-largesse-page="frame">
				<input type="url" aria-label="<?php esc_attr_e( 'Link for the family chat', 'largesse' ); ?>" value="<?php echo esc_url( $organize['link'] ); ?>" readonly>
			</div>
			<details class="largesse-mine__fold">
				<summary><span class="largesse-mine__label"><?php esc_html_e( 'Revoke the link', 'largesse' ); ?></span></summary>
				<div class="largesse-mine__folded">
					<p class="largesse-mine__hint"><?php esc_html_e( 'Do this if the link has reached someone you do not want here.', 'largesse' ); ?></p>
					<?php
					largesse_print_template( 'circles/form', array( 'form' => $organize['renew'], 'button' => __( 'Replace the link', 'largesse' ) ) );
					largesse_print_template( 'circles/form', array( 'form' => $organize['end'], 'button' => __( 'Revoke the link', 'largesse' ) ) );
					?>
				</div>
			</details>
		<?php endif; ?>
	</section>
	<section class="largesse-mine__card" aria-labelledby="largesse-circle-mail">
		<h3 id="largesse-circle-mail"><?php esc_html_e( 'Invite by mail', 'largesse' ); ?></h3>
		<p class="largesse-mine__hint"><?php esc_html_e( 'An invitation by mail works once, for 30 days.', 'largesse' ); ?></p>
		<?php
		$button = __( 'Send the invitation', 'largesse' );
		largesse_print_template(
			'circles/form',
			array( 'form' => $organize['invite'], 'button' => $button, 'is_quiet' => false )
		);
		?>
		<?php if ( $organize['invitations'] ) : ?>
			<details class="largesse-mine__fold">
				<summary><span class="largesse-mine__label"><?php
					/* translators: %s: a number. */
					echo esc_html( sprintf( __( 'Open invitations (%s)', 'largesse' ), largesse_number( count( $organize['invitations'] ) ) ) );
				?></span></summary>
				<ul class="largesse-mine__people">
					<?php foreach ( $organize['invitations'] as $invitation ) : ?>
						<li>
							<p><bdi><?php echo largesse_html( $invitation['email'] ); ?></bdi></p>
							<?php
							largesse_print_template(
								'circles/form',
								array(
									'form'   => $invitation['withdraw'],
									'button' => __( 'Withdraw', 'largesse' ),
									'about'  => $invitation['email'],
								)
							);
							?>
						</li>
					<?php endforeach; ?>
				</ul>
			</details>
		<?php endif; ?>
	</section>
<?php else : ?>
	<?php /* translators: %s: names of people. */ ?>
	<p><?php echo largesse_html( str_replace( '%s', wp_sprintf( '%l', $organizers ), __( 'Organizers invite people to the circle: ask %s.', 'largesse' ) ) ); ?></p>
<?php endif; ?>
<details class="largesse-mine__card largesse-mine__fold"<?php
	echo null === $organize || '' !== $ward['field']['problem'] ? ' open' : '';
?>>
	<summary><span class="largesse-mine__label"><?php esc_html_e( 'Add somebody without an account', 'largesse' ); ?></span></summary>
	<div class="largesse-mine__folded">
		<p class="largesse-mine__hint"><?php esc_html_e( 'For example a child, or a grandmother without e-mail. You look after them: you can start lists in their name, and you get mails for them.', 'largesse' ); ?></p>
		<?php largesse_print_template( 'circles/form', array( 'form' => $ward, 'button' => __( 'Add to the circle', 'largesse' ) ) ); ?>
	</div>
</details>
