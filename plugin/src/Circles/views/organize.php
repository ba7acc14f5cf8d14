<?php
/**
 * Invitations and settings of a circle for its organizers.
 *
 * @var array<string, mixed>       $invite      Form to invite somebody by mail, with its `field`.
 * @var list<array<string, mixed>> $invitations Open invitations: `email`, `state` (a text), and `withdraw` (a form).
 * @var string                     $link        Address of the family link; empty for none.
 * @var array<string, mixed>       $renew       Form that creates a new family link.
 * @var array<string, mixed>       $end         Form that deletes the family link.
 * @var array<string, mixed>       $rename      Form to rename the circle, with its `field`.
 * @var array<string, mixed>       $delete      Form to delete the circle.
 */

declare( strict_types=1 );

use Largesse\Circles\CircleForms;
use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card" aria-labelledby="largesse-circle-invite">
	<h3 id="largesse-circle-invite"><?php esc_html_e( 'Invite people', 'largesse' ); ?></h3>
	<p class="largesse-mine__hint"><?php esc_html_e( 'An invitation by mail works once, for 30 days.', 'largesse' ); ?></p>
	<?php CircleForms::print( $invite, __( 'Send the invitation', 'largesse' ), is_quiet: false ); ?>
	<?php if ( $invitations ) : ?>
		<ul>
			<?php foreach ( $invitations as $invitation ) : ?>
				<li>
					<p><bdi><?php Escape::echo_escaped( $invitation['email'] ); ?></bdi> <span class="largesse-mine__hint"><?php echo esc_html( $invitation['state'] ); ?></span></p>
					<?php CircleForms::print( $invitation['withdraw'], __( 'Withdraw', 'largesse' ), $invitation['email'] ); ?>
				</li>
			<?php endforeach; ?>
		</ul>
	<?php endif; ?>
	<h4><?php esc_html_e( 'Link for the family chat', 'largesse' ); ?></h4>
	<?php if ( '' === $link ) : ?>
		<p class="largesse-mine__hint"><?php esc_html_e( 'Everyone with the link can join until you revoke it.', 'largesse' ); ?></p>
		<?php CircleForms::print( $renew, __( 'Create a link', 'largesse' ) ); ?>
	<?php else : ?>
		<div class="largesse-mine__field">
			<label for="largesse-circle-link"><?php esc_html_e( 'Everyone with this link can join:', 'largesse' ); ?></label>
			<input type="url" id="largesse-circle-link" value="<?php echo esc_url( $link ); ?>" readonly>
		</div>
		<?php
		CircleForms::print( $renew, __( 'Replace the link', 'largesse' ) );
		CircleForms::print( $end, __( 'Revoke the link', 'largesse' ) );
		?>
	<?php endif; ?>
</section>
<details class="largesse-mine__card largesse-mine__fold"<?php echo '' === $rename['field']['problem'] ? '' : ' open'; ?>>
	<summary><span class="largesse-mine__label"><?php esc_html_e( 'Rename or delete the circle', 'largesse' ); ?></span></summary>
	<div class="largesse-mine__form">
	<?php CircleForms::print( $rename, __( 'Save', 'largesse' ) ); ?>
	<p><?php esc_html_e( 'If you delete the circle, nobody sees lists through it any more. The lists stay.', 'largesse' ); ?></p>
	<?php CircleForms::print( $delete, __( 'Delete the circle', 'largesse' ) ); ?>
</div>
</details>
