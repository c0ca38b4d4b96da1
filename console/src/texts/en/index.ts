import { board } from './board.ts';
import { common } from './common.ts';
import { moving } from './moving.ts';
import { shell } from './shell.ts';

export const en = {
  board,
  common,
  moving,
  shell,
  bands: { hot: 'Hot', warm: 'Warm', cold: 'Cold' },
  roles: { agent: 'Agent', manager: 'Manager', admin: 'Admin' },
};
