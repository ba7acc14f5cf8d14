<?php
/**
 * The form of what a registry says of itself.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Admin\PlainText;
use Largesse\Registry\RegistryMetaRules;

/**
 * Asks for title, occasion, date, who may see it, and story: of a new registry, or of one that is there.
 */
final class DetailsForm {

	/**
	 * Prints the form.
	 *
	 * @param string                    $form     Name of the form in the script: create or details.
	 * @param array<string, mixed>|null $registry The registry as RegistryView has it; null for a new one.
	 */
	public static function show( string $form, ?array $registry ): void {
		$registry ??= array(
			'title'         => '',
			'event_type'    => '',
			'event_date'    => '',
			'is_public'     => false,
			'is_draft'      => false,
			'story'         => '',
			'story_text'    => '',
			'is_story_html' => false,
		);
		?>
		<form class="largesse-mine__form" method="post" autocomplete="off" novalidate <?php Markup::context( array( 'form' => $form ) ); ?> data-wp-on--submit="actions.submit" data-largesse-form="<?php echo esc_attr( $form ); ?>">
			<?php
			Field::show( $form, 'title', __( 'Title', 'largesse' ), $registry['title'], 'create' === $form ? __( 'For example: Ada and Ben get married', 'largesse' ) : '', Field::NEEDED + Field::WORDS );
			self::occasion( $form, $registry );
			self::visibility( $form, ManageView::status( $registry ) );
			self::story( $form, $registry );
			if ( 'details' === $form ) {
				Conflict::show();
			}
			Markup::message();
			?>
			<div class="largesse-mine__buttons">
				<?php Markup::submit( 'create' === $form ? __( 'Create registry', 'largesse' ) : __( 'Save details', 'largesse' ), 'create' === $form ? __( 'Creating …', 'largesse' ) : __( 'Saving …', 'largesse' ) ); ?>
			</div>
		</form>
		<?php
	}

	/**
	 * Asks what the registry is for, and when.
	 *
	 * @param string               $form     Name of the form.
	 * @param array<string, mixed> $registry The registry.
	 */
	private static function occasion( string $form, array $registry ): void {
		$suggested = array( __( 'Wedding', 'largesse' ), __( 'Baby', 'largesse' ), __( 'Birthday', 'largesse' ), __( 'Housewarming', 'largesse' ), __( 'Christmas', 'largesse' ) );
		$typing    = Field::WORDS + array(
			'list'      => "largesse-{$form}-occasions",
			'maxlength' => (string) RegistryMetaRules::MAX_TYPE_CHARS,
		);
		echo '<div class="largesse-mine__pair">';
		Field::show( $form, 'event_type', __( 'Occasion', 'largesse' ), $registry['event_type'], '', $typing );
		Field::show( $form, 'event_date', __( 'Date', 'largesse' ), $registry['event_date'], '', Field::DATE );
		echo '</div><datalist id="' . esc_attr( "largesse-{$form}-occasions" ) . '">';
		foreach ( $suggested as $occasion ) {
			echo '<option value="' . esc_attr( $occasion ) . '"></option>';
		}
		echo '</datalist>';
	}

	/**
	 * Asks who may see the registry.
	 *
	 * @param string $form   Name of the form.
	 * @param string $status The registry's status in WordPress; of a draft nothing is chosen yet.
	 */
	private static function visibility( string $form, string $status ): void {
		$choices = array(
			'private' => array( __( 'Invited people only', 'largesse' ), __( 'Only you and the people whom you invite can open it, after signing in.', 'largesse' ) ),
			'public'  => array( __( 'Public', 'largesse' ), __( 'Everybody who has the link can open it, and search engines may find it.', 'largesse' ) ),
		);
		$context = array(
			'form'  => $form,
			'field' => 'visibility',
		);
		?>
		<fieldset class="largesse-mine__choices">
			<legend><?php esc_html_e( 'Who may see it?', 'largesse' ); ?></legend>
			<?php foreach ( $choices as $choice => list( $label, $meaning ) ) : ?>
				<div class="largesse-mine__choice" <?php Markup::context( $context + array( 'choice' => $choice ) ); ?>>
					<input type="radio" name="visibility" value="<?php echo esc_attr( $choice ); ?>" id="<?php echo esc_attr( "largesse-{$form}-{$choice}" ); ?>" aria-describedby="<?php echo esc_attr( "largesse-{$form}-{$choice}-meaning" ); ?>" data-wp-bind--checked="state.isChosen" data-wp-on--change="actions.choose"<?php checked( 'public' === $choice ? 'publish' : 'private', $status ); ?>>
					<label for="<?php echo esc_attr( "largesse-{$form}-{$choice}" ); ?>"><?php echo esc_html( $label ); ?></label>
					<p class="largesse-mine__hint" id="<?php echo esc_attr( "largesse-{$form}-{$choice}-meaning" ); ?>"><?php echo esc_html( $meaning ); ?></p>
				</div>
			<?php endforeach; ?>
		</fieldset>
		<?php
	}

	/**
	 * Asks for the story. One with formatting, which a text field would lose, is shown; whoever wants may write it anew.
	 *
	 * @param string               $form     Name of the form.
	 * @param array<string, mixed> $registry The registry.
	 */
	private static function story( string $form, array $registry ): void {
		$is_html = $registry['is_story_html'];
		?>
		<div class="largesse-mine__field" <?php Markup::attributes( array( 'data-wp-bind--hidden' => '!state.isStoryShown' ) + ( $is_html ? array() : array( 'hidden' => '' ) ) ); ?>>
			<p class="largesse-mine__label"><?php esc_html_e( 'Story', 'largesse' ); ?></p>
			<?php // As text: what is HTML here could speak to the script, and WordPress 6.5 stumbles over comments. ?>
			<p class="largesse-mine__story" dir="auto" data-wp-text="state.storyText"><?php PlainText::show( $is_html ? $registry['story_text'] : '' ); ?></p>
			<p class="largesse-mine__hint"><?php esc_html_e( 'This story has formatting. It stays as it is, unless you write it anew as plain text.', 'largesse' ); ?></p>
			<?php Markup::button( __( 'Write it anew', 'largesse' ), 'rewriteStory', 'quiet', array( 'style' => 'justify-self: start' ) ); ?>
		</div>
		<div <?php Markup::attributes( array( 'data-wp-bind--hidden' => 'state.isStoryShown' ) + ( $is_html ? array( 'hidden' => '' ) : array() ) ); ?>>
			<?php Field::show( $form, 'story', __( 'Story', 'largesse' ), $is_html ? $registry['story_text'] : $registry['story'], __( 'A few words to your guests. An empty line begins a new paragraph.', 'largesse' ), Field::LINES ); ?>
		</div>
		<?php
	}
}
