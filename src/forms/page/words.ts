import type { ProblemCode } from '../../problems.ts';
import type { PlainField } from '../fields.ts';
import type { Language } from '../language.ts';
import { visibleWords } from './visible-words.ts';

type Explanation = readonly [title: string, text: string];
type Explanations = Readonly<Partial<Record<ProblemCode, Explanation>>>;

export type Words = typeof english;

const english = {
  ...(visibleWords.en satisfies { labels: Record<PlainField, string> }),
  sending: 'Sending…',
  thanks: 'Thank you',
  trap: 'Leave this field empty',
  error: 'Error',
  summary: 'Please check these fields',
  // Around a message, which is a predicate: This | is required | .
  before: 'This ',
  after: '.',
  early: 'One moment: please press “Send” once more. Everything you typed is still here.',
  again: 'This page was open for a long time. Please press “Send” once more; everything you typed is still here.',
  busy: 'It could not be sent just now. Please press “Send” once more in a minute; everything you typed is still here.',
  offline: 'It could not be sent. Please check your connection and press “Send” once more.',
  other: { language: 'hi' as Language, name: 'हिन्दी' },
  problems: {
    not_found: ['This form is not available', 'The address may be mistyped, or the form is no longer in use.'],
    forbidden: ['This form cannot be sent from there', 'It does not take what pages of that site send.'],
    rate_limited: ['Too many attempts', 'Please wait a minute, go back, and send it once more.'],
    payload_too_large: ['That is too much text', 'Please go back, shorten it, and send it once more.'],
    service_unavailable: ['Not available just now', 'Please go back and try once more in a minute.'],
  } as Explanations,
  anyProblem: ['Something went wrong', 'Please go back and try once more.'] as Explanation,
};

const hindi: Words = {
  ...visibleWords.hi,
  sending: 'भेजा जा रहा है…',
  thanks: 'धन्यवाद',
  trap: 'इसे खाली छोड़ें',
  error: 'त्रुटि',
  summary: 'कृपया इन खानों को जाँचें',
  before: 'यह ',
  after: '।',
  early: 'कृपया एक बार और “भेजें” दबाएँ। आपने जो लिखा है, वह यहीं है।',
  again: 'यह पेज काफ़ी देर से खुला था। कृपया एक बार और “भेजें” दबाएँ; आपने जो लिखा है, वह यहीं है।',
  busy: 'अभी भेजा नहीं जा सका। कृपया एक मिनट बाद फिर “भेजें” दबाएँ; आपने जो लिखा है, वह यहीं है।',
  offline: 'भेजा नहीं जा सका। कृपया अपना इंटरनेट जाँचें और एक बार और “भेजें” दबाएँ।',
  other: { language: 'en', name: 'English' },
  problems: {
    not_found: ['यह फ़ॉर्म उपलब्ध नहीं है', 'हो सकता है कि पता ग़लत लिखा गया हो, या यह फ़ॉर्म अब इस्तेमाल में न हो।'],
    forbidden: ['यह फ़ॉर्म वहाँ से नहीं भेजा जा सकता', 'उस साइट के पेज से भेजी गई जानकारी यहाँ नहीं ली जाती।'],
    rate_limited: ['बहुत ज़्यादा कोशिशें', 'कृपया एक मिनट रुकें, वापस जाएँ और फिर से भेजें।'],
    payload_too_large: ['लिखा हुआ बहुत लंबा है', 'कृपया वापस जाएँ, उसे छोटा करें और फिर से भेजें।'],
    service_unavailable: ['अभी उपलब्ध नहीं है', 'कृपया वापस जाएँ और एक मिनट बाद फिर कोशिश करें।'],
  },
  anyProblem: ['कुछ गड़बड़ हो गई', 'कृपया वापस जाएँ और फिर से कोशिश करें।'],
};

export const words: Readonly<Record<Language, Words>> = { en: english, hi: hindi };
