// What the steps of the cotton package say, in English and in the Hindi of its members: name, and what is done.
type Texts = { instruction: string; hi: string; hiInstruction: string }

export const cottonTexts: Readonly<Record<string, Texts>> = {
  PLOUGH: {
    instruction: 'Plough deep once in the hot months and leave the clods open, so that sun and birds take the pupae.',
    hi: 'गर्मी की गहरी जुताई',
    hiInstruction: 'तेज़ गर्मी में एक बार गहरी जुताई करें और ढेले खुले छोड़ दें, ताकि धूप और पक्षी कीटों के कोष नष्ट कर दें।',
  },
  FYM: {
    instruction: 'Spread well rotted manure or compost evenly and mix it into the soil.',
    hi: 'गोबर की खाद या कम्पोस्ट',
    hiInstruction: 'अच्छी सड़ी गोबर की खाद या कम्पोस्ट खेत में बराबर फैलाएँ और मिट्टी में मिला दें।',
  },
  SEED: {
    instruction: 'Take seed only with its certificate or GMO test, and keep the slip.',
    hi: 'बीज की प्राप्ति, गैर-जीएम प्रमाण सहित',
    hiInstruction: 'बीज केवल प्रमाणपत्र या जीएमओ जाँच के साथ लें और पर्ची सँभालकर रखें।',
  },
  'NEEM-CAKE': { instruction: 'Put crushed neem cake into the furrows.', hi: 'नीम की खली', hiInstruction: 'पिसी हुई नीम की खली कूँड़ों में डालें।' },
  TREAT: {
    instruction: 'Moisten the seed, mix in Trichoderma, dry it in the shade and sow it the next day.',
    hi: 'ट्राइकोडर्मा से बीजोपचार',
    hiInstruction: 'बीज को हल्का गीला करके ट्राइकोडर्मा मिलाएँ, छाया में सुखाएँ और अगले दिन बोएँ।',
  },
  SOW: {
    instruction: 'Sow after the first good rain. Two seeds to a hill, four to five centimetres deep.',
    hi: 'बुवाई',
    hiInstruction: 'पहली अच्छी वर्षा के बाद बोएँ। एक स्थान पर दो बीज, चार से पाँच सेंटीमीटर गहराई पर।',
  },
  BORDER: {
    instruction: 'Two rows of maize around the field; castor and marigold between the cotton.',
    hi: 'मेड़ और जाल फ़सलें',
    hiInstruction: 'खेत के चारों ओर मक्का की दो कतारें; कपास के बीच अरंडी और गेंदा।',
  },
  GERM: {
    instruction: 'Count the plants in five places of one square metre and fill the gaps.',
    hi: 'अंकुरण की गिनती और खाली जगह भरना',
    hiInstruction: 'पाँच जगह एक-एक वर्ग मीटर में पौधे गिनें और खाली जगह भरें।',
  },
  THIN: { instruction: 'Leave the strongest plant of each hill.', hi: 'विरलन', hiInstruction: 'हर स्थान पर सबसे मज़बूत एक पौधा छोड़ें।' },
  'WEED-1': {
    instruction: 'Hoe between the rows and pull the weeds in them by hand.',
    hi: 'पहली निराई',
    hiInstruction: 'कतारों के बीच गुड़ाई करें और कतार की खरपतवार हाथ से निकालें।',
  },
  SCOUT: {
    instruction: 'Look at twenty plants across the field, under the leaves too, and note what you count.',
    hi: 'कीटों की निगरानी',
    hiInstruction: 'खेत में आड़े-तिरछे चलकर बीस पौधे देखें, पत्तों के नीचे भी, और गिनती लिखें।',
  },
  TRAPS: {
    instruction: 'Hang the traps a hand above the plants and change the lures every three weeks.',
    hi: 'फेरोमोन और चिपचिपे जाल',
    hiInstruction: 'जाल पौधों से एक हाथ ऊपर लटकाएँ और हर तीन सप्ताह में ल्यूर बदलें।',
  },
  EARTH: { instruction: 'Draw soil to the stems after weeding.', hi: 'मिट्टी चढ़ाना', hiInstruction: 'निराई के बाद तनों पर मिट्टी चढ़ाएँ।' },
  'WEED-2': { instruction: 'Weed once more before the rows close.', hi: 'दूसरी निराई', hiInstruction: 'कतारें मिलने से पहले एक बार फिर निराई करें।' },
  NSKE: {
    instruction: 'Soak the crushed kernels overnight, strain, add a little soap and spray in the evening.',
    hi: 'नीम बीज गिरी का अर्क',
    hiInstruction: 'कुटी हुई गिरी रात भर भिगोएँ, छानें, थोड़ा साबुन मिलाएँ और शाम को छिड़कें।',
  },
  'INSPECT-1': {
    instruction: 'The internal inspector walks the field with the farmer and looks through the diary.',
    hi: 'पहला आंतरिक निरीक्षण',
    hiInstruction: 'आंतरिक निरीक्षक किसान के साथ खेत देखता है और डायरी जाँचता है।',
  },
  TOP: {
    instruction: 'Nip off the growing tip when the plants have fifteen branches.',
    hi: 'शीर्ष काटना',
    hiInstruction: 'पौधे में पंद्रह शाखाएँ आने पर ऊपरी कोंपल तोड़ दें।',
  },
  YIELD: {
    instruction: 'Count the bolls on ten plants in three places.',
    hi: 'उपज का अनुमान',
    hiInstruction: 'तीन जगह दस-दस पौधों पर डोडे गिनें।',
  },
  'INSPECT-2': {
    instruction: 'Before the second picking: store, bags and records.',
    hi: 'दूसरा आंतरिक निरीक्षण',
    hiInstruction: 'दूसरी चुनाई से पहले: भंडार, थैले और अभिलेख।',
  },
  'PICK-1': {
    instruction: 'Pick dry, open bolls after the dew, into cotton bags. Nothing of plastic.',
    hi: 'पहली चुनाई',
    hiInstruction: 'ओस सूखने के बाद पूरे खिले, सूखे डोडे सूती थैलों में चुनें। प्लास्टिक का कुछ भी नहीं।',
  },
  'PICK-2': { instruction: 'As the first.', hi: 'दूसरी चुनाई', hiInstruction: 'पहली चुनाई की तरह।' },
  'PICK-3': { instruction: 'Keep the last picking apart: its fibre is weaker.', hi: 'तीसरी चुनाई', hiInstruction: 'आख़िरी चुनाई अलग रखें: इसका रेशा कमज़ोर होता है।' },
  STALKS: {
    instruction: 'Pull the stalks and shred them into the soil; leave none standing for the bollworm.',
    hi: 'डंठल निकालना, अवशेष काटना',
    hiInstruction: 'डंठल उखाड़कर बारीक काटें और मिट्टी में मिला दें; इल्ली के लिए कुछ भी खड़ा न छोड़ें।',
  },
}
