import type { Texts } from '../texts.tsx';

export const search: Texts['search'] = {
  open: 'लीड खोजें',
  hint: 'नाम, फ़ोन या ईमेल',
  recent: 'हाल में देखी गई',
  results: 'मिली हुई लीड',
  none: (text) => `“${text}” से कोई लीड नहीं मिली।`,
  noneHint: 'हर शब्द नाम या ईमेल के किसी शब्द की शुरुआत होना चाहिए। फ़ोन नंबर के तीन अंक काफ़ी हैं।',
  start: 'नाम, फ़ोन नंबर या ईमेल लिखें।',
  found: (n) => `${n} लीड मिलीं`,
  foundMore: (n) => `${n} से ज़्यादा लीड मिलीं`,
  all: 'तालिका में सब दिखाएँ',
};
