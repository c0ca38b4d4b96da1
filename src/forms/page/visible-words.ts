// What visitors read on a form's page before they send it, and after. The console's preview shows the same words: nothing is
// imported here.

const english = {
  labels: {
    first_name: 'First name',
    last_name: 'Last name',
    phone: 'Mobile number',
    email: 'Email',
    estimated_value: 'Estimated value',
  },
  required: 'Fields marked with * are required.',
  contact: 'Please give a mobile number or an email, so that we can reach you.',
  choose: 'Choose…',
  yes: 'Yes',
  no: 'No',
  send: 'Send',
  success: 'Thank you. We have received your details and will be in touch soon.',
};

const hindi: typeof english = {
  labels: {
    first_name: 'नाम',
    last_name: 'उपनाम',
    phone: 'मोबाइल नंबर',
    email: 'ईमेल',
    estimated_value: 'अनुमानित राशि',
  },
  required: '* वाले खाने भरना ज़रूरी है।',
  contact: 'कृपया मोबाइल नंबर या ईमेल दें, ताकि हम आपसे संपर्क कर सकें।',
  choose: 'चुनें…',
  yes: 'हाँ',
  no: 'नहीं',
  send: 'भेजें',
  success: 'धन्यवाद। आपकी जानकारी हमें मिल गई है, हम जल्द ही आपसे संपर्क करेंगे।',
};

export const visibleWords = { en: english, hi: hindi };
