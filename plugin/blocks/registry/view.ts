import { giveInDialog } from './give.ts';
import { controlLists } from './list-controls.ts';

controlLists();
giveInDialog();
