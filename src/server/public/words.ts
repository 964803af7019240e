// The public page's sentences. English is the key; Hindi stands beside it. Separate from the web's locales because
// this page is finished HTML and loads no script.
export type PublicLanguage = 'en' | 'hi'

/** The language asked for in the address, else the browser's own where it is ours. */
export const languageOf = (requested: string | null, accepted: string | undefined): PublicLanguage =>
  requested === 'hi' || (requested === null && /^hi\b/.test(accepted ?? '')) ? 'hi' : 'en'

const hindi: Readonly<Record<string, string>> = {
  Organic: 'जैविक',
  'In conversion, year 1': 'जैविक परिवर्तन, वर्ष 1',
  'In conversion, year 2': 'जैविक परिवर्तन, वर्ष 2',
  'In conversion, year 3': 'जैविक परिवर्तन, वर्ष 3',
  Conventional: 'पारंपरिक',
  'Certified organic, valid': 'प्रमाणित जैविक, मान्य',
  'In conversion to organic, valid': 'जैविक परिवर्तन में, मान्य',
  'Not certified': 'प्रमाणित नहीं',
  'Held back: not for sale as certified': 'रोका गया: प्रमाणित रूप में बिक्री नहीं',
  'This lot is not sold with an organic claim.': 'यह माल जैविक दावे के साथ नहीं बेचा जाता।',
  'Something about it is being looked into. Please ask the seller.': 'इसकी जाँच चल रही है। कृपया विक्रेता से पूछें।',
  '{{scheme}}, {{body}}, to {{date}}.': '{{scheme}}, {{body}}, {{date}} तक।',
  '{{scheme}}, {{body}}.': '{{scheme}}, {{body}}।',
  'Certificate {{number}}': 'प्रमाणपत्र {{number}}',
  'Checked now, {{time}}': 'अभी जाँचा गया, {{time}}',
  '{{claim}} {{product}} from {{place}}': '{{claim}} {{product}}, {{place}} से',
  '{{product}} from {{place}}': '{{product}}, {{place}} से',
  '{{count}} bales': '{{count}} गाँठें',
  'harvest {{year}}': 'फ़सल {{year}}',
  'Where it grew': 'यह कहाँ उगा',
  '10 km square': '10 किमी वर्ग',
  'Map: a square of 10 km in {{place}}': 'नक्शा: {{place}} में 10 किमी का वर्ग',
  '{{place}}. {{share}} of it grew in this square, more than in any other; we do not show the farms closer.':
    '{{place}}। इसका {{share}} इस वर्ग में उगा, किसी भी दूसरे वर्ग से ज़्यादा; खेत हम और पास से नहीं दिखाते।',
  '{{place}}. The farms lie in this square; we do not show them closer.': '{{place}}। खेत इस वर्ग में हैं; हम उन्हें और पास से नहीं दिखाते।',
  '{{place}}. Its plots are not mapped yet.': '{{place}}। खेतों का नक्शा अभी नहीं बना है।',
  'Who grew it': 'किसने उगाया',
  'A group of {{count}} small farmers. They hold one certificate together and inspect each other’s fields.':
    '{{count}} छोटे किसानों का समूह। इनका एक ही प्रमाणपत्र है और ये एक-दूसरे के खेत जाँचते हैं।',
  'A smallholder group. They hold one certificate together and inspect each other’s fields.':
    'छोटे किसानों का समूह। इनका एक ही प्रमाणपत्र है और ये एक-दूसरे के खेत जाँचते हैं।',
  'A group of {{count}} small farmers.': '{{count}} छोटे किसानों का समूह।',
  'A smallholder group.': 'छोटे किसानों का समूह।',
  '{{amount}} a kg': '{{amount}} प्रति किलो',
  'paid above the market, group mean': 'बाज़ार भाव से अधिक, समूह का औसत',
  'of organic crop in this season': 'इस मौसम में जैविक खेती',
  'What was checked': 'क्या जाँचा गया',
  'Inspections on the farms': 'खेतों का निरीक्षण',
  'GMO tests': 'जीएमओ जाँच',
  'Synthetic sprays': 'रासायनिक छिड़काव',
  'Plant-based sprays': 'वानस्पतिक छिड़काव',
  '{{count}} passed': '{{count}} सफल',
  'none found': 'नहीं मिला',
  found: 'मिला',
  'result awaited': 'नतीजा बाकी',
  'not tested yet': 'अभी जाँच नहीं',
  'not recorded': 'दर्ज नहीं',
  'How far it is': 'कहाँ तक पहुँचा',
  'Its journey': 'इसका सफ़र',
  Sown: 'बोया गया',
  'Picked by hand': 'हाथ से तोड़ा गया',
  Harvested: 'काटा गया',
  'Weighed and bought': 'तौला और खरीदा गया',
  'Gathered at the centre': 'केंद्र पर इकट्ठा',
  Ginned: 'जिनिंग हुई',
  'Pressed into bales': 'गाँठें बनीं',
  Processed: 'संसाधित',
  'Sent on': 'आगे भेजा गया',
  '{{district}} district': '{{district}} ज़िला',
  '{{from}} to {{to}}': '{{from}} से {{to}}',
  Planned: 'योजना',
  Growing: 'बढ़ रही है',
  'Being harvested': 'तुड़ाई चल रही है',
  Closed: 'बंद',
  Failed: 'विफल',
  Cancelled: 'रद्द',
  'step done': 'हो चुका',
  'still to come': 'बाकी',
  'Do not take our word': 'हमारी बात पर न जाएँ',
  'This page was worked out from {{count}} records. Their fingerprints were compared just now: all fit.':
    'यह पृष्ठ {{count}} अभिलेखों से बना है। उनकी छाप अभी मिलाई गई: सब सही।',
  'The fingerprints of the records behind this page do not fit. Please do not rely on it, and tell the programme.':
    'इस पृष्ठ के अभिलेखों की छाप मेल नहीं खाती। कृपया इस पर भरोसा न करें और कार्यक्रम को बताएँ।',
  'Fingerprint {{hash}}': 'छाप {{hash}}',
  'Check again now': 'अभी फिर जाँचें',
  'Print a label': 'लेबल छापें',
  'Scan to see where it came from': 'कहाँ से आया, देखने के लिए स्कैन करें',
  Print: 'छापें',
  'QR code of this page': 'इस पृष्ठ का क्यूआर कोड',
  'No programme answers at this address': 'इस पते पर कोई कार्यक्रम नहीं है',
  'Look for a mistyped letter in the address, or ask the people of your programme for the right one.':
    'देखें कि पते में कोई अक्षर ग़लत तो नहीं है, या अपने कार्यक्रम के लोगों से सही पता पूछें।',
  'There is nothing at this address': 'इस पते पर कुछ नहीं है',
  'The code may be mistyped, or the page was withdrawn. Ask the seller for the right one.':
    'कोड गलत लिखा हो सकता है, या पृष्ठ हटा लिया गया है। सही कोड विक्रेता से पूछें।',
  'Cotton lint': 'कपास की रुई',
  'Cotton bale': 'रुई की गाँठ',
  Lint: 'रुई',
  'Seed cotton': 'कपास',
  Cotton: 'कपास',
  Cottonseed: 'बिनौला',
  Soybean: 'सोयाबीन',
  Wheat: 'गेहूँ',
  Chickpea: 'चना',
  Maize: 'मक्का',
  'Pigeon pea': 'अरहर',
  Castor: 'अरंडी',
  Marigold: 'गेंदा',
  Khargone: 'खरगोन',
  Barwani: 'बड़वानी',
  Khandwa: 'खंडवा',
  Dhar: 'धार',
  'Madhya Pradesh': 'मध्य प्रदेश',
  Maharashtra: 'महाराष्ट्र',
  Gujarat: 'गुजरात',
  Rajasthan: 'राजस्थान',
  Kharif: 'खरीफ़',
  Rabi: 'रबी',
  Zaid: 'ज़ायद',
  'Lot {{number}}': 'लॉट {{number}}',
  India: 'भारत',
  'Use the print command of your browser; only the label is printed.': 'ब्राउज़र का प्रिंट आदेश चुनें; केवल लेबल छपेगा।',
  'In this season': 'इस मौसम में',
}

export type Translate = ((sentence: string, values?: Readonly<Record<string, string | number>>) => string) & { language: PublicLanguage }

/** Says a sentence in a language; a sentence without translation is said in English. */
export function translatorOf(language: PublicLanguage): Translate {
  const t = (sentence: string, values: Readonly<Record<string, string | number>> = {}) =>
    ((language === 'hi' && isTranslated(sentence) ? hindi[sentence] : undefined) ?? sentence).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String((Object.hasOwn(values, name) ? values[name] : null) ?? ''),
    )
  return Object.assign(t, { language })
}
/** Whether Hindi knows this sentence: asked by the test that reads page.ts. */
export const isTranslated = (sentence: string): boolean => Object.hasOwn(hindi, sentence)
