<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/** Outcome of a form (Form) whose button has already shown the answer, so that no page follows. */
final class ShownPage {}
