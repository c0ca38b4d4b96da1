import type { Texts } from '../texts.tsx';

export const shell: Texts['shell'] = {
  skip: 'सीधे सामग्री पर जाएँ',
  main: 'मुख्य',
  myLeads: 'मेरी लीड',
  leads: 'लीड',
  board: 'बोर्ड',
  reports: 'रिपोर्ट',
  import: 'आयात',
  settings: 'सेटिंग',
  setUp: 'Leadline तैयार करें',
  account: 'खाता',
  signOut: 'साइन आउट',
  signedInAs: (name, role) => `${name} (${role}) के रूप में साइन इन`,
  menu: 'आपका खाता',
  apiReference: 'API संदर्भ',
  live: 'बदलाव अपने आप दिखते हैं',
  notLive: 'लाइव बदलावों से संपर्क टूटा है। फिर कोशिश हो रही है…',
};
