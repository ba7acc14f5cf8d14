<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Giving\Surprise;
use Largesse\Html\Escape;
use Largesse\Http\ServiceErrors;
use Largesse\Links\OwnerPage;
use Largesse\Registry\EventDate;
use Largesse\Registry\People;
use Largesse\Registry\RegistryTitle;
use WP_Error;
use WP_Post;

/**
 * Prints the list of a registry's gifts: who gives what, and whether they were thanked. What it explains depends on what
 * the owner has chosen, never on what is secret.
 */
final class GiftsView {

	/**
	 * Prints the list.
	 *
	 * @param WP_Post                    $registry The registry, which the visitor may edit or keeps.
	 * @param Gifts|WP_Error             $gifts    What they may know, or why that cannot be said.
	 * @param list<array<string, mixed>> $items    The wishes as RegistryView has them.
	 */
	public static function show( WP_Post $registry, Gifts|WP_Error $gifts, array $items ): void {
		$may_edit = current_user_can( 'edit_post', $registry->ID );
		?>
		<p class="largesse-mine__back"><a href="<?php echo esc_url( $may_edit ? OwnerPage::url( $registry->ID ) : OwnerPage::url() ); ?>"><?php echo $may_edit ? esc_html__( 'Back to the registry', 'largesse' ) : esc_html__( 'All my registries', 'largesse' ); ?></a></p>
		<div class="largesse-mine__gifts">
			<header class="largesse-mine__head">
				<?php /* translators: %s: title of a registry. */ ?>
				<h2 class="largesse-mine__title" dir="auto"><?php Escape::echo_escaped( str_replace( '%s', RegistryTitle::of( $registry ), __( 'Gifts: %s', 'largesse' ) ) ); ?></h2>
				<?php self::said(); ?>
				<?php self::explanation( $registry ); ?>
			</header>
			<?php
			if ( is_wp_error( $gifts ) ) {
				printf( '<p class="largesse-mine__problem" role="alert">%s</p>', esc_html( ServiceErrors::cannot_read( $gifts ) ) );
			} else {
				self::gifts( $registry, $gifts );
				if ( $may_edit ) {
					self::without_script( $registry, $items );
				}
			}
			?>
		</div>
		<?php
	}

	/** Prints what came of a form. */
	private static function said(): void {
		// phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- It only chooses a sentence.
		$text = match ( $_GET[ GiftsPage::SAID ] ?? '' ) {
			'saved'  => __( 'Saved.', 'largesse' ),
			'full'   => __( 'Nothing was saved: somebody else bought it meanwhile.', 'largesse' ),
			'failed' => __( 'This could not be saved. Please try again in a little while.', 'largesse' ),
			default  => '',
		};
		if ( '' !== $text ) {
			printf( '<p class="largesse-mine__said" role="status">%s</p>', esc_html( $text ) );
		}
	}

	/** Prints why not everything is shown yet, and until when. */
	private static function explanation( WP_Post $registry ): void {
		$people   = People::of( $registry );
		$surprise = Surprise::of( $registry );
		$day      = null === $surprise->day ? '' : EventDate::day( $surprise->day );
		$text     = match ( true ) {
			! $people->is_recipient()         => $surprise->is_secret_now() ? __( 'The owner does not see these gifts yet. Please keep the secret.', 'largesse' ) : '',
			$surprise->shows_names()          => '',
			$surprise->is_secret_now()        => '' === $day
				? __( 'It is to be a surprise, so nothing of what guests give is shown here. There is no day yet on which that ends: set one under “Details”.', 'largesse' )
				/* translators: %s: a date. */
				: sprintf( __( 'It is to be a surprise: from %s on you can see here who gives what.', 'largesse' ), $day ),
			'' === $day                       => __( 'You can see how many gifts there are, but not who gives them. To see that, set a day for it under “Details”.', 'largesse' ),
			/* translators: %s: a date. */
			default                           => sprintf( __( 'For now you can see how many gifts there are; from %s on also who gives them.', 'largesse' ), $day ),
		};
		if ( '' !== $text ) {
			printf( '<p class="largesse-mine__hint">%s</p>', esc_html( $text ) );
		}
	}

	/** Prints the gifts, with what can be done with the list. */
	private static function gifts( WP_Post $registry, Gifts $gifts ): void {
		if ( ! $gifts->rows && ! $gifts->counts ) {
			printf( '<p class="largesse-mine__empty">%s</p>', esc_html__( 'There is nothing to show yet.', 'largesse' ) );
			return;
		}
		?>
		<p class="largesse-mine__share">
			<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( OwnerPage::gifts_url( $registry->ID, 'csv' ) ); ?>"><?php esc_html_e( 'Download for a spreadsheet', 'largesse' ); ?></a>
			<button type="button" class="wp-element-button largesse-mine__button largesse-mine__button--quiet" data-largesse-print hidden><?php esc_html_e( 'Print list', 'largesse' ); ?></button>
		</p>
		<?php if ( $gifts->counts ) : ?>
			<ul class="largesse-mine__given"><?php array_map( self::count( ... ), $gifts->counts ); ?></ul>
		<?php endif; ?>
		<?php if ( $gifts->rows ) : ?>
			<form id="largesse-free" method="post" action="<?php echo esc_url( OwnerPage::gifts_url( $registry->ID ) ); ?>"><?php self::fields( $registry, GiftsPage::FREE ); ?></form>
			<form method="post" action="<?php echo esc_url( OwnerPage::gifts_url( $registry->ID ) ); ?>" data-largesse-thanks>
				<?php self::fields( $registry, 'thank' ); ?>
				<ul class="largesse-mine__given"><?php array_map( static fn ( array $row ) => self::row( $registry, $row ), $gifts->rows ); ?></ul>
				<?php if ( current_user_can( 'edit_post', $registry->ID ) && array_filter( $gifts->rows, self::may_be_thanked( ... ) ) ) : ?>
					<p class="largesse-mine__buttons"><button type="submit" class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Save whom you have thanked', 'largesse' ); ?></button></p>
				<?php endif; ?>
				<p class="largesse-mine__thanks-said" role="status" data-largesse-said></p>
			</form>
			<?php
		endif;
	}

	/**
	 * Prints how many of a wish are given.
	 *
	 * @param array<string, mixed> $count See Gifts.
	 */
	private static function count( array $count ): void {
		/* translators: %s: how many of a wish are given. */
		$number = sprintf( __( 'Given: %s', 'largesse' ), number_format_i18n( $count['quantity'] ) );
		printf( '<li class="largesse-mine__card"><h3 class="largesse-mine__name" dir="auto">%s</h3><p>%s</p></li>', Escape::html( $count['wish'] ), esc_html( $number ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- It is escaped.
	}

	/**
	 * Prints a gift.
	 *
	 * @param array<string, mixed> $row See Gifts.
	 */
	private static function row( WP_Post $registry, array $row ): void {
		$id = 'largesse-thanked-' . $row['id'];
		?>
		<li class="largesse-mine__card">
			<h3 class="largesse-mine__name" dir="auto"><?php Escape::echo_escaped( $row['wish'] ); ?></h3>
			<p class="largesse-mine__facts">
				<?php if ( $row['quantity'] > 1 ) : ?>
					<span><?php echo esc_html( number_format_i18n( $row['quantity'] ) ); ?> ×</span>
				<?php endif; ?>
				<bdi class="largesse-mine__who"><?php Escape::echo_escaped( $row['who'] ); ?></bdi>
				<time datetime="<?php echo esc_attr( gmdate( 'c', $row['time'] ) ); ?>"><?php echo esc_html( EventDate::day( (string) wp_date( 'Y-m-d', $row['time'] ) ) ); ?></time>
				<?php if ( $row['is_secret'] ) : ?>
					<span class="largesse-mine__badge"><?php esc_html_e( 'Secret', 'largesse' ); ?></span>
				<?php endif; ?>
			</p>
			<?php if ( '' !== $row['message'] ) : ?>
				<blockquote class="largesse-mine__words" dir="auto"><?php Escape::echo_escaped( $row['message'] ); ?></blockquote>
			<?php endif; ?>
			<?php if ( current_user_can( 'edit_post', $registry->ID ) && self::may_be_thanked( $row ) ) : ?>
				<p class="largesse-mine__thanked">
					<input type="hidden" name="was[<?php echo esc_attr( $row['id'] ); ?>]" value="<?php echo $row['is_thanked'] ? 1 : 0; ?>">
					<input type="checkbox" id="<?php echo esc_attr( $id ); ?>" name="thanked[<?php echo esc_attr( $row['id'] ); ?>]" value="1"<?php echo $row['is_thanked'] ? ' checked' : ''; ?> autocomplete="off">
					<label for="<?php echo esc_attr( $id ); ?>"><?php esc_html_e( 'Thanked', 'largesse' ); ?><span class="largesse-unseen"> <?php Escape::echo_escaped( "{$row['who']}, {$row['wish']}" ); ?></span></label>
				</p>
			<?php endif; ?>
			<?php if ( ! $row['is_own'] && GiftsPage::may_set_free( $registry ) ) : ?>
				<details class="largesse-mine__free">
					<summary><?php esc_html_e( 'Set free', 'largesse' ); ?><span class="largesse-unseen"> <?php Escape::echo_escaped( "{$row['who']}, {$row['wish']}" ); ?></span></summary>
					<p><?php esc_html_e( 'Then the gift is taken back, and others can choose it. Whoever gives it and left an address gets a mail. This cannot be undone.', 'largesse' ); ?></p>
					<button type="submit" form="largesse-free" name="purchase" value="<?php echo esc_attr( $row['id'] ); ?>" class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php esc_html_e( 'Yes, set it free', 'largesse' ); ?></button>
				</details>
			<?php endif; ?>
		</li>
		<?php
	}

	/**
	 * Checks whether somebody can be thanked for a gift.
	 *
	 * @param array<string, mixed> $row See Gifts.
	 */
	private static function may_be_thanked( array $row ): bool {
		return ! $row['is_own'] && ! $row['is_secret'];
	}

	/**
	 * Prints forms with which owners without scripts say what they have already; with scripts the wishes have buttons.
	 *
	 * @param list<array<string, mixed>> $items The wishes as RegistryView has them.
	 */
	private static function without_script( WP_Post $registry, array $items ): void {
		$open = array_filter( $items, static fn ( array $item ) => ! $item['is_complete'] );
		$had  = array_filter( $items, static fn ( array $item ) => $item['quantity_had'] > 0 );
		?>
		<noscript>
			<section class="largesse-mine__card" aria-labelledby="largesse-had">
				<h3 id="largesse-had"><?php esc_html_e( 'What you have already', 'largesse' ); ?></h3>
				<?php foreach ( $had as $item ) : ?>
					<form method="post" action="<?php echo esc_url( OwnerPage::gifts_url( $registry->ID ) ); ?>">
						<?php self::fields( $registry, 'have_only', $item['id'] ); ?>
						<p dir="auto"><?php Escape::echo_escaped( "{$item['name']}: " . number_format_i18n( $item['quantity_had'] ) ); ?></p>
						<button type="submit" class="wp-element-button largesse-mine__button largesse-mine__button--quiet" aria-label="<?php Escape::echo_escaped( __( 'We don’t have it after all', 'largesse' ) . ": {$item['name']}" ); ?>"><?php esc_html_e( 'We don’t have it after all', 'largesse' ); ?></button>
					</form>
				<?php endforeach; ?>
				<?php if ( $open ) : ?>
					<form method="post" class="largesse-mine__form" action="<?php echo esc_url( OwnerPage::gifts_url( $registry->ID ) ); ?>">
						<?php self::fields( $registry, 'have' ); ?>
						<input type="hidden" name="purchase" value="<?php echo esc_attr( wp_generate_uuid4() ); ?>">
						<p class="largesse-mine__field"><label for="largesse-had-item"><?php esc_html_e( 'Wish', 'largesse' ); ?></label>
							<select id="largesse-had-item" name="item">
								<?php foreach ( $open as $item ) : ?>
									<option value="<?php echo esc_attr( (string) $item['id'] ); ?>"><?php Escape::echo_escaped( $item['name'] ); ?></option>
								<?php endforeach; ?>
							</select>
						</p>
						<p class="largesse-mine__field"><label for="largesse-had-quantity"><?php esc_html_e( 'How many', 'largesse' ); ?></label>
							<input id="largesse-had-quantity" name="quantity" type="number" min="1" value="1">
						</p>
						<button type="submit" class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php esc_html_e( 'We have it', 'largesse' ); ?></button>
					</form>
				<?php endif; ?>
			</section>
		</noscript>
		<?php
	}

	/**
	 * Prints what every form of the list holds.
	 *
	 * @param string $act     What it does, see GiftsPage.
	 * @param int    $item_id Item that it is about; 0 for none.
	 */
	private static function fields( WP_Post $registry, string $act, int $item_id = 0 ): void {
		printf( '<input type="hidden" name="%s" value="%s"><input type="hidden" name="_wpnonce" value="%s">', esc_attr( GiftsPage::ACT ), esc_attr( $act ), esc_attr( wp_create_nonce( GiftsPage::nonce( $registry->ID ) ) ) );
		if ( 0 !== $item_id ) {
			printf( '<input type="hidden" name="item" value="%d">', (int) $item_id );
		}
	}
}
