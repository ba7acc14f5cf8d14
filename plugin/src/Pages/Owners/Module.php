<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\DataNote;
use Largesse\FeatureFields;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Schema;
use Largesse\Foundation\Service\Rules;
use Largesse\Plugin;
use Largesse\Promises\Giving\GiftMailSender;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Access;
use Largesse\Route;
use Largesse\Services;
use Largesse\Setting;
use Largesse\SettingsSection;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( Request::has( 'largesse-account' ) ) {
			// Forms run before WordPress's redirect to the canonical address (priority 10).
			add_action( 'template_redirect', Services::callback( AccountForms::class, 'answer' ), 5 );
		}
		if ( Request::has( 'largesse-own-account' ) ) {
			add_action( 'template_redirect', Services::callback( AccountPage::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_owner_page', Services::callback( AccountPage::class, 'choose_page' ), 10, 2 );
		add_action( 'largesse_overview_sections', array( AccountPage::class, 'show_link' ), 20 );
		add_action( 'load-profile.php', array( AccountPage::class, 'replace_profile' ) );
		add_action( 'load-user-edit.php', array( AccountPage::class, 'replace_own_edit' ) );
		add_filter( 'edit_profile_url', array( AccountPage::class, 'replace_profile_link' ), 10, 2 );
		if ( Request::has( 'largesse_gifts' ) ) {
			add_action( 'template_redirect', Services::callback( GiftsForm::class, 'answer' ), 5 );
		}
		if ( Request::has( 'gifts' ) ) {
			add_action( 'template_redirect', Services::callback( GiftsPage::class, 'answer' ), 5 );
		}
		add_action( 'init', array( PageSetup::class, 'hide_toolbar' ) );
		// WordPress prints the menu "New" with the priority 70.
		add_action( 'admin_bar_menu', array( PageSetup::class, 'shorten_toolbar' ), 69 );
		add_action( 'admin_bar_menu', array( PageSetup::class, 'shorten_toolbar' ), 71 );
		// Creates the page if the activation hook has not created it. Updates of the plugin do not run the
		// activation hook. A network activation runs the hook only for one site of the network.
		add_action( 'admin_init', array( PageSetup::class, 'create_first' ) );
		add_action( 'template_redirect', array( PageSetup::class, 'prepare' ) );
		add_action( 'save_post_page', array( PageSetup::class, 'select_page_with_block' ), 10, 2 );
		if ( is_admin() ) {
			add_filter( 'display_post_states', array( PageSetup::class, 'label_in_list' ), 10, 2 );
		}
		add_filter( 'get_edit_post_link', array( PageSetup::class, 'link_to_editor' ), 10, 2 );
		register_activation_hook( Plugin::file(), array( PageSetup::class, 'create_on_activation' ) );
		// WordPress creates the tables of a new site with priority 10.
		add_action( 'wp_initialize_site', array( PageSetup::class, 'create_on_new_site' ), 100 );
		add_action( 'added_post_meta', Services::callback( RecentEdits::class, 'store_after_meta' ), 10, 3 );
		add_action( 'updated_post_meta', Services::callback( RecentEdits::class, 'store_after_meta' ), 10, 3 );
		add_action( 'post_updated', Services::callback( RecentEdits::class, 'store_after_post' ), 10, 2 );
		add_action( 'largesse_wish_changed', Services::callback( RecentEdits::class, 'store_after_wish' ) );
		add_action( 'largesse_page_changed', array( RecentEdits::class, 'store_after_guests' ) );
		if ( Request::is_without_theme() ) {
			add_filter( 'wxr_export_skip_postmeta', array( RecentEdits::class, 'skip_export' ), 10, 2 );
		}
	}

	public static function routes(): array {
		$heading  = array( 'heading?' => Schema::text( 'Title of the heading above the wish; empty for none.' ) );
		$version  = array( 'version' => Schema::text( 'Version that the caller has read.' ) );
		$before   = array( 'before' => Schema::item_or_null( 'Id of the item before which the site puts the wish; null for the end.' ) );
		$place    = array(
			'before'  => Schema::item_or_null( 'Id of the item before which the wish was; null for the end.' ),
			'heading' => Schema::text( 'Title of the heading above the wish; empty for none.' ),
		);
		$most     = array( 'is_most_wanted?' => Schema::boolean( 'True for a wish marked "Most wanted".' ) );
		$new_name = array( 'title' => Schema::field( 'title', 'Title of the new registry.' ) );
		$edit     = array(
			'id'     => Schema::text( 'Id.' ),
			'tab'    => Schema::text( 'Header ' . SharedNames::TAB_HEADER . ' of the request that made the change.' ),
			'name'   => Schema::text( 'Display name of the user who made the change; empty if the site knows no such user.' ),
			'is_own' => Schema::boolean( 'True if the caller made the change.' ),
		);
		$named    = array(
			'id'    => Schema::integer( 'Id of the registry.', 1 ),
			'title' => Schema::text( 'Its title.' ),
		);
		$listed   = $named + array(
			'role'       => Schema::text( 'Role of the caller.', array( 'owner', 'keeper', 'guest' ) ),
			'permalink'  => Schema::text( 'Address of the registry’s page.' ),
			'event_date' => Schema::text( 'Day of the event, YYYY-MM-DD; empty for none.' ),
		);
		$link     = array( 'manage_url' => Schema::text( 'Address of the page on which the owner manages the registry.' ) );
		$removed  = array(
			'title'  => Schema::text( 'Its title.' ),
			'items'  => Schema::listing( 'Ids of the items under it.', array( 'type' => 'integer' ) ),
			'before' => Schema::text( 'Title of the next heading; null for none.', is_nullable: true ),
		);
		$copied   = array(
			'copied'  => Schema::integer( 'Number of copied wishes.' ),
			'missing' => Schema::listing( 'Names of wishes that could not be copied.', array( 'type' => 'string' ) ),
		);
		return array(
			new Route(
				'GET',
				'/registries',
				array( RegistryRoutes::class, 'list' ),
				array( Access::class, 'member' ),
				'Answers the registries that the caller may change: at most 200 of their own and 200 of other people.',
				answer: array( 'registries' => Schema::listing( 'Registries.', Schema::object( 'A registry.', $named ) ) )
			),
			new Route(
				'GET',
				'/lists',
				array( RegistryRoutes::class, 'lists' ),
				array( Access::class, 'member' ),
				'Answers the registries that the caller may open without a link: own ones, and those that name the caller or are open to a circle.',
				answer: array(
					'lists' => Schema::listing( 'Registries, own ones first.', Schema::object( 'A registry.', $listed ) ),
				)
			),
			new Route(
				'POST',
				'/registries',
				array( RegistryRoutes::class, 'create' ),
				array( Access::class, 'create' ),
				'Creates a registry.',
				array(
					'title'         => Schema::field( 'title', 'Title.' ),
					'is_for_child?' => Schema::boolean( 'True: the author sees all gifts.' ),
					'is_draft?'     => Schema::boolean( 'True: guests cannot see the registry until is_public is set.' ),
				) + self::details(),
				RegistrySchema::ANSWER
			),
			new Route(
				'GET',
				Route::REGISTRY,
				array( RegistryRoutes::class, 'read' ),
				array( Access::class, 'read' ),
				'Answers a registry. Visitors who are not signed in get a public registry, as its page shows it.',
				answer: RegistrySchema::ANSWER
			),
			new Route(
				'GET',
				Route::REGISTRY . '/edits',
				array( RecentEdits::class, 'answer' ),
				array( Access::class, 'edit' ),
				'Answers the latest changes of a registry and its wishes, without gifts. Pages use this route to notice changes by other people.',
				answer: array(
					'edits'  => Schema::listing( 'Changes, newest first.', Schema::object( 'A change.', $edit ), 10 ),
					'guests' => RegistrySchema::guests(),
				)
			),
			RegistrySchema::change_route(
				'PATCH',
				Route::REGISTRY,
				array( RegistryRoutes::class, 'update' ),
				'Changes the fields that the request contains. If one of these fields is invalid, changes nothing.',
				array( 'title?' => Schema::field( 'title', 'Title.' ) ) + self::details() + $version
			),
			new Route(
				'DELETE',
				Route::REGISTRY,
				array( RegistryRoutes::class, 'delete' ),
				array( Access::class, 'delete' ),
				'Deletes a registry.',
				answer: array( 'deleted' => Schema::boolean( 'Always true.' ) )
			),
			RegistrySchema::change_route(
				'POST',
				Route::REGISTRY . '/items',
				array( WishRoutes::class, 'add_item' ),
				'Adds a wish.',
				Schema::item_fields( true ) + $heading,
				array( 'item' => Schema::integer( 'Id of the new item.', 1 ) )
			),
			RegistrySchema::change_route(
				'PATCH',
				Route::ITEM,
				array( WishRoutes::class, 'update_item' ),
				'Changes the fields of a wish that the request contains.',
				Schema::item_fields( false ) + $heading + $version
			),
			RegistrySchema::change_route(
				'DELETE',
				Route::ITEM,
				array( WishRoutes::class, 'remove_item' ),
				'Removes a wish.',
				more: array( 'undo' => Schema::object( 'Fields that restore the wish.', $place + $most ) )
			),
			RegistrySchema::change_route(
				'POST',
				Route::ITEM . '/restore',
				array( WishRoutes::class, 'restore_item' ),
				'Restores a wish with the fields of undo.',
				$before + $heading + $most
			),
			RegistrySchema::change_route(
				'POST',
				Route::ITEM . '/move',
				array( WishRoutes::class, 'move_item' ),
				'Moves a wish.',
				$before + $heading,
				array( 'undo' => Schema::object( 'Fields that move the wish back.', $place ) )
			),
			RegistrySchema::change_route(
				'POST',
				Route::ITEM . '/have',
				array( WishRoutes::class, 'record_owned' ),
				'Stores that the owner already has pieces of a wish. Answers 409 largesse_changed if quantity exceeds the number of open pieces.',
				array(
					'purchase' => Schema::text( 'Random UUID, so that a repeated request counts once.', format: 'uuid' ),
					'quantity' => Schema::integer( 'Number of pieces.', 1, Rules::MAX_PURCHASE_QUANTITY ),
				)
			),
			RegistrySchema::change_route(
				'DELETE',
				Route::ITEM . '/have',
				array( WishRoutes::class, 'reduce_owned' ),
				'Stores that the owner has fewer pieces than they said.',
				array( 'left' => Schema::integer( 'Number of pieces that the owner has.' ) )
			),
			new Route(
				'POST',
				Route::ITEM . '/copy',
				array( CopyRoutes::class, 'copy_item' ),
				array( CopyRoutes::class, 'may_copy_item' ),
				'Copies a wish to another registry of the caller.',
				array(
					'to?'    => Schema::integer( 'Id of a registry that the caller may change.', 1 ),
					'title?' => Schema::field( 'title', 'If to is missing: title of a new registry for the copy. Only the caller can open this registry.' ),
				),
				array( 'copy' => Schema::object( 'The registry with the copy.', $named + $link ) )
			),
			RegistrySchema::change_route(
				'POST',
				Route::REGISTRY . '/headings',
				array( HeadingRoutes::class, 'add_heading' ),
				'Adds a heading.',
				array(
					'title'   => Schema::field( 'invitee', 'Title.' ),
					'items?'  => Schema::listing(
						'Ids of the items that the site puts under the heading.',
						array( 'type' => 'integer' )
					),
					'before?' => Schema::text( 'Title of the heading before which the site puts the new heading; null for the end.', is_nullable: true ),
				)
			),
			RegistrySchema::change_route(
				'PATCH',
				Route::REGISTRY . '/headings',
				array( HeadingRoutes::class, 'change_heading' ),
				'Renames or moves a heading.',
				array(
					'heading' => Schema::text( 'Title of the heading.' ),
					'title?'  => Schema::field( 'invitee', 'New title.' ),
					'before?' => Schema::text( 'If title is missing: title of the heading before which the site moves this heading; null for the end.', is_nullable: true ),
				),
				array(
					'undo?' => Schema::object( 'Only if the request contains before: fields that move the heading back.', array( 'before' => Schema::text( 'Title of a heading.', is_nullable: true ) ) ),
				)
			),
			RegistrySchema::change_route(
				'DELETE',
				Route::REGISTRY . '/headings',
				array( HeadingRoutes::class, 'remove_heading' ),
				'Removes a heading; its wishes stay.',
				array( 'heading' => Schema::text( 'Title of the heading.' ) ),
				array( 'undo' => Schema::object( 'Fields that restore the heading.', $removed ) )
			),
			RegistrySchema::change_route(
				'POST',
				Route::ITEM . '/most-wanted',
				array( WishRoutes::class, 'mark' ),
				'Marks a wish "Most wanted", or removes the mark.',
				$most
			),
			RegistrySchema::change_route(
				'POST',
				Route::REGISTRY . '/reveal',
				array( RegistryRoutes::class, 'reveal' ),
				'Reveals all secret gifts.',
				more: array( 'revealed' => Schema::integer( 'Number of gifts, parts of gifts and ideas that are revealed now.' ) )
			),
			RegistrySchema::change_route(
				'POST',
				Route::REGISTRY . '/past',
				array( RegistryRoutes::class, 'mark_as_past' ),
				'Marks a registry as past, or removes the mark, so that the site lists it among the current registries again.',
				array( 'is_past?' => Schema::boolean( 'False removes the mark.' ) )
			),
			new Route(
				'POST',
				Route::REGISTRY . '/copy',
				array( CopyRoutes::class, 'copy' ),
				array( CopyRoutes::class, 'may_copy' ),
				'Copies the open wishes of a registry to a new private registry.',
				$new_name + array( 'for_next_year?' => Schema::boolean( 'True: the copy is a draft for the same guests, and its day is a year later.' ) ),
				array( 'copy' => Schema::object( 'The new registry.', $named + $link + $copied ) ) + RegistrySchema::CHANGE
			),
			new Route(
				'POST',
				Route::REGISTRY . '/releases',
				array( GiftMailSender::class, 'announce_release' ),
				array( GiftsPage::class, 'permission' ),
				'Announces that the service is about to remove a gift. The site then sends a mail to the giver. Keepers may send this request, too.',
				array( 'purchase' => Schema::text( 'Id of the gift.', format: 'uuid' ) ),
				array( 'noted' => Schema::boolean( 'False if the site could not read the gift.' ) )
			),
		);
	}

	/** @return array<string, array<string, mixed>> Schemas of the fields that owners set for a registry, except the title. */
	private static function details(): array {
		return array(
			'story?'      => Schema::field( 'story', 'Story: plain text, in which empty lines separate paragraphs.' ),
			'event_type?' => Schema::field( 'event_type', 'Occasion.' ),
			'event_date?' => Schema::field( 'event_date', 'Day of the occasion, YYYY-MM-DD; empty for none.' ),
			'is_public?'  => Schema::boolean( 'True: everyone may open the registry. False: only invited people may open it.' ),
		) + FeatureFields::all_inputs();
	}

	public static function blocks(): array {
		return array( 'my-registries' => MyRegistriesBlock::class );
	}

	public static function settings(): array {
		$field = new Setting(
			PageSetup::HIDES_TOOLBAR,
			__( 'Toolbar', 'largesse' ),
			__( 'These members manage their registries on the page My registries, and need no dashboard.', 'largesse' ),
			__( 'Hide WordPress’s toolbar from members who write no posts', 'largesse' )
		);
		return array( new SettingsSection( SettingsSection::PAGES, array( $field ) ) );
	}

	public static function personal_data(): array {
		return array( RegistryPrivacy::GROUP => RegistryPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array(
				PageSetup::HIDES_TOOLBAR => new DataNote( 'whether members who write no posts see the toolbar' ),
				OwnerPage::OPTION      => new DataNote( 'the page My registries' ),
			),
			post_meta: array(
				RecentEdits::STORED => new DataNote( 'latest changes of the registry, with the ids of the members who made them', 'owners and keepers of the registry', DataNote::REGISTRY ),
			),
		);
	}

	public static function offered_classes(): array {
		return array(
			AccountForms::class,
			ChangedParts::class,
			FormPage::class,
			GiftsPage::class,
			ListSwitch::class,
			PageSetup::class,
			RegistryFields::class,
			RegistryResponses::class,
			RegistrySchema::class,
			ScriptState::class,
			VisibleGifts::class,
		);
	}

	public static function offered_templates(): array {
		return array( 'owners/form-result', 'owners/notice', 'owners/setting', 'owners/without-script' );
	}
}
