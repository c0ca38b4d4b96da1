import type { Texts } from '../texts.tsx';

export const moving: Texts['moving'] = {
  moveTo: 'चरण में ले जाएँ…',
  move: 'ले जाएँ',
  title: (name, status) => `${name} को ${status} में ले जाएँ`,
  needed: (status) => `${status} में लीड जाने से पहले कुछ और जानकारी चाहिए।`,
  moved: (name, status) => `${name} अब ${status} में है`,
  notMoved: 'लीड को नहीं ले जाया गया',
  conflict: (name, status) => `इस बीच ${name} को किसी और ने ${status} में पहुँचा दिया।`,
  stays: (name, status) => `${name} ${status} में ही है`,
  isHere: 'लीड यहीं है',
  notAllowed: (from) => `${from} से अनुमति नहीं`,
};
