// The animals of the dairy programme: a Gir dairy with its followers, goats and sheep. Drawn from a seed, so that every
// loading has the same herd; ages and births are relative to the day of the programme.
import { addDays } from './calendar.ts'
import { random } from './random.ts'

export type Animal = {
  tag: string
  body: Record<string, unknown>
  /** Days on which it gave birth, oldest first; the last one begins the lactation that is milked. */
  births: string[]
  driedOn: string | null
  /** kg a milking in the morning; 0 = not milked. */
  morningKg: number
}

const cowNames = [
  'Gauri',
  'Lakshmi',
  'Kaveri',
  'Ganga',
  'Radha',
  'Nandini',
  'Kapila',
  'Surabhi',
  'Yamuna',
  'Tulsi',
  'Champa',
  'Moti',
  'Sona',
  'Rupa',
  'Kamadhenu',
  'Dhavali',
  'Saraswati',
  'Godavari',
  'Mira',
  'Janaki',
  'Padma',
  'Shyama',
  'Chandrika',
  'Annapurneshwari',
  'Bhavani',
  'Hirakani',
  'Indu',
  'Jyoti',
  'Kusum',
  'Malati',
] as const

/** Shares of the year: 24 in milk, 6 dry, then heifers, calves and two bulls. */
export function dairyHerd(anchor: string, ids: ReadonlyMap<string, string>, units: { shed: string; calves: string }): Animal[] {
  const chance = random(20_251)
  const adults = cowNames.map((name, index): Animal => {
    const isBuffalo = index % 6 === 5
    const parity = chance.int(1, 2)
    const isDry = index >= 24
    const daysInMilk = isDry ? 330 + index : chance.int(9, 280)
    const last = addDays(anchor, -daysInMilk)
    const births = Array.from({ length: parity }, (_, at) => addDays(last, -(parity - 1 - at) * chance.int(395, 430)))
    const peak = isBuffalo ? chance.between(4.2, 5.6) : chance.between(4.6, 8.2)
    return {
      tag: `G-${String(101 + index)}`,
      births,
      driedOn: isDry ? addDays(anchor, -chance.int(12, 48)) : null,
      morningKg: isDry ? 0 : peak * (1 - Math.max(0, daysInMilk - 60) / 520),
      body: {
        species: isBuffalo ? 'BUFFALO' : 'CATTLE',
        name,
        managementTag: `G-${101 + index}`,
        pashuAadhaar: String(340_012_000_000 + index * 7_919),
        sex: 'FEMALE',
        birthDate: addDays(births[0] as string, -chance.int(980, 1250)),
        breedId: ids.get(isBuffalo ? 'jaffarabadi' : index % 7 === 3 ? 'kankrej' : index % 5 === 2 ? 'sahiwal' : 'gir'),
        origin: index % 4 === 0 ? 'PURCHASED' : 'BORN_ON_FARM',
        ...(index % 4 === 0 ? { entryDate: addDays(births[0] as string, -40), sourceHoldingNo: 'GJ-12-0441' } : { damText: 'Herd book of the farm' }),
        coatColour: isBuffalo ? 'Black' : chance.pick(['Red', 'Red and white', 'Speckled', 'White']),
        productionPurposes: ['MILK'],
        unitId: units.shed,
      },
    }
  })
  const young = Array.from({ length: 10 }, (_, index): Animal => {
    const isBull = index >= 8
    const ageDays = isBull ? 1500 + index * 40 : index < 4 ? 40 + index * 31 : 420 + index * 70
    return {
      tag: `G-${201 + index}`,
      births: [],
      driedOn: null,
      morningKg: 0,
      body: {
        species: 'CATTLE',
        name: isBull ? ['Nandi', 'Bhimsingh Raja'][index - 8] : ['Chutki', 'Ladli', 'Pari', 'Munni', 'Rani', 'Bijli', 'Meghna', 'Kajal'][index],
        managementTag: `G-${201 + index}`,
        sex: isBull || index === 1 ? 'MALE' : 'FEMALE',
        birthDate: addDays(anchor, -ageDays),
        breedId: ids.get('gir'),
        origin: 'BORN_ON_FARM',
        damText: cowNames[index],
        productionPurposes: [isBull ? 'BREEDING' : 'MILK'],
        unitId: index < 4 ? units.calves : units.shed,
      },
    }
  })
  return [...adults, ...young]
}

/** Eight does and a buck by tag, and a counted group; the same for sheep. */
export function smallStock(anchor: string, species: 'GOAT' | 'SHEEP', ids: ReadonlyMap<string, string>, unitId: string): Animal[] {
  const chance = random(species === 'GOAT' ? 71 : 72)
  const letter = species === 'GOAT' ? 'B' : 'S'
  const common = { species, birthDateEstimated: true, origin: 'PURCHASED', entryDate: addDays(anchor, -400), unitId }
  const individuals = Array.from({ length: 9 }, (_, index): Animal => {
    const isMale = index === 8
    const births = isMale || index % 3 === 2 ? [] : [addDays(anchor, -chance.int(30, 140))]
    return {
      tag: `${letter}-${11 + index}`,
      births,
      driedOn: null,
      morningKg: 0,
      body: {
        ...common,
        recordKind: 'INDIVIDUAL',
        managementTag: `${letter}-${11 + index}`,
        sex: isMale ? 'MALE' : 'FEMALE',
        birthDate: addDays(anchor, -chance.int(700, 1600)),
        breedId: ids.get(species === 'GOAT' ? (index % 2 ? 'surti' : 'zalawadi') : index % 2 ? 'patanwadi' : 'marwari'),
        productionPurposes: species === 'GOAT' ? ['MILK', 'MEAT'] : ['WOOL_FIBRE', 'MEAT'],
      },
    }
  })
  const group: Animal = {
    tag: `${letter}-GROUP`,
    births: [],
    driedOn: null,
    morningKg: 0,
    body: {
      ...common,
      recordKind: 'GROUP',
      name: species === 'GOAT' ? 'Young stock on the common' : 'Flock on the Dhari road pasture',
      sex: 'UNKNOWN',
      birthDate: addDays(anchor, -500),
      breedId: ids.get(species === 'GOAT' ? 'zalawadi' : 'marwari'),
      productionPurposes: ['MEAT'],
      females: species === 'GOAT' ? 14 : 82,
      males: species === 'GOAT' ? 3 : 6,
      young: species === 'GOAT' ? 14 : 32,
    },
  }
  return [...individuals, group]
}
