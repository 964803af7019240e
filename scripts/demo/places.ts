// Where the demo programme works: three grower groups in the Nimar valley, their villages, their
// collection centres and two gins. Organisations and people are invented; coordinates are approximate.

export type ClaimGroup = 'ORGANIC' | 'IC1' | 'IC2'
export type HoldingClass = { count: number; hectares: number; min: number; max: number }

export type Operator = {
  code: 'OP1' | 'OP2' | 'OP3'
  legalName: string
  shortName: string
  legalForm: string
  regNo: string
  district: string
  town: string
  pin: string
  /** Registered with its scheme on that day, so many years before the kharif season; no parcel counts from earlier (BR-04). */
  registered: [yearsBefore: number, monthDay: string]
  holdings: HoldingClass[]
  membership: { pending: number; suspended: number; exited: number; sanctioned: number; rejected: number; conditional: number }
  women: number
  withoutPhone: number
  parcels: { points: number; unmapped: number; total: number }
  /** Cotton by claim: hectares sown, kg harvested, kg bought. */
  cotton: Partial<Record<ClaimGroup, { ha: number; harvestedKg: number; purchasedKg: number }>>
}

const holdings = (...classes: [count: number, hectares: number][]): HoldingClass[] => {
  const bounds = [
    [0.35, 0.99],
    [1, 1.99],
    [2, 3.99],
    [4, 6.5],
  ] as const
  return classes.map(([count, hectares], index) => ({ count, hectares, min: bounds[index]?.[0] ?? 0, max: bounds[index]?.[1] ?? 0 }))
}

export const operators: readonly Operator[] = [
  {
    code: 'OP1',
    legalName: 'Narmada Organic Growers Producer Company Limited',
    shortName: 'Narmada Organic Growers',
    legalForm: 'PRODUCER_COMPANY',
    regNo: 'U01100MP2016PTC900001',
    district: 'Khargone',
    town: 'Kasrawad',
    pin: '451228',
    registered: [9, '04-01'],
    holdings: holdings([19, 13.3], [30, 45], [38, 102.5], [3, 15]),
    membership: { pending: 2, suspended: 1, exited: 1, sanctioned: 2, rejected: 3, conditional: 4 },
    women: 26,
    withoutPhone: 5,
    parcels: { points: 5, unmapped: 3, total: 146 },
    cotton: { ORGANIC: { ha: 82.45, harvestedKg: 94_800, purchasedKg: 85_320 }, IC2: { ha: 14.55, harvestedKg: 13_800, purchasedKg: 12_420 } },
  },
  {
    code: 'OP2',
    legalName: 'Maheshwar Jaivik Samiti',
    shortName: 'Maheshwar Jaivik',
    legalForm: 'SOCIETY',
    regNo: 'MP/KHG/SOC/900002',
    district: 'Khargone',
    town: 'Maheshwar',
    pin: '451224',
    registered: [7, '05-10'],
    holdings: holdings([15, 10.5], [22, 33], [31, 83.6], [2, 10]),
    membership: { pending: 1, suspended: 1, exited: 1, sanctioned: 2, rejected: 2, conditional: 3 },
    women: 20,
    withoutPhone: 4,
    parcels: { points: 4, unmapped: 3, total: 112 },
    cotton: { ORGANIC: { ha: 52.5, harvestedKg: 60_400, purchasedKg: 54_360 }, IC2: { ha: 22.5, harvestedKg: 21_400, purchasedKg: 19_260 } },
  },
  {
    // In conversion: registered less than two years before the season's first sowing.
    code: 'OP3',
    legalName: 'Barwani Kapas Sangh',
    shortName: 'Barwani Kapas',
    legalForm: 'COOPERATIVE',
    regNo: 'MP/BWN/COOP/900003',
    district: 'Barwani',
    town: 'Sendhwa',
    pin: '451666',
    registered: [2, '07-15'],
    holdings: holdings([8, 5.6], [14, 21], [17, 46.1], [1, 5]),
    membership: { pending: 1, suspended: 1, exited: 1, sanctioned: 1, rejected: 2, conditional: 2 },
    women: 10,
    withoutPhone: 3,
    parcels: { points: 3, unmapped: 2, total: 62 },
    // 40,850 kg and 36,765 kg of the two conversion years together, divided as their hectares are.
    cotton: { IC1: { ha: 25.8, harvestedKg: 24_510, purchasedKg: 22_059 }, IC2: { ha: 17.2, harvestedKg: 16_340, purchasedKg: 14_706 } },
  },
]

/** `code`: the programme's own, for these villages are invented and have none in the Local Government Directory. */
export type Village = { code: string; name: string; localName: string; block: string; operator: Operator['code']; lon: number; lat: number; centre: string }

/** Villages lie one to four km around their block town, far enough from each other for their fields not to meet. */
export const villages: readonly Village[] = [
  { code: 'V-PIPALKHEDA', name: 'Pipalkheda', localName: 'पीपलखेड़ा', block: 'Kasrawad', operator: 'OP1', lon: 75.588, lat: 22.118, centre: 'CC-KASRAWAD' },
  { code: 'V-NIMBOLA', name: 'Nimbola', localName: 'निंबोला', block: 'Kasrawad', operator: 'OP1', lon: 75.616, lat: 22.112, centre: 'CC-KASRAWAD' },
  { code: 'V-AHIRKHEDI', name: 'Ahirkhedi', localName: 'अहीरखेड़ी', block: 'Kasrawad', operator: 'OP1', lon: 75.602, lat: 22.096, centre: 'CC-KASRAWAD' },
  { code: 'V-SONWADA', name: 'Sonwada', localName: 'सोनवाड़ा', block: 'Bhikangaon', operator: 'OP1', lon: 75.948, lat: 21.882, centre: 'CC-BHIKANGAON' },
  { code: 'V-AMLAPURA', name: 'Amlapura', localName: 'आमलापुरा', block: 'Bhikangaon', operator: 'OP1', lon: 75.974, lat: 21.876, centre: 'CC-BHIKANGAON' },
  { code: 'V-TEMRANI', name: 'Temrani', localName: 'टेमरानी', block: 'Bhikangaon', operator: 'OP1', lon: 75.958, lat: 21.855, centre: 'CC-BHIKANGAON' },
  { code: 'V-KARONDIYA', name: 'Karondiya', localName: 'करोंदिया', block: 'Maheshwar', operator: 'OP2', lon: 75.566, lat: 22.192, centre: 'CC-MAHESHWAR' },
  { code: 'V-JALKOTI', name: 'Jalkoti', localName: 'जलकोटी', block: 'Maheshwar', operator: 'OP2', lon: 75.592, lat: 22.198, centre: 'CC-MAHESHWAR' },
  { code: 'V-KAVDIYA', name: 'Kavdiya', localName: 'कावड़िया', block: 'Mandleshwar', operator: 'OP2', lon: 75.654, lat: 22.186, centre: 'CC-MAHESHWAR' },
  { code: 'V-CHOLI', name: 'Choli', localName: 'चोली', block: 'Mandleshwar', operator: 'OP2', lon: 75.676, lat: 22.202, centre: 'CC-MAHESHWAR' },
  { code: 'V-JHIRI', name: 'Jhiri', localName: 'झिरी', block: 'Sendhwa', operator: 'OP3', lon: 75.086, lat: 21.694, centre: 'CC-SENDHWA' },
  { code: 'V-DHANORA', name: 'Dhanora', localName: 'धनोरा', block: 'Sendhwa', operator: 'OP3', lon: 75.112, lat: 21.672, centre: 'CC-SENDHWA' },
  { code: 'V-SALKHEDA', name: 'Salkheda', localName: 'सालखेड़ा', block: 'Rajpur', operator: 'OP3', lon: 75.128, lat: 21.936, centre: 'CC-SENDHWA' },
]

export type Processor = {
  code: string
  legalName: string
  types: string
  taxId: string
  address: string
  district: string
  lon: number
  lat: number
  contact: string
  role: string
  phone: string
  scopeCertificate: string
}
export const processors: readonly Processor[] = [
  {
    code: 'KHARGONE-GIN',
    legalName: 'Khargone Gin and Press Works',
    types: 'GINNER',
    taxId: '23AAACK9001A1Z5',
    address: 'Bistan Road, Khargone',
    district: 'Khargone',
    lon: 75.6143,
    lat: 21.8235,
    contact: 'Paul Kurien',
    role: 'Works manager',
    phone: '+916000090001',
    scopeCertificate: 'ORGANIC',
  },
  {
    code: 'SENDHWA-GIN',
    legalName: 'Sendhwa Ginning Mill',
    types: 'GINNER',
    taxId: '23AAACS9002B1Z3',
    address: 'Agra Mumbai Road, Sendhwa',
    district: 'Barwani',
    lon: 75.0961,
    lat: 21.6846,
    contact: 'Farida Contractor',
    role: 'Owner',
    phone: '+916000090002',
    scopeCertificate: 'CONVERSION',
  },
  {
    code: 'INDORE-SPINNER',
    legalName: 'Indore Organic Spinning Mills',
    types: 'SPINNER',
    taxId: '23AAACI9003C1Z7',
    address: 'Pithampur Road, Indore',
    district: 'Indore',
    lon: 75.8245,
    lat: 22.6871,
    contact: 'Yusuf Merchant',
    role: 'Works manager',
    phone: '+916000090003',
    scopeCertificate: 'ORGANIC',
  },
  {
    code: 'DEWAS-KNITTER',
    legalName: 'Dewas Knit Works',
    types: 'KNITTER',
    taxId: '23AAACD9004D1Z5',
    address: 'Industrial Area 2, Dewas',
    district: 'Dewas',
    lon: 76.0446,
    lat: 22.9571,
    contact: 'Yusuf Merchant',
    role: 'Works manager',
    phone: '+916000090004',
    scopeCertificate: 'ORGANIC',
  },
]

export type Facility = {
  code: string
  name: string
  owner: string
  systemType: 'COLLECTION' | 'GINNING' | 'SPINNING_CARDED' | 'SPINNING_COMBED' | 'KNITTING'
  capacityKgPerDay: number
  segregation: string
  lon: number
  lat: number
  place: string
}
export const facilities: readonly Facility[] = [
  {
    code: 'CC-KASRAWAD',
    name: 'Kasrawad collection centre',
    owner: 'OP1',
    systemType: 'COLLECTION',
    capacityKgPerDay: 8_000,
    segregation: 'SEPARATE_LINE',
    lon: 75.604,
    lat: 22.129,
    place: 'Kasrawad',
  },
  {
    code: 'CC-BHIKANGAON',
    name: 'Bhikangaon collection centre',
    owner: 'OP1',
    systemType: 'COLLECTION',
    capacityKgPerDay: 6_000,
    segregation: 'SEPARATE_LINE',
    lon: 75.961,
    lat: 21.867,
    place: 'Bhikangaon',
  },
  {
    code: 'CC-MAHESHWAR',
    name: 'Maheshwar collection centre',
    owner: 'OP2',
    systemType: 'COLLECTION',
    capacityKgPerDay: 8_000,
    segregation: 'SEPARATE_LINE',
    lon: 75.583,
    lat: 22.178,
    place: 'Maheshwar',
  },
  {
    code: 'CC-SENDHWA',
    name: 'Sendhwa collection centre',
    owner: 'OP3',
    systemType: 'COLLECTION',
    capacityKgPerDay: 6_000,
    segregation: 'SEPARATE_LINE',
    lon: 75.099,
    lat: 21.681,
    place: 'Sendhwa',
  },
  {
    code: 'GIN-KHARGONE',
    name: 'Khargone gin house',
    owner: 'KHARGONE-GIN',
    systemType: 'GINNING',
    capacityKgPerDay: 12_000,
    segregation: 'DEDICATED',
    lon: 75.6143,
    lat: 21.8235,
    place: 'Khargone',
  },
  {
    code: 'GIN-SENDHWA',
    name: 'Sendhwa gin house',
    owner: 'SENDHWA-GIN',
    systemType: 'GINNING',
    capacityKgPerDay: 12_000,
    segregation: 'CLEANED_CHANGEOVER',
    lon: 75.0961,
    lat: 21.6846,
    place: 'Sendhwa',
  },
  {
    code: 'SPIN-INDORE-CARDED',
    name: 'Indore carded line',
    owner: 'INDORE-SPINNER',
    systemType: 'SPINNING_CARDED',
    capacityKgPerDay: 4_000,
    segregation: 'SEPARATE_LINE',
    lon: 75.8245,
    lat: 22.6871,
    place: 'Indore',
  },
  {
    code: 'SPIN-INDORE-COMBED',
    name: 'Indore combed line',
    owner: 'INDORE-SPINNER',
    systemType: 'SPINNING_COMBED',
    capacityKgPerDay: 3_200,
    segregation: 'SEPARATE_LINE',
    lon: 75.8245,
    lat: 22.6871,
    place: 'Indore',
  },
  {
    code: 'KNIT-DEWAS',
    name: 'Dewas circular knitting',
    owner: 'DEWAS-KNITTER',
    systemType: 'KNITTING',
    capacityKgPerDay: 3_500,
    segregation: 'SEPARATE_LINE',
    lon: 76.0446,
    lat: 22.9571,
    place: 'Dewas',
  },
]
