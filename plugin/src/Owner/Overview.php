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
		<div class="largesse-mine__columns">
			<div class="largesse-mine__main">
				<section class="largesse-mine__list" aria-labelledby="largesse-own" data-largesse-own>
					<h2 id="largesse-own"><?php esc_html_e( 'Your registries', 'largesse' ); ?></h2>
					<?php if ( $own ) : ?>
						<ul class="largesse-mine__cards"><?php array_map( self::own_card( ... ), $own ); ?></ul>
					<?php else : ?>
						<?php Markup::empty_place( __( 'You keep no registry yet. Create your first one: a title is enough to begin with.', 'largesse' ), '', '#largesse-create-title' ); ?>
					<?php endif; ?>
				</section>
				<section class="largesse-mine__list" aria-labelledby="largesse-inviting">
					<h2 id="largesse-inviting"><?php esc_html_e( 'You are invited', 'largesse' ); ?></h2>
					<?php if ( $inviting ) : ?>
						<ul class="largesse-mine__cards"><?php array_map( self::inviting_card( ... ), $inviting ); ?></ul>
					<?php else : ?>
						<?php Markup::empty_place( __( 'When family or friends invite you, their registries appear here.', 'largesse' ) ); ?>
					<?php endif; ?>
				</section>
			</div>
			<fieldset <?php Markup::gate(); ?>>
				<section class="largesse-mine__card largesse-mine__create" aria-labelledby="largesse-create">
					<h2 id="largesse-create"><?php esc_html_e( 'Create a registry', 'largesse' ); ?></h2>
					<?php DetailsForm::show( 'create', null ); ?>
				</section>
			</fieldset>
		</div>
		<?php
	}

	/**
	 * Prints the card of one's own registry.
	 *
	 * @param WP_Post $registry The registry.
	 */
	private static function own_card( WP_Post $registry ): void {
		self::card(
			$registry,
			ManageView::visibility( $registry->post_status ),
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
				<?php foreach ( $facts as $fact ) : ?>
					<bdi><?php PlainText::show( $fact ); ?></bdi>
				<?php endforeach; ?>
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
