<?php
/**
 * What a box on the screen of a registry is.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use WP_Error;
use WP_Post;

/**
 * A box on the screen of a registry with a form of its own. The form stands elsewhere on the page, because the boxes
 * stand in forms of WordPress: every field and button of a box names it in its attribute "form".
 */
interface RegistryBox {

	/**
	 * Name of the box in forms.
	 */
	public function id(): string;

	/**
	 * The heading of the box.
	 */
	public function title(): string;

	/**
	 * Prints the box.
	 *
	 * @param WP_Post               $registry The registry, which the user may edit.
	 * @param string                $form     Id of the form.
	 * @param array<string, string> $typed    What was typed before and refused, by the names of the fields.
	 */
	public function render( WP_Post $registry, string $form, array $typed ): void;

	/**
	 * Does what the form asks for.
	 *
	 * @param WP_Post               $registry The registry, which the user may edit.
	 * @param array<string, string> $input    What was sent, by the names of the fields.
	 * @return string|WP_Error What to say: what was done, or why it was not.
	 */
	public function save( WP_Post $registry, array $input ): string|WP_Error;
}
