<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Hook that a module declares. When WordPress runs the hook, the plugin checks the condition. If the condition is true,
 * the plugin loads the class and calls the method.
 *
 * A condition is the name of a method of Conditions, such as `is_admin`. If the method has a parameter, the argument
 * follows after a space, for example `has_header HTTP_X_TEST`. Some conditions stay the same during a request
 * (Hooks::EARLY). The plugin adds a hook with one such condition only if the condition is true.
 */
final class Hook {

	/**
	 * @param string                       $name     Name of the action or filter; `{plugin}` stands for the plugin's basename.
	 * @param array{class-string, string}  $callback Class and public method. It may take fewer arguments than the hook.
	 * @param int                          $priority Priority, as for add_filter().
	 * @param string|list<string>|null     $when     Condition, or a list of alternative conditions; null: always.
	 */
	public function __construct(
		public readonly string $name,
		public readonly array $callback,
		public readonly int $priority = 10,
		public readonly string|array|null $when = null
	) {}
}
