// The words of mails, in the languages people have chosen. English is the key, Hindi stands beside it: the
// web's own locales are fetched by browsers, and a mail has nobody to fetch anything.
export type MailLanguage = 'en' | 'hi'

export const hindi: Readonly<Record<string, string>> = {
  '{{inviter}} invites you to {{programme}}': '{{inviter}} ने आपको {{programme}} में बुलाया है',
  'You are invited to {{programme}}': 'आपको {{programme}} में बुलाया गया है',
  'Dear {{name}},': 'नमस्ते {{name}},',
  '{{inviter}} invites you to work in {{programme}}.': '{{inviter}} ने आपको {{programme}} में काम करने के लिए बुलाया है।',
  'You are invited to work in {{programme}}.': 'आपको {{programme}} में काम करने के लिए बुलाया गया है।',
  'Your work there:': 'वहाँ आपका काम:',
  'Villages: {{villages}}': 'गाँव: {{villages}}',
  'Sign in for the first time': 'पहली बार साइन इन करें',
  'Sign in with this very address, {{email}}, by {{until}}:': '{{until}} तक, इसी पते ({{email}}) से साइन इन करें:',
  'The link leads to the login page and lets nobody in by itself: there you show that this address is yours.':
    'यह लिंक सिर्फ़ लॉगिन पेज खोलता है, अपने आप किसी को अंदर नहीं आने देता: वहाँ आपको दिखाना होगा कि यह पता आपका है।',
  'You do not know what this is about? Then you need not do anything.': 'आपको नहीं पता यह किस बारे में है? तो कुछ करने की ज़रूरत नहीं।',
  '{{programme}}: {{count}} notifications': '{{programme}}: {{count}} सूचनाएँ',
  'and {{count}} more in your inbox': 'और {{count}} सूचनाएँ आपके इनबॉक्स में',
  'Open the inbox': 'इनबॉक्स खोलें',
  'You choose what reaches you by mail under “Notification settings”.': 'आपको मेल से क्या मिले, यह “सूचनाओं की सेटिंग” में चुनें।',
  Administrator: 'प्रशासक',
  'Operator manager': 'ऑपरेटर प्रबंधक',
  'Field officer': 'क्षेत्र अधिकारी',
  'Internal inspector': 'आंतरिक निरीक्षक',
  'Purchase officer': 'खरीद अधिकारी',
  'Processor user': 'प्रसंस्करणकर्ता का उपयोगकर्ता',
  'Certification body auditor': 'प्रमाणन संस्था का लेखा परीक्षक',
  'Brand or buyer viewer': 'ब्रांड या खरीदार (दर्शक)',
  'Read-only viewer': 'केवल देखने वाला',
  Farmer: 'किसान',
}

/** The sentence in this language, its places filled. */
export function translatorOf(language: MailLanguage): (sentence: string, places?: Readonly<Record<string, string>>) => string {
  return (sentence, places = {}) =>
    (language === 'hi' ? (hindi[sentence] ?? sentence) : sentence).replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => places[name] ?? hole)
}
