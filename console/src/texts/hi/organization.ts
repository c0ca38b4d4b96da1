import type { organization as english } from '../en/organization.ts';

export const organization: typeof english = {
  name: 'नाम',
  timeZone: 'समय क्षेत्र',
  timeZoneHint: 'रिपोर्ट, फ़िल्टर, सीमाओं और काम के घंटों में दिन इसी घड़ी से शुरू और ख़त्म होते हैं।',
  currency: 'मुद्रा',
  currencyHint: 'लीड का मूल्य इसी में गिना जाता है। किसी लीड का मूल्य दर्ज हो जाने के बाद यह नहीं बदल सकती।',
  since: (date) => `${date} से Leadline में`,
};
