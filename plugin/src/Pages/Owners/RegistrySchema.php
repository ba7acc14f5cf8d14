<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\FeatureFields;
use Largesse\Foundation\Http\Schema;
use Largesse\Foundation\Service\Rules;
use Largesse\Registries\Registry\Access;
use Largesse\Route;

/**
 * Schemas of the registries in RegistryResponses. Features declare the schemas of their own fields (see FeatureFields).
 */
final class RegistrySchema {

	/** Field of answers that contain a registry. */
	public const ANSWER = array( 'registry' => array( self::class, 'of' ) );

	/** Field of answers that contain only the changed parts of a registry. */
	public const CHANGE = array( 'registry' => array( self::class, 'change' ) );

	/**
	 * Declares a route that changes a registry, or the item in its path. The caller must be allowed to edit it. The
	 * answer contains the changed parts of the registry (CHANGE), and `$more`.
	 *
	 * @param string $path Begins with Route::REGISTRY or Route::ITEM.
	 */
	public static function change_route(
		string $method,
		string $path,
		array $handler,
		string $description,
		array $args = array(),
		array $more = array()
	): Route {
		$permission = str_starts_with( $path, Route::ITEM ) ? 'edit_item' : 'edit';
		return new Route(
			$method,
			$path,
			$handler,
			array( Access::class, $permission ),
			$description,
			$args,
			$more + self::CHANGE
		);
	}

	/** @return array<string, mixed> Schema of a registry. */
	public static function of(): array {
		$people = array( 'type' => 'string' );
		return Schema::object(
			'The registry as the caller sees it. Texts are plain; missing texts are empty.',
			array(
				'id'            => Schema::integer( 'Id.', 1 ),
				'title'         => Schema::text( 'Title.' ),
				'event_type'    => Schema::text( 'Occasion.' ),
				'event_date'    => Schema::text( 'Day of the occasion, YYYY-MM-DD.' ),
				'date_text'     => Schema::text( 'The same day in words.' ),
				'is_past'       => Schema::boolean( 'True if the owner marked the registry as past.' ),
				'is_public'     => Schema::boolean( 'True if everyone may open it.' ),
				'is_draft'      => Schema::boolean( 'True until an owner decides who may see it.' ),
				'has_password'  => Schema::boolean( 'True if guests need a password.' ),
				'story'         => Schema::text( 'Story: plain text, or HTML if is_story_html.' ),
				'story_text'    => Schema::text( 'Plain text of a story that is HTML; otherwise empty.' ),
				'is_story_html' => Schema::boolean( 'True if the story has formatting.' ),
				'permalink'     => Schema::text( 'Address of its page.' ),
				'manage_url'    => Schema::text( 'Address of the page on which the owner manages the registry.' ),
				'version'       => Schema::text( 'Version to send with changes; empty unless the caller may change the registry.' ),
				'last_edit'     => Schema::text( 'Id of the latest change of the registry; empty for none.' ),
				'guests'        => self::guests(),
				'headings'      => Schema::listing( 'Titles of all headings.', array( 'type' => 'string' ) ),
				'items'         => Schema::listing( 'Wishes, in the order of the page.', self::item() ),
				'items_error'   => Schema::text( 'Why the wishes cannot be shown.' ),
				'invitees'      => Schema::listing( 'User names and e-mail addresses of invitees.', $people ),
				'owners'        => Schema::listing( 'User names and e-mail addresses of co-owners.', $people ),
				'keepers'       => Schema::listing( 'User names and e-mail addresses of keepers.', $people ),
				'owner_keepers' => Schema::listing( 'Keepers who are owners, too.', $people ),
				'is_for_child'  => Schema::boolean( 'True if the author sees all gifts.' ),
				'sees_all'      => Schema::boolean( 'True if the caller is an owner who sees all gifts.' ),
				'may_delete'    => Schema::boolean( 'True if the caller may delete the registry.' ),
			) + FeatureFields::all_schemas()
		);
	}

	/** @return array<string, mixed> Schema of the field `guests`. */
	public static function guests(): array {
		return Schema::text( 'Text that changes when guests join the registry, or make gifts that the owner may know about.' );
	}

	/** @return array<string, mixed> Schema of the changed parts of a registry. */
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

	/** @return array<string, mixed> */
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
				'price'              => Rules::NUMBERS['price'] + array( 'description' => 'Price; null for none.' ),
				'currency'           => Schema::text( 'Currency of the price (ISO 4217); empty for the currency of the site.' ),
				'price_text'         => Schema::text( 'Price in words.' ),
				'quantity_needed'    => Schema::integer( 'Number of pieces that the owner wishes for.', 1 ),
				'is_any_number'      => Schema::boolean( 'True if any number is welcome; quantity_needed is then the largest possible number.' ),
				'quantity_purchased' => Schema::integer( 'Number of bought pieces that the caller may know about.' ),
				'quantity_had'       => Schema::integer( 'Number of the bought pieces that the owner has, or that were counted before guests could give.' ),
				'status_text'        => Schema::text( 'State in words, such as "1 of 3 given"; empty if nothing is known because gifts are a surprise.' ),
				'shown_text?'        => Schema::text( 'Text for a list of wishes; missing if the list counts the pieces itself.' ),
				'is_surprise'        => Schema::boolean( 'True if guests may have given more pieces than quantity_purchased shows.' ),
				'is_complete'        => Schema::boolean( 'True if all pieces are given.' ),
				'gift_url'           => Schema::text( 'Address that leads guests to the shop.' ),
				'version'            => Schema::text( 'Version to send with changes.' ),
			) + FeatureFields::all_wish_schemas()
		);
	}
}
