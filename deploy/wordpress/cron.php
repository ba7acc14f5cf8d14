<?php
/** Runs the due jobs of WordPress's cron, like a request for wp-cron.php. */

require __DIR__ . '/request.php';
require '/var/www/html/wp-cron.php';
