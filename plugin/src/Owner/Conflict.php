<?php
/**
 * Two people who changed the same thing.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

/**
 * Prints the place in a form where what somebody else saved meanwhile stands beside what was typed.
 */
final class Conflict {

	/**
	 * Prints the place.
	 */
	public static function show(): void {
		?>
		<div class="largesse-mine__conflict" role="group" tabindex="-1" aria-label="<?php esc_attr_e( 'Changed by somebody else', 'largesse' ); ?>" data-wp-bind--aria-label="state.conflictLabel" hidden data-wp-bind--hidden="!state.isConflict" data-largesse-conflict>
			<p data-wp-text="state.conflictText"></p>
			<dl>
				<template data-wp-each--difference="state.differences" data-wp-each-key="context.difference.field">
					<div>
						<dt data-wp-text="context.difference.label"></dt>
						<dd><span class="largesse-mine__whose"><?php esc_html_e( 'Yours:', 'largesse' ); ?></span> <bdi data-wp-text="context.difference.mine"></bdi></dd>
						<dd><span class="largesse-mine__whose"><?php esc_html_e( 'Theirs:', 'largesse' ); ?></span> <bdi data-wp-text="context.difference.theirs"></bdi></dd>
					</div>
				</template>
			</dl>
			<div class="largesse-mine__buttons">
				<?php
				Markup::button( __( 'Keep mine', 'largesse' ), 'keepMine', 'plain', array( 'data-wp-text' => 'state.keepText' ) );
				Markup::button( __( 'Take theirs', 'largesse' ), 'takeTheirs', 'quiet', array( 'data-wp-text' => 'state.takeText' ) );
				?>
			</div>
		</div>
		<?php
	}
}
