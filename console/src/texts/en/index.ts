import { board } from './board.ts';
import { common } from './common.ts';
import { lead } from './lead.ts';
import { leads } from './leads.ts';
import { moving } from './moving.ts';
import { myLeads } from './my-leads.ts';
import { problems } from './problems.ts';
import { search } from './search.ts';
import { shell } from './shell.ts';
import { account, signIn } from './sign-in.ts';

export const en = {
  board,
  common,
  lead,
  leads,
  moving,
  myLeads,
  problems,
  search,
  shell,
  signIn,
  account,
  bands: { hot: 'Hot', warm: 'Warm', cold: 'Cold' },
  roles: { agent: 'Agent', manager: 'Manager', admin: 'Admin' },
  sorting: {
    handle: (name: string) => `Move ${name}`,
    hint: 'To change the order, drag, press a handle, or use the arrow keys on it.',
    first: 'To the top',
    up: 'Up',
    down: 'Down',
    last: 'To the bottom',
    moved: (name: string, place: number, of: number) => `${name} is now ${place} of ${of}.`,
  },
};
