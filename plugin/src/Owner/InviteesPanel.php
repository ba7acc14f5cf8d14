<?php
/**
 * The invitees of a registry, for its owner.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Admin\PlainText;

/**
 * Prints who is invited, and the form that invites.
 */
final class InviteesPanel {

	/**
	 * Prints the panel.
	 *
	 * @param array<string, mixed> $registry The registry as RegistryView has it.
	 */
	public static function show( array $registry ): void {
		?>
		<section class="largesse-mine__card" aria-labelledby="largesse-invitees">
			<h3 id="largesse-invitees" tabindex="-1"><?php esc_html_e( 'Invited people', 'largesse' ); ?> <span class="largesse-mine__number" data-wp-text="state.inviteeCount"><?php echo esc_html( (string) count( $registry['invitees'] ) ); ?></span></h3>
			<p class="largesse-mine__hint"><?php esc_html_e( 'They see the registry while it is for invited people only. Nobody gets a message: send them the link.', 'largesse' ); ?></p>
			<?php Markup::empty_place( __( 'Nobody is invited yet. Write here who is to see your registry.', 'largesse' ), 'state.inviteeCount', '', ! $registry['invitees'] ); ?>
			<ul class="largesse-mine__invitees">
				<template data-wp-each--invitee="state.invitees" data-wp-each-key="context.invitee"><?php self::entry( null ); ?></template><?php array_map( self::entry( ... ), $registry['invitees'] ); ?>
			</ul>
			<form class="largesse-mine__form" method="post" autocomplete="off" novalidate <?php Markup::context( array( 'form' => 'invite' ) ); ?> data-wp-on--submit="actions.submit" data-largesse-form="invite">
				<?php
				Field::show( 'invite', 'invitee', __( 'User name or e-mail address', 'largesse' ), '', __( 'Several people: put commas between them.', 'largesse' ), Field::LOGIN );
				Markup::message();
				?>
				<div class="largesse-mine__buttons"><?php Markup::submit( __( 'Invite', 'largesse' ), __( 'Inviting …', 'largesse' ) ); ?></div>
			</form>
		</section>
		<?php
	}

	/**
	 * Prints an invitee.
	 *
	 * @param string|null $invitee User name or e-mail address; null for the form of all of them.
	 */
	private static function entry( ?string $invitee ): void {
		?>
		<li<?php echo null === $invitee ? '' : ' data-wp-each-child'; ?>><bdi data-wp-text="context.invitee"><?php PlainText::show( $invitee ?? '' ); ?></bdi> <button type="button" class="largesse-mine__tool" aria-label="<?php PlainText::show( str_replace( '%s', $invitee ?? '', self::remove_label() ) ); ?>" data-wp-bind--aria-label="state.uninviteLabel" data-wp-on--click="actions.uninvite"><span><?php esc_html_e( 'Remove', 'largesse' ); ?></span></button></li>
		<?php
	}

	/**
	 * What the button is called that removes an invitee; with %s.
	 */
	public static function remove_label(): string {
		/* translators: %s: a user name or an e-mail address. */
		return __( 'Remove %s from the invited people', 'largesse' );
	}
}
