<?php
/**
 * Page of a circle.
 *
 * @var string                     $id       Id of the circle.
 * @var string                     $name     Its name.
 * @var string                     $back_url Address of the page My registries.
 * @var string                     $file_url Address that downloads the circle as a file.
 * @var string                     $said     Sentence about the result of a form; may be empty.
 * @var string                     $problem  Reason why a form was refused; may be empty.
 * @var list<array<string, mixed>> $asked    People whom the visitor is asked to look after: `name`, names of the present `guardians`, and forms to `accept` and `decline`.
 * @var list<array<string, mixed>> $people   People for the template `circles/person`.
 * @var string                     $before_url Address of the page with the lists before these; empty for none.
 * @var string                     $after_url  Address of the page with the lists after these; empty for none.
 * @var array<string, mixed>|null  $open     Data of the template `circles/open-list`; null if the visitor has no list to open.
 * @var array<string, mixed>       $ward     Form to add a person without an account, with its `field`.
 * @var array<string, mixed>|null  $organize Data of the template `circles/organize`; null if the member is not an organizer.
 * @var array<string, mixed>       $leave    Form to leave the circle, with `wards`: names of the people who leave together with the visitor.
 */

declare( strict_types=1 );

use Largesse\Circles\CircleForms;
use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php esc_html_e( 'All my registries', 'largesse' ); ?></a></p>
<div class="largesse-mine__main largesse-mine__circle">
	<header class="largesse-mine__head">
		<h2 class="largesse-mine__title" dir="auto"><?php Escape::echo_escaped( $name ); ?></h2>
		<?php Template::print( 'circles/result', array( 'said' => $said, 'problem' => $problem ) ); ?>
	</header>
	<?php foreach ( $asked as $question ) : ?>
		<section class="largesse-mine__card">
			<?php /* translators: 1: name of a person, 2: names of people. */ ?>
			<p><?php Escape::echo_escaped( strtr( __( 'You are asked to look after %1$s, together with %2$s. You can then open lists in their name, and you get mails for them.', 'largesse' ), array( '%1$s' => $question['name'], '%2$s' => implode( ', ', $question['guardians'] ) ) ) ); ?></p>
			<?php CircleForms::print( $question['accept'], __( 'Accept', 'largesse' ), $question['name'], false ); ?>
			<?php CircleForms::print( $question['decline'], __( 'Decline', 'largesse' ), $question['name'] ); ?>
		</section>
	<?php endforeach; ?>
	<section class="largesse-mine__list" aria-labelledby="largesse-circle-people">
		<h3 id="largesse-circle-people"><?php esc_html_e( 'People', 'largesse' ); ?></h3>
		<ul class="largesse-mine__cards">
			<?php
			foreach ( $people as $person ) {
				Template::print( 'circles/person', $person );
			}
			?>
		</ul>
		<?php if ( '' !== $before_url || '' !== $after_url ) : ?>
			<nav class="largesse-mine__share" aria-label="<?php esc_attr_e( 'More lists', 'largesse' ); ?>">
				<?php if ( '' !== $before_url ) : ?>
					<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" rel="prev" href="<?php echo esc_url( $before_url ); ?>"><?php esc_html_e( 'Earlier lists', 'largesse' ); ?></a>
				<?php endif; ?>
				<?php if ( '' !== $after_url ) : ?>
					<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" rel="next" href="<?php echo esc_url( $after_url ); ?>"><?php esc_html_e( 'Later lists', 'largesse' ); ?></a>
				<?php endif; ?>
			</nav>
		<?php endif; ?>
	</section>
	<?php
	if ( $open ) {
		Template::print( 'circles/open-list', $open );
	}
	?>
	<?php
	/**
	 * Fires on the page of a circle, below the list of people. The visitor is a member of the circle.
	 *
	 * @param string $circle_id Id of the circle.
	 */
	do_action( 'largesse_circle_page', $id );
	?>
	<section class="largesse-mine__card" aria-labelledby="largesse-circle-ward">
		<h3 id="largesse-circle-ward"><?php esc_html_e( 'Add somebody without an account', 'largesse' ); ?></h3>
		<p class="largesse-mine__hint"><?php esc_html_e( 'For example a child, or a grandmother without e-mail. You look after them: you can open lists in their name, and you get mails for them.', 'largesse' ); ?></p>
		<?php CircleForms::print( $ward, __( 'Add to the circle', 'largesse' ) ); ?>
	</section>
	<?php
	if ( $organize ) {
		Template::print( 'circles/organize', $organize );
	}
	?>
	<p class="largesse-mine__share"><a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $file_url ); ?>"><?php esc_html_e( 'Save the circle as a file', 'largesse' ); ?></a></p>
	<details class="largesse-mine__card largesse-mine__fold">
		<summary><span class="largesse-mine__label"><?php esc_html_e( 'Leave the circle', 'largesse' ); ?></span></summary>
	<div class="largesse-mine__form">
		<p><?php esc_html_e( 'You no longer see the circle, and it no longer sees your lists.', 'largesse' ); ?></p>
		<?php if ( $leave['wards'] ) : ?>
			<?php /* translators: %s: names of people. */ ?>
			<p><?php Escape::echo_escaped( str_replace( '%s', implode( ', ', $leave['wards'] ), __( 'These people leave, too, because nobody else looks after them: %s', 'largesse' ) ) ); ?></p>
		<?php endif; ?>
		<?php CircleForms::print( $leave, __( 'Yes, leave it', 'largesse' ) ); ?>
	</div>
</details>
</div>
