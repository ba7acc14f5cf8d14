<?php
/**
 * Page that the link in mails to followers opens. On this page, a follower confirms the address or ends the mails.
 *
 * @var array<string, string> $hidden       Hidden fields by name.
 * @var array<string, string> $buttons      `name` of the buttons, and their values: `confirm`, `end`, `end_all`.
 * @var bool                  $is_new       Whether the reader has just confirmed.
 * @var bool                  $is_following Whether the reader has confirmed.
 * @var int                   $others       Number of other lists that the reader follows.
 * @var string                $title        Title of the registry; empty if the reader may not see it now.
 * @var string                $url          Address of the registry; may be empty.
 *
 * @version ac3fa2fc
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-giver" method="post" action="<?php echo esc_url( home_url( '/' ) ); ?>">
	<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<?php if ( '' === $title ) : ?>
		<p><?php esc_html_e( 'You cannot see this list at the moment, so you get no mails about it.', 'largesse' ); ?></p>
	<?php else : ?>
		<h2 class="largesse-giver__name" dir="auto"><?php echo largesse_html( $title ); ?></h2>
		<?php if ( $is_following ) : ?>
			<p><?php esc_html_e( 'You get a mail when wishes are added, at most one a day. Nobody else knows that you follow this list.', 'largesse' ); ?></p>
		<?php else : ?>
			<p><?php esc_html_e( 'Do you want a mail when wishes are added, at most one a day? You can stop at any time with a link in each mail.', 'largesse' ); ?></p>
		<?php endif; ?>
	<?php endif; ?>
	<p class="largesse-giver__buttons">
		<?php if ( $is_new && '' !== $url ) : ?>
			<a class="wp-element-button largesse-giver__button" href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Look at the list', 'largesse' ); ?></a>
		<?php endif; ?>
		<?php if ( $is_following ) : ?>
			<?php // After a confirmation, the link is first, so that a second tap on the same place does not stop the mails. ?>
			<button class="wp-element-button largesse-giver__button<?php
				echo $is_new ? ' largesse-giver__button--quiet' : '';
			?>"
				name="<?php echo esc_attr( $buttons['name'] ); ?>"
				value="<?php echo esc_attr( $buttons['end'] ); ?>"><?php esc_html_e( 'Stop these mails', 'largesse' ); ?></button>
			<?php if ( $others > 0 ) : ?>
				<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet"
					name="<?php echo esc_attr( $buttons['name'] ); ?>"
					value="<?php echo esc_attr( $buttons['end_all'] ); ?>"><?php esc_html_e( 'Stop the mails about all lists', 'largesse' ); ?></button>
			<?php endif; ?>
		<?php elseif ( '' !== $title ) : ?>
			<button class="wp-element-button largesse-giver__button" name="<?php echo esc_attr( $buttons['name'] ); ?>"
				value="<?php echo esc_attr( $buttons['confirm'] ); ?>"><?php esc_html_e( 'Yes, send me these mails', 'largesse' ); ?></button>
		<?php endif; ?>
		<?php if ( ! $is_new && '' !== $url ) : ?>
			<a href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Look at the list', 'largesse' ); ?></a>
		<?php endif; ?>
	</p>
</form>
