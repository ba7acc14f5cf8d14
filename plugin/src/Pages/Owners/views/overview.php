<?php
/**
 * Page My registries: the form for a new registry (behind a button if the member has registries), the member's own
 * registries, kept registries, invitations, and gifts.
 *
 * @var list<array<string, mixed>> $current    The member's registries, as cards of `owners/registry-cards`.
 * @var list<array<string, mixed>> $past       The member's past registries.
 * @var list<array<string, mixed>> $kept       Registries of which the member is a keeper.
 * @var list<array<string, mixed>> $inviting   Registries to which the member is invited.
 * @var list<array<string, mixed>>|null $gifts The member's gifts, as cards; null if the service does not answer.
 * @var bool                       $may_create Whether the member may create a registry now.
 * @var bool                       $is_asked   Whether the address asks for the form.
 *
 * @version 2fa8e34f
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

$has_registries = $current || $past;
?>
<div class="largesse-mine__overview<?php echo $has_registries ? '' : ' is-first'; ?>">
	<?php if ( $may_create && $has_registries ) : ?>
		<details class="largesse-mine__create" <?php echo $is_asked ? 'open' : ''; ?>>
			<summary class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Start a registry', 'largesse' ); ?></summary>
			<div class="largesse-mine__card"><?php largesse_print_template( 'owners/new-registry' ); ?></div>
		</details>
	<?php elseif ( $may_create ) : ?>
		<section class="largesse-mine__card largesse-mine__create" aria-labelledby="largesse-create">
			<h2 id="largesse-create"><?php esc_html_e( 'Start a registry', 'largesse' ); ?></h2>
			<?php largesse_print_template( 'owners/new-registry' ); ?>
		</section>
	<?php endif; ?>
	<div class="largesse-mine__main">
		<section class="largesse-mine__list" aria-labelledby="largesse-own">
			<h2 id="largesse-own"><?php esc_html_e( 'Your registries', 'largesse' ); ?></h2>
			<?php if ( $current ) : ?>
				<?php largesse_print_template( 'owners/registry-cards', array( 'cards' => $current ) ); ?>
			<?php elseif ( ! $has_registries ) : ?>
				<div class="largesse-mine__empty">
					<span class="largesse-picture largesse-mine__drawing" aria-hidden="true"></span>
					<p><?php esc_html_e( 'You have no registry yet.', 'largesse' ); ?></p>
				</div>
			<?php endif; ?>
			<?php if ( $past ) : ?>
				<details class="largesse-mine__past" <?php echo $current ? '' : 'open'; ?>>
					<?php /* translators: %s: a number of registries. */ ?>
					<summary><?php echo esc_html( sprintf( __( 'Past registries (%s)', 'largesse' ), largesse_number( count( $past ) ) ) ); ?></summary>
					<?php largesse_print_template( 'owners/registry-cards', array( 'cards' => $past ) ); ?>
				</details>
			<?php endif; ?>
		</section>
		<?php if ( $kept ) : ?>
			<section class="largesse-mine__list" aria-labelledby="largesse-kept">
				<h2 id="largesse-kept"><?php esc_html_e( 'You keep the secret', 'largesse' ); ?></h2>
				<p class="largesse-mine__hint"><?php esc_html_e( 'You can see every gift on these registries, including surprises.', 'largesse' ); ?></p>
				<?php largesse_print_template( 'owners/registry-cards', array( 'cards' => $kept ) ); ?>
			</section>
		<?php endif; ?>
		<section class="largesse-mine__list" aria-labelledby="largesse-inviting">
			<h2 id="largesse-inviting"><?php esc_html_e( 'You are invited', 'largesse' ); ?></h2>
			<?php if ( $inviting ) : ?>
				<?php largesse_print_template( 'owners/registry-cards', array( 'cards' => $inviting ) ); ?>
			<?php else : ?>
				<div class="largesse-mine__empty">
					<span class="largesse-picture largesse-mine__drawing" aria-hidden="true"></span>
					<p><?php esc_html_e( 'When family or friends invite you, their registries appear here.', 'largesse' ); ?></p>
				</div>
			<?php endif; ?>
		</section>
		<section class="largesse-mine__list" aria-labelledby="largesse-giving">
			<h2 id="largesse-giving"><?php esc_html_e( 'Gifts you are giving', 'largesse' ); ?></h2>
			<?php if ( null === $gifts ) : ?>
				<p class="largesse-mine__hint"><?php esc_html_e( 'Your gifts cannot be shown right now, but they are not lost. Please try again in a minute.', 'largesse' ); ?></p>
			<?php elseif ( $gifts ) : ?>
				<?php largesse_print_template( 'owners/registry-cards', array( 'cards' => $gifts ) ); ?>
			<?php else : ?>
				<p class="largesse-mine__hint"><?php esc_html_e( 'What you promise to give appears here. You can also keep what you gave in past years.', 'largesse' ); ?></p>
			<?php endif; ?>
			<p class="largesse-mine__buttons">
				<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
					href="<?php echo esc_url( largesse_my_gifts_url() ); ?>"><?php esc_html_e( 'Everything I am giving', 'largesse' ); ?></a>
			</p>
		</section>
		<?php
		/** Fires on My registries below the lists of registries, for all members. */
		do_action( 'largesse_overview_sections' );
		if ( $current || $may_create ) {
			/** Fires on My registries below the lists of registries, if the member has a current registry or may create one. */
			do_action( 'largesse_after_overview' );
		}
		?>
	</div>
</div>
