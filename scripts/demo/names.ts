// First names and surnames of the demo people, with their Devanagari forms. Invented persons:
// any likeness is chance, and the telephone numbers lie in a block that is not given out.

export type Name = readonly [latin: string, devanagari: string]

export const men: readonly Name[] = [
  ['Ramesh', 'रमेश'], ['Mohan', 'मोहन'], ['Dinesh', 'दिनेश'], ['Kailash', 'कैलाश'], ['Jagdish', 'जगदीश'], ['Bhagwan', 'भगवान'], ['Devram', 'देवराम'], ['Lakhan', 'लाखन'],
  ['Narayan', 'नारायण'], ['Shankar', 'शंकर'], ['Prakash', 'प्रकाश'], ['Hariram', 'हरिराम'], ['Balram', 'बलराम'], ['Ghanshyam', 'घनश्याम'], ['Tulsiram', 'तुलसीराम'], ['Radheshyam', 'राधेश्याम'],
  ['Sitaram', 'सीताराम'], ['Gopal', 'गोपाल'], ['Govind', 'गोविंद'], ['Anil', 'अनिल'], ['Vijay', 'विजय'], ['Ashok', 'अशोक'], ['Manoj', 'मनोज'], ['Santosh', 'संतोष'],
  ['Kamal', 'कमल'], ['Bherulal', 'भेरूलाल'], ['Nanuram', 'नानूराम'], ['Antar', 'अंतर'], ['Gulab', 'गुलाब'], ['Rewaram', 'रेवाराम'], ['Kishore', 'किशोर'], ['Bhura', 'भूरा'],
  ['Chhagan', 'छगन'], ['Umesh', 'उमेश'], ['Vikram', 'विक्रम'], ['Jitendra', 'जितेंद्र'], ['Pannalal', 'पन्नालाल'], ['Trilok', 'त्रिलोक'], ['Yashwant', 'यशवंत'], ['Fakira', 'फकीरा'],
]
export const women: readonly Name[] = [
  ['Sunita', 'सुनीता'], ['Kamla', 'कमला'], ['Radha', 'राधा'], ['Geeta', 'गीता'], ['Laxmi', 'लक्ष्मी'], ['Rekha', 'रेखा'], ['Savitri', 'सावित्री'], ['Durga', 'दुर्गा'],
  ['Parvati', 'पार्वती'], ['Mamta', 'ममता'], ['Anita', 'अनीता'], ['Manju', 'मंजू'], ['Ramkunwar', 'रामकुंवर'], ['Basanti', 'बसंती'], ['Champa', 'चंपा'], ['Shanti', 'शांति'],
  ['Lalita', 'ललिता'], ['Nirmala', 'निर्मला'], ['Tara', 'तारा'], ['Jamna', 'जमना'], ['Urmila', 'उर्मिला'], ['Fulwanti', 'फूलवंती'], ['Dhapu', 'धापू'], ['Veena', 'वीणा'],
]
const plains: readonly Name[] = [
  ['Patidar', 'पाटीदार'], ['Yadav', 'यादव'], ['Verma', 'वर्मा'], ['Solanki', 'सोलंकी'], ['Mandloi', 'मंडलोई'], ['Kushwah', 'कुशवाह'], ['Rathore', 'राठौर'], ['Gupta', 'गुप्ता'],
  ['Malviya', 'मालवीय'], ['Birla', 'बिरला'], ['Thakur', 'ठाकुर'], ['Joshi', 'जोशी'],
]
const hills: readonly Name[] = [
  ['Barela', 'बारेला'], ['Dawar', 'डावर'], ['Kanesh', 'कनेश'], ['Jamre', 'जमरे'], ['Rawat', 'रावत'], ['Solanki', 'सोलंकी'], ['Chouhan', 'चौहान'], ['Bhilala', 'भिलाला'],
]
export const surnames: Readonly<Record<'OP1' | 'OP2' | 'OP3', readonly Name[]>> = { OP1: plains, OP2: plains, OP3: hills }

/** A demo telephone number: one block, one number per person. */
export const demoPhone = (number: number): string => `+9160000${String(number).padStart(5, '0')}`
