<?php
/**
 * Card of a person on the page of a circle.
 *
 * @var string                                                $id         Id of the person.
 * @var string                                                $name       Name in the circle.
 * @var bool                                                  $is_self    Whether the person is the visitor.
 * @var bool                                                  $organizes  Whether the person is an organizer.
 * @var string                                                $guardian   Name of the person who looks after this person; may be empty.
 * @var string                                                $next       Day of the next occasion; empty for none.
 * @var list<array{name: string, kind: string, url: string}>  $lists      Lists that the circle may see, with their occasions.
 * @var array<string, mixed>|null                             $rename     Form to rename the person, with its `field`; null for visitors who may not rename the person.
 * @var array<string, mixed>|null                             $organizer  Form to make the person an organizer; null for none.
 * @var array<string, mixed>|null                             $remove     Form to remove the person, with `wards`: names of the people who leave together with the person; null for none.
 * @var bool                                                  $ends_links Whether removing the person deletes the family link.
 */

declare( strict_types=1 );

use Largesse\Circles\CircleForms;
use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;

$is_refused = '' !== ( $rename['field']['problem'] ?? '' );

// Prints an entry of the menu. Its content is closed until the visitor opens it.
$entry = static function ( string $title, Closure $content, bool $is_open = false ) use ( $id ): void {
	?>
	<details class="largesse-mine__fold" name="<?php echo esc_attr( "largesse-circle-entry-{$id}" ); ?>"<?php echo $is_open ? ' open' : ''; ?>>
		<summary><span><?php echo esc_html( $title ); ?></span></summary>
		<div class="largesse-mine__folded"><?php $content(); ?></div>
	</details>
	<?php
};

$organizer_form = static function () use ( $organizer, $name ): void {
	?>
	<p class="largesse-mine__hint"><?php esc_html_e( 'Organizers invite and remove people, and rename and delete the circle.', 'largesse' ); ?></p>
	<?php
	CircleForms::print( $organizer, __( 'Make this person an organizer', 'largesse' ), $name );
};

$remove_form = static function () use ( $remove, $ends_links, $name ): void {
	if ( $ends_links ) :
		?>
		<p class="largesse-mine__hint"><?php esc_html_e( 'If you remove this person, they lose access at once. The link for the family chat stops working, too, because they may know it.', 'largesse' ); ?></p>
	<?php endif; ?>
	<?php if ( $remove['wards'] ) : ?>
		<?php /* translators: %s: names of people. */ ?>
		<p class="largesse-mine__hint"><?php Escape::echo_escaped( str_replace( '%s', implode( ', ', $remove['wards'] ), __( 'These people leave, too, because nobody else looks after them: %s', 'largesse' ) ) ); ?></p>
		<?php
	endif;
	CircleForms::print( $remove, __( 'Remove from the circle', 'largesse' ), $name );
};
?>
<li>
	<div>
		<h4 class="largesse-mine__name" dir="auto"><?php Escape::echo_escaped( $name ); ?></h4>
		<?php if ( $is_self ) : ?>
			<span class="largesse-mine__badge"><?php esc_html_e( 'You', 'largesse' ); ?></span>
		<?php endif; ?>
		<?php if ( $organizes ) : ?>
			<span class="largesse-mine__badge"><?php esc_html_e( 'Organizer', 'largesse' ); ?></span>
		<?php endif; ?>
		<p class="largesse-mine__facts">
			<span><?php echo '' === $next ? esc_html__( 'No date yet', 'largesse' ) : esc_html( $next ); ?></span>
			<?php if ( '' !== $guardian ) : ?>
				<?php /* translators: %s: name of a person. */ ?>
				<span><?php Escape::echo_escaped( str_replace( '%s', $guardian, __( 'Looked after by %s', 'largesse' ) ) ); ?></span>
			<?php endif; ?>
		</p>
		<?php foreach ( $lists as $list ) : ?>
			<p><a href="<?php echo esc_url( $list['url'] ); ?>" dir="auto"><?php Escape::echo_escaped( $list['name'] ); ?></a><?php if ( '' !== $list['kind'] ) : ?> <bdi class="largesse-mine__hint"><?php Escape::echo_escaped( $list['kind'] ); ?></bdi><?php endif; ?></p>
		<?php endforeach; ?>
	</div>
	<?php if ( $rename || $remove || $organizer ) : ?>
		<?php if ( ! $is_refused ) : ?>
			<?php /* translators: %s: name of a person. */ ?>
			<button type="button" class="largesse-mine__tool largesse-mine__menu-button" popovertarget="<?php echo esc_attr( "largesse-circle-menu-{$id}" ); ?>" aria-label="<?php Escape::echo_escaped( str_replace( '%s', $name, __( 'Change %s', 'largesse' ) ) ); ?>"><span aria-hidden="true">⋯</span></button>
		<?php endif; ?>
		<div class="largesse-mine__actions" id="<?php echo esc_attr( "largesse-circle-menu-{$id}" ); ?>"<?php echo $is_refused ? '' : ' popover'; ?>>
			<?php
			if ( $rename ) {
				$entry( __( 'Rename', 'largesse' ), static fn () => CircleForms::print( $rename, __( 'Save', 'largesse' ), $name ), $is_refused );
			}
			if ( $organizer ) {
				$entry( __( 'Make this person an organizer', 'largesse' ), $organizer_form );
			}
			if ( $remove ) {
				$entry( __( 'Remove from the circle', 'largesse' ), $remove_form );
			}
			?>
		</div>
	<?php endif; ?>
</li>
