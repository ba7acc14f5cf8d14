<?php
/**
 * Card of a person on the page of a circle.
 *
 * @var string                                                $id         Id of the person.
 * @var string                                                $anchor     Id of the card in the page.
 * @var string                                                $name       Name in the circle.
 * @var bool                                                  $is_self    Whether the person is the visitor.
 * @var bool                                                  $organizes  Whether the person is an organizer.
 * @var string                                                $guardian   Name of the person who looks after this
 *      person; may be empty.
 * @var string                                                $next       Day of the next occasion; empty for none.
 * @var string                                                $birthday   Next birthday; empty if it is unknown.
 * @var list<array{name: string, kind: string, url: string}>  $lists      Lists that the circle may see, with their
 *      occasions.
 * @var array<string, mixed>|null                             $calendar   Form for the birthday, with its `fields`; null
 *      if the visitor does not act for the person.
 * @var string                                                $extra      HTML of other features; may be empty.
 * @var array<string, mixed>|null                             $start      Form that starts a list for the person; null
 *      if the visitor does not look after the person, or if there is a list.
 * @var list<array<string, mixed>>                            $menu       Entries of the menu: `title`, `hints`, `form`,
 *      text of the `button`, and `is_open` (refused).
 * @var bool                                                  $is_refused Whether a form of the menu was refused.
 *
 * @version 4b7cdfae
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<li id="<?php echo esc_attr( $anchor ); ?>">
	<div>
		<h4 class="largesse-mine__name" dir="auto"><?php echo largesse_html( $name ); ?></h4>
		<?php if ( $is_self ) : ?>
			<span class="largesse-mine__badge"><?php esc_html_e( 'You', 'largesse' ); ?></span>
		<?php endif; ?>
		<?php if ( $organizes ) : ?>
			<span class="largesse-mine__badge"><?php esc_html_e( 'Organizer', 'largesse' ); ?></span>
		<?php endif; ?>
		<p class="largesse-mine__facts">
			<?php if ( '' !== $birthday ) : ?>
				<?php /* translators: %s: a day, as in "12 June 2027 · in 23 days". */ ?>
				<span><?php echo esc_html( sprintf( __( 'Birthday: %s', 'largesse' ), $birthday ) ); ?></span>
			<?php endif; ?>
			<?php if ( '' !== $next || '' === $birthday ) : ?>
				<span><?php echo '' === $next ? esc_html__( 'No date yet', 'largesse' ) : esc_html( $next ); ?></span>
			<?php endif; ?>
			<?php if ( '' !== $guardian ) : ?>
				<?php /* translators: %s: name of a person. */ ?>
				<span><?php echo largesse_html( str_replace( '%s', $guardian, __( 'Looked after by %s', 'largesse' ) ) ); ?></span>
			<?php endif; ?>
		</p>
		<?php foreach ( $lists as $list ) : ?>
			<p><a href="<?php echo esc_url( $list['url'] ); ?>"
				dir="auto"><?php echo largesse_html( $list['name'] ); ?></a><?php
				if ( '' !== $list['kind'] ) :
					?> <bdi class="largesse-mine__hint"><?php echo largesse_html( $list['kind'] ); ?></bdi><?php
				endif;
			?></p>
		<?php endforeach; ?>
		<?php
		if ( $start ) {
			/* translators: %s: name of a person. */
			$button = str_replace( '%s', $name, __( 'Start a list for %s', 'largesse' ) );
			largesse_print_template( 'circles/form', array( 'form' => $start, 'button' => $button ) );
		}
		?>
		<?php if ( $calendar ) : ?>
			<details class="largesse-mine__fold"<?php
				echo array_filter( array_column( $calendar['fields'], 'problem' ) ) ? ' open' : '';
			?>>
				<summary><span class="largesse-mine__label"><?php
					/* translators: %s: name of a person. */
					echo largesse_html( str_replace( '%s', $name, '' === $birthday ? __( 'Enter the birthday of %s', 'largesse' ) : __( 'Change the birthday of %s', 'largesse' ) ) );
				?></span></summary>
				<form class="largesse-mine__folded largesse-mine__form" method="post"
					action="<?php echo esc_url( $calendar['action'] ); ?>">
					<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $calendar['hidden'] ) ); ?>
					<p class="largesse-mine__hint"><?php esc_html_e( 'Everyone in the circle sees the day and the month. Nobody is asked for the year.', 'largesse' ); ?></p>
					<div class="largesse-mine__pair">
						<?php
						foreach ( $calendar['fields'] as $field ) {
							largesse_print_template( 'html/field', $field );
						}
						?>
					</div>
					<p class="largesse-mine__buttons">
						<button type="submit"
							class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php
							esc_html_e( 'Save', 'largesse' );
						?><span class="largesse-unseen"> <?php echo largesse_html( $name ); ?></span></button>
					</p>
				</form>
			</details>
		<?php endif; ?>
		<?php largesse_print_html( $extra ); ?>
	</div>
	<?php if ( $menu ) : ?>
		<?php if ( ! $is_refused ) : ?>
			<button type="button" class="largesse-mine__tool largesse-mine__menu-button"
				popovertarget="<?php echo esc_attr( "largesse-circle-menu-{$id}" ); ?>"
				aria-label="<?php
				/* translators: %s: name of a person. */
				echo largesse_html( str_replace( '%s', $name, __( 'Change %s', 'largesse' ) ) );
			?>"><span aria-hidden="true">⋯</span></button>
		<?php endif; ?>
		<div class="largesse-mine__actions"
			id="<?php echo esc_attr( "largesse-circle-menu-{$id}" ); ?>"<?php echo $is_refused ? '' : ' popover'; ?>>
			<?php foreach ( $menu as $entry ) : ?>
				<details class="largesse-mine__fold"
					name="<?php echo esc_attr( "largesse-circle-entry-{$id}" ); ?>"<?php echo $entry['is_open'] ? ' open' : ''; ?>>
					<summary><span><?php echo esc_html( $entry['title'] ); ?></span></summary>
					<div class="largesse-mine__folded">
						<?php foreach ( $entry['hints'] as $hint ) : ?>
							<p class="largesse-mine__hint"><?php echo largesse_html( $hint ); ?></p>
						<?php endforeach; ?>
						<?php
						$form = array( 'form' => $entry['form'], 'button' => $entry['button'], 'about' => $name );
						largesse_print_template( 'circles/form', $form );
						?>
					</div>
				</details>
			<?php endforeach; ?>
		</div>
	<?php endif; ?>
</li>
