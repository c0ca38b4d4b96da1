import type { Texts } from '../texts.tsx';
import { common } from './common.ts';
import { moving } from './moving.ts';
import { shell } from './shell.ts';
import { account, signIn } from './sign-in.ts';

export const hi: Texts = {
  common,
  moving,
  shell,
  signIn,
  account,
  bands: { hot: 'गर्म', warm: 'गुनगुना', cold: 'ठंडा' },
  roles: { agent: 'एजेंट', manager: 'मैनेजर', admin: 'एडमिन' },
};
