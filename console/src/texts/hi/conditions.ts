import type { conditions as english } from '../en/conditions.ts';

const equality = {
  eq: '… है',
  neq: '… नहीं है',
  in: 'इनमें से एक है: …',
  not_in: 'इनमें से कोई नहीं: …',
  present: 'भरा हुआ है',
  absent: 'ख़ाली है',
};

export const conditions: typeof english = {
  always: 'हमेशा, हर लीड के लिए',
  and: 'और',
  or: 'या',
  row: (number) => `शर्त ${number}`,
  add: 'शर्त जोड़ें',
  remove: (number) => `शर्त ${number} हटाएँ`,
  removed: (number) => `शर्त ${number} हटाई गई`,
  field: 'फ़ील्ड',
  operator: 'तुलना',
  value: 'मान',
  choose: 'चुनें…',
  chooseSome: 'एक या अधिक चुनें…',
  find: 'सूची में खोजें',
  listHint: 'हर पंक्ति में एक',
  dateListHint: 'हर पंक्ति में एक तारीख़, जैसे 2026-01-31',
  archived: (name) => `${name} (संग्रहित)`,
  unknown: 'अब मौजूद नहीं',
  missing: '…',
  more: (count) => `${count} और`,
  fields: {
    source: 'स्रोत',
    estimated_value: 'अनुमानित मूल्य',
    email: 'ईमेल',
    phone: 'फ़ोन',
    first_name: 'पहला नाम',
    last_name: 'उपनाम',
  },
  operators: {
    plain: { ...equality, contains: 'में यह आता है: …', starts_with: 'की शुरुआत … से होती है' },
    number: {
      ...equality,
      gt: '… से ज़्यादा है',
      gte: 'कम से कम … है',
      lt: '… से कम है',
      lte: 'ज़्यादा से ज़्यादा … है',
    },
    date: { ...equality, gt: '… के बाद है', gte: '… को या बाद में है', lt: '… से पहले है', lte: '… को या पहले है' },
    many: {
      contains: 'में … चुना है',
      in: 'में इनमें से कोई चुना है: …',
      not_in: 'में इनमें से कोई नहीं चुना: …',
      present: 'भरा हुआ है',
      absent: 'ख़ाली है',
    },
  },
};
