<?php
/**
 * Page on which a giver sees a gift, changes it, or gives it back. The page works without scripts.
 *
 * @var string                    $told         Sentence about the last change; may be empty.
 * @var string|null               $picture      Address of the picture, empty for none; null for a wish that was
 *      removed.
 * @var string|null               $title        Title of the registry; null if it no longer exists.
 * @var string                    $owner        Name of the registry's owner; empty if the giver may not know it.
 * @var string                    $day          Date by which the gift is needed; may be empty.
 * @var string                    $name         Name of the wish.
 * @var list<string>              $facts        Shop and price.
 * @var array<string, array{label: string, text: string}> $fields Fields that other plugins add, by name.
 * @var string                    $quantity     Sentence with the number of pieces that the giver gives.
 * @var bool                      $is_bought    Whether the gift is bought.
 * @var string                    $state        State of the gift in words.
 * @var string                    $message      Message to the owner; may be empty.
 * @var list<string>              $delivery     Lines of the delivery address; empty for none.
 * @var string                    $trouble      Note about a missing wish, or a missing or closed registry; may be
 *      empty.
 * @var string                    $changed      Note about a wish that has changed since the giver chose it; may be
 *      empty.
 * @var string                    $secret       Sentence that asks the giver to keep the gift secret; may be empty.
 * @var bool                      $is_mailed    Whether to announce the mail with the link.
 * @var string                    $shop_url     Address that leads to the shop; empty for none.
 * @var array<string, mixed>      $state_form   Data of `giving/giver-form`: marks the gift as bought or not bought.
 * @var array<string, mixed>      $change_form  Data of `giving/giver-form`: changes number and message.
 * @var bool                      $is_changing  Whether the form for changes was refused; it is then unfolded.
 * @var array<string, mixed>|null $link_form    Data of `giving/giver-form`: mails the link; null if the registry no
 *      longer exists.
 * @var bool                      $is_sending   Whether the form for the mail was refused; it is then unfolded.
 * @var array<string, mixed>      $back_form    Data of `giving/giver-form`: gives the gift back.
 * @var bool                      $is_wanted    Whether the wish is still on the list.
 * @var array{text: string, links: array<string, string>}|null $account Offer to keep the gift in an account, with texts
 *      of links by address; null for a gift in an account.
 * @var string                    $page_url     Address of this page, with its key.
 * @var array<string, string>     $elsewhere    Texts of links to other pages by address.
 *
 * @version 1d8bd1bd
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<?php if ( '' !== $told ) : ?>
		<div role="status"><p class="largesse-giver__told"><?php echo esc_html( $told ); ?></p></div>
	<?php endif; ?>
	<div class="largesse-giver__gift">
		<?php
		if ( null !== $picture ) {
			largesse_print_template( 'html/picture', array( 'address' => $picture ) );
		}
		?>
		<div class="largesse-giver__text">
			<h2 class="largesse-giver__name" dir="auto"><?php echo largesse_html( $name ); ?></h2>
			<?php if ( $facts ) : ?>
				<p class="largesse-giver__facts"><?php foreach ( $facts as $place => $fact ) : ?><?php
					echo $place > 0 ? ' · ' : '';
				?><bdi><?php echo largesse_html( $fact ); ?></bdi><?php endforeach; ?></p>
			<?php endif; ?>
			<?php if ( $fields ) : ?>
				<dl class="largesse-giver__whose">
					<?php foreach ( $fields as $field ) : ?>
						<dt><?php echo largesse_html( $field['label'] ); ?></dt>
						<dd dir="auto"><?php echo largesse_html( $field['text'] ); ?></dd>
					<?php endforeach; ?>
				</dl>
			<?php endif; ?>
			<?php if ( null !== $title ) : ?>
				<dl class="largesse-giver__whose">
					<dt><?php esc_html_e( 'For', 'largesse' ); ?></dt>
					<dd dir="auto"><bdi><?php echo largesse_html( $title ); ?></bdi><?php
						if ( '' !== $owner && ! str_contains( $title, $owner ) ) :
							?> · <bdi><?php echo largesse_html( $owner ); ?></bdi><?php
						endif;
					?></dd>
					<?php if ( '' !== $day ) : ?>
						<dt><?php esc_html_e( 'Needed by', 'largesse' ); ?></dt>
						<dd><?php echo esc_html( $day ); ?></dd>
					<?php endif; ?>
				</dl>
			<?php endif; ?>
			<p class="largesse-giver__state"><?php
				echo esc_html( $quantity );
			?> <span class="largesse-given<?php echo $is_bought ? ' is-bought' : ''; ?>"><?php
				echo esc_html( $state );
			?></span></p>
			<?php largesse_print_template( 'giving/delivery-address', array( 'lines' => $delivery ) ); ?>
			<?php if ( '' !== $message ) : ?>
				<p class="largesse-giver__message">
					<span class="largesse-giver__label"><?php esc_html_e( 'Your message:', 'largesse' ); ?></span> <span dir="auto"><?php
						echo nl2br( largesse_html( $message ) );
					?></span>
				</p>
			<?php endif; ?>
			<?php if ( '' !== $trouble ) : ?>
				<p class="largesse-giver__trouble"><?php echo esc_html( $trouble ); ?></p>
			<?php endif; ?>
			<?php if ( '' !== $changed ) : ?>
				<p class="largesse-giver__trouble" dir="auto"><?php echo largesse_html( $changed ); ?></p>
			<?php endif; ?>
			<?php if ( '' !== $secret ) : ?>
				<p class="largesse-giver__trouble"><?php echo esc_html( $secret ); ?></p>
			<?php endif; ?>
		</div>
	</div>
	<?php if ( $is_mailed ) : ?>
		<p><?php esc_html_e( 'We are sending you a mail with your personal link.', 'largesse' ); ?></p>
	<?php endif; ?>
	<p><?php esc_html_e( 'This page is your way back: with its link, you can see or change your gift later, or say that you can’t give it after all.', 'largesse' ); ?></p>
	<div class="largesse-giver__buttons">
		<?php // A script hides the link and shows the button that copies it. ?>
		<div class="largesse-giver__copy">
			<div class="largesse-field">
				<label for="largesse-giver-link"><?php esc_html_e( 'Your personal link', 'largesse' ); ?></label>
				<p class="largesse-field__hint" id="largesse-giver-link-hint"><?php esc_html_e( 'Keep it to yourself: anyone who has it can change your gift.', 'largesse' ); ?></p>
				<input type="text" id="largesse-giver-link" readonly dir="ltr" aria-describedby="largesse-giver-link-hint"
					value="<?php echo esc_url( $page_url ); ?>">
			</div>
			<div class="largesse-giver__buttons">
				<button type="button" class="wp-element-button largesse-giver__button largesse-giver__button--quiet"
					hidden data-done="<?php esc_attr_e( 'Copied. Keep it to yourself: anyone who has it can change your gift.', 'largesse' ); ?>"><?php esc_html_e( 'Copy your personal link', 'largesse' ); ?></button>
				<button type="button" class="wp-element-button largesse-giver__button largesse-giver__button--quiet"
					hidden data-share><?php esc_html_e( 'Share', 'largesse' ); ?></button>
			</div>
			<p role="status"></p>
		</div>
		<?php if ( '' !== $shop_url ) : ?>
			<a class="wp-element-button largesse-giver__button<?php echo $is_bought ? ' largesse-giver__button--quiet' : ''; ?>"
				href="<?php echo esc_url( $shop_url ); ?>" rel="nofollow sponsored noreferrer"><?php esc_html_e( 'Go to the shop', 'largesse' ); ?></a>
		<?php endif; ?>
		<?php largesse_print_template( 'giving/giver-form', $state_form ); ?>
	</div>
	<?php if ( $link_form ) : ?>
		<details class="largesse-giver__fold"<?php echo $is_sending ? ' open' : ''; ?>>
			<summary><?php esc_html_e( 'Send me this link', 'largesse' ); ?></summary>
			<div class="largesse-giver__inside"><?php largesse_print_template( 'giving/giver-form', $link_form ); ?></div>
		</details>
	<?php endif; ?>
	<details class="largesse-giver__fold"<?php echo $is_changing ? ' open' : ''; ?>>
		<summary><?php esc_html_e( 'Change', 'largesse' ); ?></summary>
		<div class="largesse-giver__inside"><?php largesse_print_template( 'giving/giver-form', $change_form ); ?></div>
	</details>
	<details class="largesse-giver__fold">
		<summary><?php esc_html_e( 'I can’t give it after all', 'largesse' ); ?></summary>
		<div class="largesse-giver__inside">
			<p><?php echo $is_wanted ? esc_html__( 'Then somebody else can give it instead of you.', 'largesse' ) : esc_html__( 'This page will no longer show that you are giving it.', 'largesse' ); ?></p>
			<?php largesse_print_template( 'giving/giver-form', $back_form ); ?>
		</div>
	</details>
	<?php if ( $elsewhere ) : ?>
		<p class="largesse-giver__elsewhere">
			<?php foreach ( $elsewhere as $url => $text ) : ?>
				<a href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $text ); ?></a>
			<?php endforeach; ?>
		</p>
	<?php endif; ?>
	<?php if ( $account ) : ?>
		<div class="largesse-giver__account">
			<p><?php echo esc_html( $account['text'] ); ?><?php
				foreach ( $account['links'] as $url => $link ) :
			?> <a href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $link ); ?></a><?php endforeach; ?></p>
		</div>
	<?php endif; ?>
</div>
