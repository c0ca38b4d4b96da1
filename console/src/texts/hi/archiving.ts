import type { archiving as english } from '../en/archiving.ts';

export const archiving: typeof english = {
  title: (name) => `${name} को संग्रहित करें?`,
  archiveThis: (name) => `${name} को संग्रहित करें`,
  restoreThis: (name) => `${name} को वापस लाएँ`,
  archived: (name) => `${name} संग्रहित हो गया`,
  restored: (name) => `${name} फिर से उपयोग में है`,
  notDone: 'बदलाव नहीं हो सका',
};
