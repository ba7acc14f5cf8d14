<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Http\Schema;
use Largesse\Service\Rules;

/**
 * Schemas of RegistryView and ItemView. Keys of optional features are optional.
 */
final class RegistrySchema {

	/** Field of answers that contain a registry. */
	public const ANSWER = array( 'registry' => array( self::class, 'of' ) );

	/** Field of answers that contain only the changed parts of a registry. */
	public const CHANGE = array( 'registry' => array( self::class, 'change' ) );

	/**
	 * Returns the schema of a registry.
	 *
	 * @return array<string, mixed>
	 */
	public static function of(): array {
		$people = array( 'type' => 'string' );
		return Schema::object(
			'The registry as the caller sees it. Texts are plain; missing texts are empty.',
			array(
				'id'              => Schema::integer( 'Id.', 1 ),
				'title'           => Schema::text( 'Title.' ),
				'event_type'      => Schema::text( 'Occasion.' ),
				'event_date'      => Schema::text( 'Day of the occasion, YYYY-MM-DD.' ),
				'date_text'       => Schema::text( 'The same day in words.' ),
				'surprise'        => Schema::text( 'Level of surprise for the owners; empty if the caller cannot see it.', array( ...Rules::SURPRISE_LEVELS, '' ) ),
				'reveal_date'     => Schema::text( 'Chosen day of the reveal, YYYY-MM-DD.' ),
				'reveal_text'     => Schema::text( 'Day of the reveal in words, even if none was chosen.' ),
				'is_revealed'     => Schema::boolean( 'True from the day of the reveal on.' ),
				'is_over'         => Schema::boolean( 'True if the day of the reveal has come and the occasion is over.' ),
				'is_past'         => Schema::boolean( 'True if the owner marked the registry as past.' ),
				'is_public'       => Schema::boolean( 'True if everyone may open it.' ),
				'is_draft'        => Schema::boolean( 'True until an owner decides who may see it.' ),
				'has_password'    => Schema::boolean( 'True if guests need a password.' ),
				'is_findable'     => Schema::boolean( 'True if everyone can find the registry by its names.' ),
				'names'           => Schema::text( 'Names by which everyone can find the registry.' ),
				'suggested_names' => Schema::text( 'Display names of the owners; empty unless the caller may change the registry.' ),
				'story'           => Schema::text( 'Story: plain text, or HTML if is_story_html.' ),
				'story_text'      => Schema::text( 'Plain text of a story that is HTML; otherwise empty.' ),
				'is_story_html'   => Schema::boolean( 'True if the story has formatting.' ),
				'cover'           => Schema::text( 'Address of the uploaded picture on top.' ),
				'shared_picture?' => Schema::text( 'Address of the picture that chats show for a link to the registry; empty unless everyone may open the registry.' ),
				'permalink'       => Schema::text( 'Address of its page.' ),
				'manage_url'      => Schema::text( 'Address of the page on which the owner manages the registry.' ),
				'shop_watch?'     => Schema::text( 'Whether the site watches the shops of the wishes; empty if the caller cannot change this setting.', array( 'on', 'off', '' ) ),
				'version'         => Schema::text( 'Version to send with changes; empty unless the caller may change the registry.' ),
				'last_edit'       => Schema::text( 'Id of the latest change of the registry; empty for none.' ),
				'guests'          => self::guests(),
				'headings'        => Schema::listing( 'Titles of all headings.', array( 'type' => 'string' ) ),
				'items'           => Schema::listing( 'Wishes, in the order of the page.', self::item() ),
				'items_error'     => Schema::text( 'Why the wishes cannot be shown.' ),
				'invitees'        => Schema::listing( 'User names and e-mail addresses of invitees.', $people ),
				'owners'          => Schema::listing( 'User names and e-mail addresses of co-owners.', $people ),
				'keepers'         => Schema::listing( 'User names and e-mail addresses of keepers.', $people ),
				'helper_names?'   => Schema::texts( 'Display names of co-owners and keepers, by user name; empty unless the caller may change the registry.' ),
				'owner_keepers'   => Schema::listing( 'Keepers who are owners, too.', $people ),
				'is_for_child'    => Schema::boolean( 'True if the author sees all gifts.' ),
				'sees_all'        => Schema::boolean( 'True if the caller is an owner who sees all gifts.' ),
				'may_delete'      => Schema::boolean( 'True if the caller may delete the registry.' ),
				'invitations?'    => Schema::listing( 'State of each invitation; empty unless the caller may change the registry.', self::invitation() ),
			)
		);
	}

	/**
	 * Returns the schema of the field `guests`.
	 *
	 * @return array<string, mixed>
	 */
	public static function guests(): array {
		return Schema::text( 'Text that changes when guests join the registry, or make gifts that the owner may know about.' );
	}

	/**
	 * Returns the schema of the changed parts of a registry.
	 *
	 * @return array<string, mixed>
	 */
	public static function change(): array {
		$place  = array(
			'id'      => Schema::integer( 'Id.', 1 ),
			'heading' => Schema::text( 'Title of the heading above the wish.' ),
		);
		$schema = self::of();

		$schema['description']         = 'id, version, and only the fields of the registry that the request has set or changed. items contains only changed wishes.';
		$schema['required']            = array( 'id', 'version' );
		$schema['properties']['order'] = Schema::listing( 'All wishes in the order of the page, if wishes were added, removed or moved. A renamed heading changes no order.', Schema::object( 'Place of a wish.', $place ) );
		return $schema;
	}

	/**
	 * Returns the schema of an item.
	 *
	 * @return array<string, mixed>
	 */
	private static function item(): array {
		return Schema::object(
			'A wish.',
			array(
				'id'                 => Schema::integer( 'Id.', 1 ),
				'heading'            => Schema::text( 'Title of the heading above the wish.' ),
				'is_most_wanted'     => Schema::boolean( 'True for a wish marked "Most wanted".' ),
				'name'               => Schema::text( 'Name.' ),
				'description'        => Schema::text( 'Description.' ),
				'url'                => Schema::text( 'Address of the product; empty for a wish without a shop.' ),
				'retailer'           => Schema::text( 'Name of the shop.' ),
				'image_url'          => Schema::text( 'Address of a picture.' ),
				'price'              => Schema::text( 'Price as a decimal number.' ),
				'price_text'         => Schema::text( 'Price in words.' ),
				'quantity_needed'    => Schema::integer( 'Number of pieces that the owner wishes for.', 1 ),
				'is_any_number'      => Schema::boolean( 'True if any number is welcome; quantity_needed is then the largest possible number.' ),
				'quantity_purchased' => Schema::integer( 'Number of bought pieces that the caller may know about.' ),
				'quantity_had'       => Schema::integer( 'Number of the bought pieces that the owner has, or that were counted before guests could give.' ),
				'status_text'        => Schema::text( 'State in words, such as "1 of 3 bought".' ),
				'is_surprise'        => Schema::boolean( 'True if guests may have given more pieces than quantity_purchased shows.' ),
				'is_complete'        => Schema::boolean( 'True if all pieces are bought.' ),
				'gift_url'           => Schema::text( 'Address that leads guests to the shop.' ),
				'shop_hint?'         => Schema::text( 'Hint about the shop of the wish, for owners.' ),
				'version'            => Schema::text( 'Version to send with changes.' ),
			)
		);
	}

	/**
	 * Returns the schema of an invitation.
	 *
	 * @return array<string, mixed>
	 */
	private static function invitation(): array {
		$state = array(
			'key'  => Schema::text( 'Name of the state.', array( 'invited', 'waiting', 'mailed', 'failed', 'here', 'nobody' ) ),
			'text' => Schema::text( 'State in words.' ),
		);
		return Schema::object(
			'An invitation.',
			array(
				'entry'    => Schema::text( 'User name or e-mail address.' ),
				'name'     => Schema::text( 'Display name of a member who was invited by user name and has visited; otherwise empty.' ),
				'states'   => Schema::listing( 'States.', Schema::object( 'A state.', $state ) ),
				'may_mail' => Schema::boolean( 'True if the site can mail the invitation.' ),
				'has_link' => Schema::boolean( 'True for an address with a personal link.' ),
			)
		);
	}
}
