import type { Texts } from '../texts.tsx';
import { board } from './board.ts';
import { common } from './common.ts';
import { moving } from './moving.ts';
import { shell } from './shell.ts';

export const hi: Texts = {
  board,
  common,
  moving,
  shell,
  bands: { hot: 'गर्म', warm: 'गुनगुना', cold: 'ठंडा' },
  roles: { agent: 'एजेंट', manager: 'मैनेजर', admin: 'एडमिन' },
};
