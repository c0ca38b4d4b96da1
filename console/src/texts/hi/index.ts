import type { Texts } from '../texts.tsx';
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

export const hi: Texts = {
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
  bands: { hot: 'गर्म', warm: 'गुनगुना', cold: 'ठंडा' },
  roles: { agent: 'एजेंट', manager: 'मैनेजर', admin: 'एडमिन' },
  sorting: {
    handle: (name) => `${name} को खिसकाएँ`,
    hint: 'क्रम बदलने के लिए खींचें, हैंडल दबाएँ, या उस पर तीर वाली कुंजियाँ दबाएँ।',
    first: 'सबसे ऊपर',
    up: 'ऊपर',
    down: 'नीचे',
    last: 'सबसे नीचे',
    moved: (name, place, of) => `${name} अब ${of} में से ${place} पर है।`,
  },
};
