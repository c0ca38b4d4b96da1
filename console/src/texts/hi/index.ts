import type { Texts } from '../texts.tsx';
import { common } from './common.ts';
import { leads } from './leads.ts';
import { moving } from './moving.ts';
import { shell } from './shell.ts';

export const hi: Texts = {
  common,
  leads,
  moving,
  shell,
  bands: { hot: 'गर्म', warm: 'गुनगुना', cold: 'ठंडा' },
  roles: { agent: 'एजेंट', manager: 'मैनेजर', admin: 'एडमिन' },
};
