/**
 * What the service says of a refused value, in Hindi. The keys are its sentences as src/ has them, with {names} where it puts
 * values; a test keeps them the same. A sentence that is not here is shown in English.
 */
export const sentences: Readonly<Record<string, string>> = {
  // Any field.
  'is required': 'इसे भरना ज़रूरी है',
  'must not be empty': 'यह ख़ाली नहीं हो सकता',
  'must have at least {n} characters': 'कम से कम {n} अक्षर होने चाहिए',
  'must have at most {n} characters': 'ज़्यादा से ज़्यादा {n} अक्षर हो सकते हैं',
  'must be a public id: {prefix}_ and 26 characters': 'सूची में से एक चुनें',
  'must have at least {n} {entries}': 'कम से कम {n} होने चाहिए',
  'must have at most {n} entries': 'ज़्यादा से ज़्यादा {n} हो सकते हैं',
  'must have at most {n} values': 'ज़्यादा से ज़्यादा {n} मान हो सकते हैं',
  'must have at most {n} decimals': 'दशमलव के बाद ज़्यादा से ज़्यादा {n} अंक हो सकते हैं',
  'must have at most {n} bytes as JSON': 'यह बहुत बड़ा है: इसे छोटा करें',
  'must be from {least} to {most}': '{least} से {most} के बीच होना चाहिए',
  'must be at least {n}': 'कम से कम {n} होना चाहिए',
  'must be at most {n}': 'ज़्यादा से ज़्यादा {n} हो सकता है',
  'must be more than {n}': '{n} से ज़्यादा होना चाहिए',
  'must be one of {values}': 'इनमें से एक होना चाहिए: {values}',
  'must be a number': 'संख्या लिखें',
  'must be a whole number': 'पूर्ण संख्या लिखें, बिना दशमलव के',
  'must be text': 'टेक्स्ट लिखें',
  'must be a list': 'यह सूची होनी चाहिए',
  'must be true or false': 'हाँ या नहीं चुनें',
  'must be an email address': 'सही ईमेल पता लिखें',
  'must be a date such as 2026-01-31': 'तारीख़ ऐसे लिखें: 2026-01-31',
  'must be a time such as 2026-01-31T09:30:00Z': 'समय ऐसे लिखें: 2026-01-31T09:30:00Z',
  'must be an Indian mobile number': 'भारतीय मोबाइल नंबर लिखें',
  'must be an Indian mobile number, such as +91 98765 43210': 'भारतीय मोबाइल नंबर लिखें, जैसे +91 98765 43210',
  'must be an Indian mobile number, such as +91 98765 43210, without an extension':
    'भारतीय मोबाइल नंबर लिखें, जैसे +91 98765 43210, बिना एक्सटेंशन के',
  'must not hold the same entry twice': 'एक ही चीज़ दो बार नहीं हो सकती',
  'must not hold control characters': 'इसमें ऐसे अक्षर हैं जो दिखते नहीं; उन्हें हटाएँ',
  'must not hold line breaks or other control characters': 'यह एक ही पंक्ति में होना चाहिए',
  'must not hold more than {n} combining marks in a row': 'इसमें एक अक्षर पर बहुत ज़्यादा मात्राएँ हैं',
  'must be well-formed Unicode': 'इसमें टूटे हुए अक्षर हैं; फिर से लिखें',
  'must hold a letter or a digit': 'कम से कम एक अक्षर या अंक लिखें',
  'must hold at most {n} words': 'ज़्यादा से ज़्यादा {n} शब्द लिखें',
  'must not be in the future': 'यह समय आगे का नहीं हो सकता',
  'must be in the future': 'यह समय आगे का होना चाहिए',
  'must not end before it begins': 'अंत शुरुआत से पहले नहीं हो सकता',
  'does not have the right form': 'इसका रूप सही नहीं है',
  'is not valid': 'यह सही नहीं है',
  'is not known here': 'यह यहाँ मान्य नहीं है',
  'is archived': 'यह संग्रहित है',
  'cannot be kept exactly: send a number with fewer digits': 'इसमें बहुत ज़्यादा अंक हैं: कम अंक लिखें',
  // Leads.
  'a lead needs a phone or an email': 'लीड के लिए फ़ोन या ईमेल ज़रूरी है',
  'is required for the status {name}': '{name} में जाने के लिए इसे भरना ज़रूरी है',
  'is required for a move into this status': 'इस चरण में जाने के लिए इसे लिखना ज़रूरी है',
  'is not a status of this organization': 'ऐसा कोई चरण नहीं है',
  'is not a source of this organization': 'ऐसा कोई स्रोत नहीं है',
  'is not the name or public id of a source of this organization': 'इस नाम का कोई स्रोत नहीं है',
  'is not an active member that this token may give leads to': 'इन्हें लीड नहीं सौंपी जा सकती',
  'is not a custom field of this organization': 'ऐसा कोई अतिरिक्त फ़ील्ड नहीं है',
  'must be an option of the field': 'फ़ील्ड के विकल्पों में से एक होना चाहिए',
  'must be one of the field’s options': 'फ़ील्ड के विकल्पों में से एक होना चाहिए',
  'must be a number, or several separated by commas': 'संख्या लिखें, या कॉमा से अलग करके कई',
  'Another lead has this phone.': 'यह फ़ोन किसी और लीड का है।',
  'Another lead has this email.': 'यह ईमेल किसी और लीड का है।',
  'From {status} a lead can go {where}.': '{status} से लीड को इस चरण में नहीं ले जा सकते।',
  // Signing in, people and tokens.
  'This link was used or replaced, or has expired: ask for a new one.':
    'यह लिंक इस्तेमाल हो चुका है, बदल दिया गया है, या उसकी अवधि बीत गई है: नया लिंक माँगें।',
  'must be neither the email nor the name': 'पासवर्ड आपका ईमेल या नाम नहीं हो सकता',
  'is not a team of this organization': 'ऐसी कोई टीम नहीं है',
  'is not a membership of this organization': 'ऐसा कोई व्यक्ति नहीं है',
  'must be a time range such as 09:30-18:30': 'समय ऐसे लिखें: 09:30-18:30',
  'must have ranges that end after they begin and do not overlap':
    'हर समय अपनी शुरुआत के बाद ख़त्म हो, और दो समय एक-दूसरे पर न पड़ें',
  'must not be later than {time}, when the issuing token expires':
    'यह उस टोकन से ज़्यादा समय तक नहीं चल सकता जिससे इसे बनाया जा रहा है',
  'Another team has this name.': 'इस नाम की एक टीम पहले से है।',
  'This is the last active admin of the organization: make another one first.':
    'यह संगठन के आख़िरी सक्रिय एडमिन हैं: पहले किसी और को एडमिन बनाएँ।',
  'This membership is not active: make it active first.': 'यह व्यक्ति सक्रिय नहीं है: पहले सक्रिय करें।',
  'This membership has no email to sign in by: give it one first.': 'इस व्यक्ति का ईमेल नहीं है: पहले ईमेल लिखें।',
  'Another active membership has the same email: give each its own first.':
    'एक और सक्रिय व्यक्ति का यही ईमेल है: पहले हर एक को अपना ईमेल दें।',
  'A membership has 100 live tokens at most: revoke one first.':
    'एक व्यक्ति के ज़्यादा से ज़्यादा 100 टोकन हो सकते हैं: पहले एक रद्द करें।',
  // Settings.
  'must be an IANA time zone such as Asia/Kolkata': 'समय क्षेत्र ऐसे लिखें: Asia/Kolkata',
  'must be an ISO 4217 code such as INR': 'मुद्रा का कोड ऐसे लिखें: INR',
  'must begin with a small letter and hold only small letters, digits and _ (63 characters at most)':
    'अंग्रेज़ी के छोटे अक्षर से शुरू हो, और उसमें केवल छोटे अक्षर, अंक और _ हों (ज़्यादा से ज़्यादा 63)',
  'must have at least one entry for type {type}': 'कम से कम एक विकल्प जोड़ें',
  'must be more than warm': '“गुनगुना” की सीमा से ज़्यादा होना चाहिए',
  'is in the list already; each kind counts once': 'यह सूची में पहले से है; हर गतिविधि एक ही बार गिनी जाती है',
  'must have either team or memberships': 'एक टीम या कुछ लोग चुनें',
  'is not a field that conditions know': 'शर्तों में यह फ़ील्ड नहीं चल सकता',
  'must be a list with at least one entry': 'कम से कम एक मान लिखें',
  'has an entry that {fault}': 'सूची का एक मान ठीक नहीं है: {fault}',
  'must be the public id of a source of this organization': 'एक स्रोत चुनें',
  'must not be an archived source': 'संग्रहित स्रोत नहीं चुन सकते',
  'must have at most {n} characters for contains': 'खोज में ज़्यादा से ज़्यादा {n} अक्षर हो सकते हैं',
  'covers more than {n} leads: choose a shorter range': '{n} से ज़्यादा लीड हैं: छोटी अवधि चुनें',
  'takes more than {n} seconds to try out: choose a shorter range, or try fewer rules':
    'जाँचने में {n} सेकंड से ज़्यादा लगेंगे: छोटी अवधि चुनें, या कम नियम आज़माएँ',
  'must have phone or email among them, since a lead needs one of the two':
    'इनमें फ़ोन या ईमेल होना चाहिए, क्योंकि लीड के लिए दोनों में से एक ज़रूरी है',
  'must hold origins such as https://www.example.in, without a path and without *':
    'वेबसाइट का पता ऐसे लिखें: https://www.example.in, बिना पेज और बिना *',
  'must be an address such as https://example.in/leadline': 'पता ऐसे लिखें: https://example.in/leadline',
  'must begin with https://': 'पता https:// से शुरू होना चाहिए',
  'must not hold a user name or password': 'पते में यूज़र नेम या पासवर्ड नहीं हो सकता',
  'must not hold a fragment': 'पते में # वाला हिस्सा नहीं हो सकता',
  'must be at a public address': 'पता इंटरनेट पर सबके लिए खुला होना चाहिए',
  'Another source that is not archived has this name.': 'इस नाम का एक स्रोत पहले से है।',
  'Another custom field, which may be archived, has this key.': 'इस कुंजी का एक फ़ील्ड पहले से है; वह संग्रहित भी हो सकता है।',
  'The initial status cannot be archived.': 'जिस चरण से लीड शुरू होती है, उसे संग्रहित नहीं कर सकते।',
  'The type is fixed, because leads have values of it.': 'प्रकार नहीं बदल सकता, क्योंकि लीड में इसके मान हैं।',
  'The currency is fixed, because leads carry values in it.': 'मुद्रा नहीं बदल सकती, क्योंकि लीड का मूल्य इसी में है।',
  'This view is {name}’s: only its owner and admins can change it. Save a view of your own.':
    'यह व्यू {name} का है: इसे वही या एडमिन बदल सकते हैं। अपना व्यू सहेजें।',
  'A membership has 100 views at most: delete one first.': 'एक व्यक्ति के ज़्यादा से ज़्यादा 100 व्यू हो सकते हैं: पहले एक मिटाएँ।',
  // Imports.
  'must have a header line': 'पहली पंक्ति में कॉलम के नाम होने चाहिए',
};

/** What may follow a sentence. */
export const hints: Readonly<Record<string, string>> = {
  '; did you mean {name}?': '; क्या आपका मतलब {name} था?',
  '; known here: {names}': '; मान्य: {names}',
};
