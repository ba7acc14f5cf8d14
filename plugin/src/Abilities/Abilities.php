<?php
declare( strict_types=1 );

namespace Largesse\Abilities;

use Largesse\Owners\Module as Owners;
use Largesse\Route;
use LogicException;

/** Registers abilities: actions that a user's AI assistant finds and runs, for example through WordPress's MCP adapter. */
final class Abilities {

	/** Name of the category, and namespace of the abilities. */
	public const CATEGORY = 'largesse';

	/** Registers the category of the abilities. WordPress then calls `register()`. */
	public function register_category(): void {
		wp_register_ability_category(
			self::CATEGORY,
			array(
				'label'       => __( 'Gift registries', 'largesse' ),
				'description' => __( 'Read and extend the gift registries of the user.', 'largesse' ),
			)
		);
		// Add this hook here, not in the module. Otherwise, pages that use no abilities would add it, too.
		add_action( 'wp_abilities_api_init', array( $this, 'register' ) );
	}

	/** Registers the abilities. */
	public function register(): void {
		foreach ( self::all() as $ability ) {
			wp_register_ability( self::CATEGORY . '/' . $ability->name, $ability->args() );
		}
	}

	private static function all(): array {
		$read = self::route( 'GET', Route::REGISTRY );
		return array(
			new Ability(
				'list-registries',
				__( 'List my registries', 'largesse' ),
				__( 'Lists the registries that the user may change, with their ids.', 'largesse' ),
				self::route( 'GET', '/registries' )
			),
			new Ability(
				'get-registry',
				__( 'Read a registry', 'largesse' ),
				__( 'Returns a registry with its wishes and people, as the user sees it on the site.', 'largesse' ),
				$read
			),
			new Ability(
				'add-wish',
				__( 'Add a wish', 'largesse' ),
				__( 'Adds a wish to a registry that the user may change.', 'largesse' ),
				self::route( 'POST', Route::REGISTRY . '/items' )
			),
			new Ability(
				'show-access',
				__( 'Show who may see a registry', 'largesse' ),
				__( 'Returns whether a registry is public, and the lists of people who may open it. Only people on these lists see the lists.', 'largesse' ),
				$read,
				array( 'id', 'title', 'permalink', 'is_public', 'is_draft', 'has_password', 'names', 'invitees', 'owners', 'keepers' )
			),
			new Ability(
				'show-wanted',
				__( 'Show what is still wanted', 'largesse' ),
				__( 'Returns the wishes of a registry that the user sees as still open. If gifts are a surprise, guests may already give some of these wishes.', 'largesse' ),
				$read,
				array( 'id', 'title', 'permalink', 'items' ),
				array( 'id', 'heading', 'is_most_wanted', 'name', 'description', 'url', 'retailer', 'price', 'currency', 'price_text', 'quantity_needed', 'is_any_number', 'quantity_purchased', 'is_surprise' )
			),
		);
	}

	/**
	 * Returns a route for registries.
	 *
	 * @throws LogicException If there is no such route.
	 */
	private static function route( string $method, string $path ): Route {
		foreach ( Owners::routes() as $route ) {
			if ( $method === $route->method && $path === $route->path ) {
				return $route;
			}
		}
		throw new LogicException( "There is no route {$method} {$path}" );
	}
}
