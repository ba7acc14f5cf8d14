<?php
/**
 * Proposals to be a co-owner or keeper, with forms to accept or decline them.
 *
 * @var list<array<string, mixed>> $rows Proposals: name of the `owner`, `title` of the registry, whether the member
 *      would be an owner (`for_owners`) or a keeper (`for_keepers`), and `hidden` fields.
 * @var array<string, string> $buttons `name` of the buttons, and their values: `accept`, `decline`.
 *
 * @version af2981ce
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card largesse-mine__panel" aria-labelledby="largesse-proposals">
	<h2 id="largesse-proposals"><?php esc_html_e( 'A question for you', 'largesse' ); ?></h2>
	<?php foreach ( $rows as $row ) : ?>
		<?php if ( $row['for_owners'] ) : ?>
			<?php /* translators: 1: name of a person, 2: title of a registry. */ ?>
			<p><?php echo largesse_html( strtr( __( '%1$s asks you to own “%2$s” together with them. You can then change everything in it. Guests see your name, and your sizes and notes if you have saved any.', 'largesse' ), array( '%1$s' => $row['owner'], '%2$s' => $row['title'] ) ) ); ?></p>
		<?php endif; ?>
		<?php if ( $row['for_keepers'] ) : ?>
			<?php /* translators: 1: name of a person, 2: title of a registry. */ ?>
			<p><?php echo largesse_html( strtr( __( '%1$s asks you to see all gifts for “%2$s”, even the secret ones, and to help the guests.', 'largesse' ), array( '%1$s' => $row['owner'], '%2$s' => $row['title'] ) ) ); ?></p>
		<?php endif; ?>
		<form method="post" action="<?php echo esc_url( largesse_my_registries_url() ); ?>">
			<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $row['hidden'] ) ); ?>
			<p class="largesse-mine__buttons">
				<?php foreach ( array( 'accept' => __( 'Accept', 'largesse' ), 'decline' => __( 'Decline', 'largesse' ) ) as $act => $text ) : ?>
					<button class="wp-element-button largesse-mine__button<?php
						echo 'decline' === $act ? ' largesse-mine__button--quiet' : '';
					?>"
						name="<?php echo esc_attr( $buttons['name'] ); ?>"
						value="<?php echo esc_attr( $buttons[ $act ] ); ?>"><?php
						echo esc_html( $text );
						?><span class="largesse-unseen"> <?php
						echo largesse_html( $row['title'] );
					?></span></button>
				<?php endforeach; ?>
			</p>
		</form>
	<?php endforeach; ?>
</section>
