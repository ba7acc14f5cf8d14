import { giveInDialog } from './give.ts';
import { keepCardsCurrent } from './keep-current.ts';
import { controlLists } from './list-controls.ts';

controlLists();
giveInDialog();
keepCardsCurrent();
