import { common } from './common.ts';
import { leads } from './leads.ts';
import { moving } from './moving.ts';
import { shell } from './shell.ts';

export const en = {
  common,
  leads,
  moving,
  shell,
  bands: { hot: 'Hot', warm: 'Warm', cold: 'Cold' },
  roles: { agent: 'Agent', manager: 'Manager', admin: 'Admin' },
};
