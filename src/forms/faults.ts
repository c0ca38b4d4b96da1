import type { FieldErrors } from '../problems.ts';
import type { Language } from './language.ts';
import { STARTED_FAULTS } from './started.ts';

/** Messages about what visitors type. Messages about what a page's author got wrong stay in English. */
const hindi: readonly [english: RegExp, hindi: string][] = [
  [/^is required$/, 'ज़रूरी है'],
  [/^is required where there is no email$/, 'ज़रूरी है, अगर ईमेल न दिया हो'],
  [/^must be an Indian mobile number.*$/, 'भारतीय मोबाइल नंबर होना चाहिए, जैसे +91 98765 43210'],
  [/^must be an email address$/, 'सही ईमेल पता होना चाहिए'],
  [/^must be a number( or null)?$/, 'संख्या होनी चाहिए'],
  [/^must be from (\S+) to (\S+)$/, '$1 से $2 तक होना चाहिए'],
  [/^must have at most (\d+) decimals$/, 'में दशमलव के बाद $1 से ज़्यादा अंक नहीं हो सकते'],
  [/^must have at most (\d+) characters$/, '$1 अक्षरों से लंबा नहीं हो सकता'],
  [/^must not be empty$/, 'खाली नहीं हो सकता'],
  [/^must be true or false$/, 'हाँ या नहीं होना चाहिए'],
  [/^must be a date such as (\S+)$/, 'तारीख होनी चाहिए, जैसे $1'],
  [/^must be one of (.*?)(?:; did you mean (.*)\?)?$/s, 'इनमें से एक होना चाहिए: $1'],
  [/^must not hold the same entry twice$/, 'में एक ही विकल्प दो बार नहीं हो सकता'],
  [/^must be given once$/, 'एक ही बार दिया जा सकता है'],
  [/^must not hold line breaks or other control characters$/, 'में नई पंक्ति या नियंत्रण वर्ण नहीं हो सकते'],
  [/^must not hold control characters$/, 'में नियंत्रण वर्ण नहीं हो सकते'],
  [/^must be well-formed Unicode$/, 'सही यूनिकोड में होना चाहिए'],
  [literally(STARTED_FAULTS.early), 'अभी-अभी खोला गया है: कृपया कुछ पल बाद फिर भेजें'],
  [literally(STARTED_FAULTS.bad), 'पुराना हो गया है: कृपया पेज फिर से खोलें'],
];

function literally(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}

export function translateFaults(language: Language, errors: FieldErrors): FieldErrors {
  if (language === 'en') return errors;
  return Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages.map(inHindi)]));
}

function inHindi(message: string): string {
  const found = hindi.find(([english]) => english.test(message));
  return found === undefined ? message : message.replace(...found);
}
