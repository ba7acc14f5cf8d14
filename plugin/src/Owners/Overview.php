<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Html\Escape;
use Largesse\Links\OwnerPage;
use Largesse\Registry\EventDate;
use Largesse\Registry\People;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Prints a member's own registries, registries to which they are invited, and the container of the form for a new one.
 */
final class Overview {

	/**
	 * Prints the view.
	 *
	 * @param list<WP_Post> $own      The member's own registries.
	 * @param list<WP_Post> $co_owned Other people's registries that the member co-owns.
	 * @param list<WP_Post> $kept     Other people's registries that the member keeps.
	 * @param list<WP_Post> $inviting Registries to which the member is invited.
	 * @param MembersGifts  $gifts    The member's gifts.
	 */
	public static function show( array $own, array $co_owned, array $kept, array $inviting, MembersGifts $gifts ): void {
		$own  = array( ...$own, ...$co_owned );
		$past = array_filter( $own, RegistryMeta::is_past( ... ) );
		$here = array_diff_key( $own, $past );
		?>
		<div class="largesse-mine__columns">
			<div class="largesse-mine__main">
				<section class="largesse-mine__list" aria-labelledby="largesse-own" data-largesse-own>
					<h2 id="largesse-own"><?php esc_html_e( 'Your registries', 'largesse' ); ?></h2>
					<?php if ( $here ) : ?>
						<ul class="largesse-mine__cards"><?php array_map( self::own_card( ... ), $here ); ?></ul>
					<?php elseif ( ! $past ) : ?>
						<?php self::no_registry( current_user_can( 'publish_registries' ) ); ?>
					<?php endif; ?>
					<?php if ( $past ) : ?>
						<details class="largesse-mine__past" <?php echo $here ? '' : 'open'; ?>>
							<?php /* translators: %s: a number of registries. */ ?>
							<summary><?php echo esc_html( sprintf( __( 'Kept as past (%s)', 'largesse' ), number_format_i18n( count( $past ) ) ) ); ?></summary>
							<ul class="largesse-mine__cards"><?php array_map( self::own_card( ... ), $past ); ?></ul>
						</details>
					<?php endif; ?>
				</section>
				<?php if ( $kept ) : ?>
					<section class="largesse-mine__list" aria-labelledby="largesse-kept">
						<h2 id="largesse-kept"><?php esc_html_e( 'You keep the secret', 'largesse' ); ?></h2>
						<p class="largesse-mine__hint"><?php esc_html_e( 'On these registries you see every gift, also those that are to be a surprise.', 'largesse' ); ?></p>
						<ul class="largesse-mine__cards"><?php array_map( self::kept_card( ... ), $kept ); ?></ul>
					</section>
				<?php endif; ?>
				<section class="largesse-mine__list" aria-labelledby="largesse-inviting">
					<h2 id="largesse-inviting"><?php esc_html_e( 'You are invited', 'largesse' ); ?></h2>
					<?php if ( $inviting ) : ?>
						<ul class="largesse-mine__cards"><?php array_map( self::inviting_card( ... ), $inviting ); ?></ul>
					<?php else : ?>
						<?php self::nothing( __( 'When family or friends invite you, their registries appear here.', 'largesse' ) ); ?>
					<?php endif; ?>
				</section>
				<?php $gifts->show(); ?>
				<?php
				if ( $here || current_user_can( 'publish_registries' ) ) {
					/** Fires below the lists of registries, for members who have a registry or may make one. */
					do_action( 'largesse_after_overview' );
				}
				?>
			</div>
			<?php if ( current_user_can( 'publish_registries' ) ) : ?>
				<?php ScriptContainers::create(); ?>
			<?php endif; ?>
		</div>
		<?php
	}

	/**
	 * Returns the visibility of a registry in a word.
	 *
	 * @param string $status WordPress status.
	 */
	public static function visibility( string $status ): string {
		return match ( $status ) {
			'publish' => __( 'Public', 'largesse' ),
			'private' => __( 'Invited people only', 'largesse' ),
			// Created in wp-admin.
			default   => __( 'Draft', 'largesse' ),
		};
	}

	/** Prints that there is no registry yet. @param bool $may_create Whether the member may create one now. */
	private static function no_registry( bool $may_create ): void {
		self::nothing( $may_create ? __( 'You have no registry yet. Create your first one: a title is enough to begin with.', 'largesse' ) : __( 'You have no registry yet.', 'largesse' ), $may_create );
	}

	/**
	 * Prints the placeholder for an empty list.
	 *
	 * @param string $text   Text of the placeholder.
	 * @param bool   $is_own Whether to add a link to the form for a new registry.
	 */
	private static function nothing( string $text, bool $is_own = false ): void {
		?>
		<div class="largesse-mine__empty">
			<span class="largesse-picture largesse-mine__drawing" aria-hidden="true"></span>
			<p><?php echo esc_html( $text ); ?></p>
			<?php if ( $is_own ) : ?>
				<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="#largesse-create-title"><?php esc_html_e( 'Create a registry', 'largesse' ); ?></a>
			<?php endif; ?>
		</div>
		<?php
	}

	/** Returns the owner of a registry; '' for the member's own, and if it is unknown. */
	private static function whose( WP_Post $registry ): string {
		$author = get_current_user_id() === (int) $registry->post_author ? false : get_userdata( (int) $registry->post_author );
		/* translators: %s: name of a person. */
		return $author && People::of( $registry )->is_named() ? str_replace( '%s', $author->display_name, __( 'From %s', 'largesse' ) ) : '';
	}

	/** Prints the card of a registry that the member owns or co-owns. */
	private static function own_card( WP_Post $registry ): void {
		self::card(
			$registry,
			self::visibility( $registry->post_status ),
			array(
				array( OwnerPage::url( $registry->ID ), __( 'Manage', 'largesse' ), 'wp-element-button largesse-mine__button' ),
				array( (string) get_permalink( $registry ), __( 'View', 'largesse' ), 'wp-element-button largesse-mine__button largesse-mine__button--quiet' ),
				array( OwnerPage::gifts_url( $registry->ID ), __( 'Gifts', 'largesse' ), 'wp-element-button largesse-mine__button largesse-mine__button--quiet' ),
			)
		);
	}

	/** Prints the card of a registry that the member keeps. */
	private static function kept_card( WP_Post $registry ): void {
		self::card(
			$registry,
			'',
			array(
				array( OwnerPage::gifts_url( $registry->ID ), __( 'Gifts', 'largesse' ), 'wp-element-button largesse-mine__button' ),
				array( (string) get_permalink( $registry ), __( 'View', 'largesse' ), 'wp-element-button largesse-mine__button largesse-mine__button--quiet' ),
			)
		);
	}

	/** Prints the card of someone else's registry. */
	private static function inviting_card( WP_Post $registry ): void {
		self::card( $registry, '', array( array( (string) get_permalink( $registry ), __( 'View', 'largesse' ), 'wp-element-button largesse-mine__button' ) ) );
	}

	/**
	 * Prints a card.
	 *
	 * @param string                                       $badge    Visibility; '' for none.
	 * @param list<array{0: string, 1: string, 2: string}> $links    Address, text and class of each link.
	 */
	private static function card( WP_Post $registry, string $badge, array $links ): void {
		$title = RegistryTitle::of( $registry );
		$facts = array_filter(
			array(
				self::whose( $registry ),
				(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ),
				EventDate::text( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
			)
		);
		?>
		<li class="largesse-mine__card">
			<h3 class="largesse-mine__name" dir="auto"><?php Escape::echo_escaped( '' === trim( $title ) ? __( 'Untitled', 'largesse' ) : $title ); ?></h3>
			<p class="largesse-mine__facts">
				<?php foreach ( $facts as $fact ) : ?>
					<bdi><?php Escape::echo_escaped( $fact ); ?></bdi>
				<?php endforeach; ?>
				<?php if ( '' !== $badge ) : ?>
					<span class="largesse-mine__badge"><?php echo esc_html( $badge ); ?></span>
				<?php endif; ?>
			</p>
			<p class="largesse-mine__buttons">
				<?php foreach ( $links as list( $url, $text, $class ) ) : ?>
					<a class="<?php echo esc_attr( $class ); ?>" href="<?php echo esc_url( $url ); ?>" aria-label="<?php Escape::echo_escaped( "{$text}: {$title}" ); ?>"><?php echo esc_html( $text ); ?></a>
				<?php endforeach; ?>
			</p>
		</li>
		<?php
	}
}
