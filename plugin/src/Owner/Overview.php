<?php
/**
 * All registries of a member.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Admin\PlainText;
use Largesse\Pages\EventDate;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Prints a member's own registries, those that they are invited to, and the form that makes a new one.
 */
final class Overview {

	/**
	 * Prints the view.
	 *
	 * @param list<WP_Post> $own      The member's own.
	 * @param list<WP_Post> $inviting Those that they are invited to.
	 */
	public static function show( array $own, array $inviting ): void {
		?>
		<section class="largesse-mine__list" aria-labelledby="largesse-own">
			<h2 id="largesse-own"><?php esc_html_e( 'Your registries', 'largesse' ); ?></h2>
			<?php if ( $own ) : ?>
				<ul class="largesse-mine__cards"><?php array_map( self::own_card( ... ), $own ); ?></ul>
			<?php else : ?>
				<p class="largesse-mine__empty"><?php esc_html_e( 'You keep no registry yet. Create one below: a title is enough to begin with.', 'largesse' ); ?></p>
			<?php endif; ?>
		</section>
		<section class="largesse-mine__list" aria-labelledby="largesse-inviting">
			<h2 id="largesse-inviting"><?php esc_html_e( 'You are invited', 'largesse' ); ?></h2>
			<?php if ( $inviting ) : ?>
				<ul class="largesse-mine__cards"><?php array_map( self::inviting_card( ... ), $inviting ); ?></ul>
			<?php else : ?>
				<p class="largesse-mine__empty"><?php esc_html_e( 'Registries of others that you are invited to appear here.', 'largesse' ); ?></p>
			<?php endif; ?>
		</section>
		<fieldset class="largesse-mine__gate" role="presentation" disabled data-wp-bind--disabled="!state.isReady" data-wp-init="callbacks.start" data-wp-on-window--beforeunload="actions.guard">
			<section class="largesse-mine__card largesse-mine__create" aria-labelledby="largesse-create">
				<h2 id="largesse-create"><?php esc_html_e( 'Create a registry', 'largesse' ); ?></h2>
				<?php DetailsForm::show( 'create', null ); ?>
			</section>
		</fieldset>
		<?php
	}

	/**
	 * Prints the card of one's own registry.
	 *
	 * @param WP_Post $registry The registry.
	 */
	private static function own_card( WP_Post $registry ): void {
		$is_shared = in_array( $registry->post_status, array( 'publish', 'private' ), true );
		self::card(
			$registry,
			$is_shared ? ManageView::visibility( 'publish' === $registry->post_status ) : __( 'Draft', 'largesse' ),
			array(
				array( OwnerPage::url( $registry->ID ), __( 'Manage', 'largesse' ), 'wp-element-button largesse-mine__button' ),
				array( (string) get_permalink( $registry ), __( 'View', 'largesse' ), 'largesse-mine__button largesse-mine__button--quiet' ),
			)
		);
	}

	/**
	 * Prints the card of somebody else's registry.
	 *
	 * @param WP_Post $registry The registry.
	 */
	private static function inviting_card( WP_Post $registry ): void {
		self::card( $registry, '', array( array( (string) get_permalink( $registry ), __( 'View', 'largesse' ), 'wp-element-button largesse-mine__button' ) ) );
	}

	/**
	 * Prints a card.
	 *
	 * @param WP_Post                                      $registry The registry.
	 * @param string                                       $badge    Who may see it; '' for nothing.
	 * @param list<array{0: string, 1: string, 2: string}> $links    Address, text and class of each link.
	 */
	private static function card( WP_Post $registry, string $badge, array $links ): void {
		$title = RegistryTitle::of( $registry );
		$facts = array_filter(
			array(
				(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ),
				EventDate::text( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
			)
		);
		?>
		<li class="largesse-mine__card">
			<h3 class="largesse-mine__name" dir="auto"><?php PlainText::show( '' === trim( $title ) ? __( 'Untitled', 'largesse' ) : $title ); ?></h3>
			<p class="largesse-mine__facts">
				<?php if ( $facts ) : ?>
					<bdi><?php PlainText::show( implode( ' · ', $facts ) ); ?></bdi>
				<?php endif; ?>
				<?php if ( '' !== $badge ) : ?>
					<span class="largesse-mine__badge"><?php echo esc_html( $badge ); ?></span>
				<?php endif; ?>
			</p>
			<p class="largesse-mine__buttons">
				<?php foreach ( $links as list( $url, $text, $class ) ) : ?>
					<a class="<?php echo esc_attr( $class ); ?>" href="<?php echo esc_url( $url ); ?>" aria-label="<?php PlainText::show( "{$text}: {$title}" ); ?>"><?php echo esc_html( $text ); ?></a>
				<?php endforeach; ?>
			</p>
		</li>
		<?php
	}
}
