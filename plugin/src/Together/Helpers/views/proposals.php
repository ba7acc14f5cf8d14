<?php
/**
 * Proposals to be a co-owner or keeper, with forms to accept or decline them.
 *
 * @var list<array<string, mixed>> $rows Proposals: name of the `owner`, `title` of the registry, whether the member
 *      would be an owner (`for_owners`) or a keeper (`for_keepers`), and `hidden` fields.
 *
 * @version 9e500fda
 */

declare( strict_types=1 );

use Largesse\Together\Helpers\ProposalForms;
use Largesse\Registries\Links\OwnerPage;

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
		<form method="post" action="<?php echo esc_url( OwnerPage::url() ); ?>">
			<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $row['hidden'] ) ); ?>
			<p class="largesse-mine__buttons">
				<?php foreach ( array( ProposalForms::ACCEPT => __( 'Accept', 'largesse' ), ProposalForms::DECLINE => __( 'Decline', 'largesse' ) ) as $act => $text ) : ?>
					<button class="wp-element-button largesse-mine__button<?php
						echo ProposalForms::DECLINE === $act ? ' largesse-mine__button--quiet' : '';
					?>"
						name="<?php echo esc_attr( ProposalForms::FIELD ); ?>"
						value="<?php echo esc_attr( $act ); ?>"><?php echo esc_html( $text ); ?><span class="largesse-unseen"> <?php
						echo largesse_html( $row['title'] );
					?></span></button>
				<?php endforeach; ?>
			</p>
		</form>
	<?php endforeach; ?>
</section>
