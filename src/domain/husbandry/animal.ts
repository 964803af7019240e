// What cattle, buffaloes, goats and sheep have in common (animal 5): who the animal is, where it comes from, where it
// stands, and what follows from its events. What differs by species is in cow.ts, goat.ts and sheep.ts.
import type { States } from '../kernel/entity.ts'
import {
  attachments,
  type ChoiceTable,
  choice,
  choices,
  date,
  derived,
  flag,
  integer,
  lines,
  longText,
  money,
  optional,
  quantity,
  reference,
  references,
  rows,
  text,
} from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { sexes } from './animal-terms.ts'
import { unitsFor } from './unit-choices.ts'

/** ADE icarAnimalReproductionStatusType, by name. */
export const reproStatuses = {
  OPEN: 'Not served',
  INSEMINATED: ['Served', 'progress'],
  PREGNANT: ['Pregnant', 'success'],
  PREGNANT_MULTIPLE: ['Pregnant with several', 'success'],
  NOT_PREGNANT: ['Not pregnant', 'pending'],
  BIRTHED: ['Has given birth', 'neutral'],
  DO_NOT_BREED: ['Not to be bred', 'neutral'],
} as const satisfies ChoiceTable
export const lactationStatuses = {
  NONE: 'Not in milk',
  FRESH: ['Fresh', 'progress'],
  EARLY: ['Early', 'success'],
  LACTATING: ['In milk', 'success'],
  DRY: ['Dry', 'neutral'],
  LEAD: ['Close to giving birth', 'pending'],
} as const satisfies ChoiceTable
export const healthStatuses = {
  HEALTHY: ['Healthy', 'success'],
  SUSPICIOUS: ['Suspicious', 'pending'],
  ILL: ['Ill', 'error'],
  IN_TREATMENT: ['In treatment', 'pending'],
  TO_BE_CULLED: ['To be culled', 'error'],
} as const satisfies ChoiceTable

export const recordKinds = { INDIVIDUAL: 'One animal', GROUP: 'Counted group' } as const

/** Fields of any ruminant. `self`: the entity's own name, for dam and sire. `weight`: bounds of the weight at birth in kg. */
export const animalFields = <const T extends ChoiceTable>(self: string, species: T, birthKg: { min: number; max: number }) => ({
  species: choice('Species', species, { filter: true }),
  name: optional(text('Name', { max: 40, search: true, sort: true })),
  managementTag: optional(text('Tag', { max: 20, search: true, sort: true, help: 'The number people read from afar; once in a production system.' })),
  pashuAadhaar: optional(text('Pashu Aadhaar', { pattern: /^\d{12}$/, hint: 'Twelve digits of the ear tag.', search: true })),
  rfid: optional(text('Electronic tag', { pattern: /^\d{15}$/, hint: 'Fifteen digits, country or maker first.', search: true })),
  euAnimalId: optional(text('EU number', { pattern: /^[A-Z]{2}\d{10,13}$/, hint: 'Two letters and ten to thirteen digits.', search: true })),
  marks: lines(
    'Other marks',
    {
      scheme: choice('Kind', { TATTOO: 'Tattoo', BRAND: 'Brand', LEG_BAND: 'Leg band', OTHER: 'Other' }),
      value: text('Mark', { min: 2, max: 30 }),
      position: optional(choice('Where', { LEFT_EAR: 'Left ear', RIGHT_EAR: 'Right ear', LEG: 'Leg', NECK: 'Neck', BODY: 'Body' })),
      status: choice('Tag status', { ACTIVE: 'In use', LOST: 'Lost', REPLACED: 'Replaced' }),
      from: optional(date('From')),
      to: optional(date('To')),
    },
    { max: 10 },
  ),
  sex: choice('Sex', sexes, { filter: true }),
  birthDate: date('Born on', { sort: true }),
  birthDateEstimated: flag('Day of birth is estimated', { initial: false }),
  birthType: optional(choice('Born as', { SINGLE: 'Single', TWIN: 'Twin', TRIPLET: 'Triplet', MORE: 'One of more' })),
  birthWeightKg: optional(quantity('Weight at birth', 'kg', { ...birthKg, decimals: 2 })),
  breedId: reference('Breed', 'breed', { choosable: [{ field: 'species', same: 'species', why: 'Breeds of other species are left out.' }] }),
  crossBreeds: rows(
    'Shares of other breeds',
    { breedId: reference('Breed', 'breed'), share: quantity('Share', '%', { min: 0.1, max: 99.9, decimals: 2 }) },
    { max: 6 },
  ),
  coatColour: optional(text('Colour', { max: 40 })),
  hornStatus: optional(choice('Horns', { HORNED: 'Horned', POLLED: 'Polled', DEHORNED: 'Dehorned' })),
  origin: choice(
    'Comes from',
    { BORN_ON_FARM: 'Born on the farm', PURCHASED: 'Bought', IMPORTED: 'Imported', GIFT: 'Gift', LEASED: 'Leased' },
    { filter: true },
  ),
  damId: optional(reference('Dam', self, { choosable: [{ field: 'sex', is: ['FEMALE'], why: 'Only females can be the dam.' }] })),
  damText: optional(text('Dam, in words', { max: 80 })),
  sireId: optional(reference('Sire', self, { choosable: [{ field: 'sex', is: ['MALE'], why: 'Only males can be the sire.' }] })),
  sireText: optional(text('Sire, in words', { max: 80 })),
  entryDate: optional(date('Came on', { sort: true })),
  sourceHoldingNo: optional(text('From holding', { max: 40 })),
  purchasePrice: optional(money('Price paid')),
  productionPurposes: choices('Kept for', {
    MILK: 'Milk',
    MEAT: 'Meat',
    WOOL_FIBRE: 'Wool and fibre',
    DRAFT: 'Draught',
    BREEDING: 'Breeding',
    MANURE: 'Manure',
  }),
  unitId: reference('Unit', 'housingunit', { help: 'Says to which production system it belongs.', choosable: unitsFor('cow') }),
  groupIds: references('Groups', 'animalgroup'),
  insurancePolicyNo: optional(text('Insurance', { max: 40 })),
  insuredUntil: optional(date('Insured until')),
  notes: optional(longText('Notes', { max: 1000 })),
  files: attachments(),
  productionSystemId: derived(reference('Production system', 'productionsystem')),
  farmerId: derived(reference('Farmer', 'farmer')),
  village: derived(text('Village', { max: 60, search: true, filter: true })),
  claimStatus: derived(choice('Claim', claims, { filter: true })),
  conversionStartDate: derived(date('In the scheme since')),
  reproStatus: derived(choice('Breeding', reproStatuses, { filter: true })),
  lactationStatus: derived(choice('Milk', lactationStatuses, { filter: true })),
  healthStatus: derived(choice('Health', healthStatuses, { filter: true })),
  formerTags: derived(text('Former tags', { max: 400, search: true })),
  parity: derived(integer('Births', { sort: true })),
  lastBirthOn: derived(date('Last gave birth on', { sort: true })),
  lastMilkKg: derived(quantity('Last milking', 'kg', { max: 80, decimals: 2, sort: true })),
  lastWeightKg: derived(quantity('Last weight', 'kg', { max: 1500, decimals: 1, sort: true })),
})

/** Sections of the form; `own`: what only this species has. */
export const animalForm = <const O extends readonly string[]>(own: O) =>
  ({
    Animal: [
      'species',
      'name',
      'managementTag',
      'pashuAadhaar',
      'rfid',
      'euAnimalId',
      'marks',
      'sex',
      'birthDate',
      'birthDateEstimated',
      'birthType',
      'birthWeightKg',
      'breedId',
      'crossBreeds',
      'coatColour',
      'hornStatus',
      ...own,
    ],
    Place: ['unitId', 'groupIds'],
    'Where it comes from': ['origin', 'damId', 'damText', 'sireId', 'sireText', 'entryDate', 'sourceHoldingNo', 'purchasePrice'],
    Purpose: ['productionPurposes', 'insurancePolicyNo', 'insuredUntil', 'notes', 'files'],
  }) as const

/** Official numbers, of one living animal. The tag people read and marks are unique among those of a production system only; the behaviour sees to that. */
export const animalUnique = [['pashuAadhaar'], ['rfid'], ['euAnimalId']] as const
export const animalUniqueIn = ['ALIVE'] as const

/** Status of the animal itself (ADE icarAnimalStatusType: Alive, Dead, OffFarm; slaughter is a status of its own here). */
export const lifeStates = {
  ALIVE: { label: 'Alive', tone: 'success' },
  OFF_FARM: { label: 'No longer on the farm', tone: 'neutral' },
  DEAD: { label: 'Dead', tone: 'neutral' },
  SLAUGHTERED: { label: 'Slaughtered', tone: 'neutral' },
} as const satisfies States

type Animal = {
  recordKind?: string
  managementTag: string | null
  pashuAadhaar: string | null
  rfid: string | null
  euAnimalId: string | null
  marks: readonly unknown[]
  origin: string
  damId: string | null
  damText: string | null
  entryDate: string | null
  birthDate: string
  crossBreeds: readonly { share: number }[]
}
/** ISO 11784 leaves 38 bits for the number of the animal; 999 is the code of tests. */
const largestNumber = 274_877_906_943
const individual = (row: Animal): boolean => row.recordKind !== 'GROUP'

export const animalChecks = [
  {
    path: 'managementTag',
    code: 'required',
    message: 'One animal is known by at least one tag or mark.',
    fails: (row) => individual(row) && !row.managementTag && !row.pashuAadhaar && !row.rfid && !row.euAnimalId && row.marks.length === 0,
  },
  {
    path: 'rfid',
    code: 'format',
    message: 'This is no number of an electronic tag: 999 is for tests, and the last twelve digits are at most 274877906943.',
    fails: (row) => !!row.rfid && (row.rfid.startsWith('999') || Number(row.rfid.slice(3)) > largestNumber),
  },
  {
    path: 'damText',
    code: 'required',
    message: 'An animal born on the farm has a dam.',
    fails: (row) => individual(row) && row.origin === 'BORN_ON_FARM' && !row.damId && !row.damText,
  },
  {
    path: 'entryDate',
    code: 'required',
    message: 'Say when it came to the farm.',
    fails: (row) => row.origin !== 'BORN_ON_FARM' && !row.entryDate,
  },
  { path: 'entryDate', code: 'min', message: 'It came before it was born.', fails: (row) => !!row.entryDate && row.entryDate < row.birthDate },
  {
    path: 'crossBreeds',
    code: 'max',
    message: 'The shares of other breeds come to 100 % or more.',
    fails: (row) => row.crossBreeds.reduce((sum, { share }) => sum + share, 0) >= 100,
  },
] as const satisfies readonly { path: string; code: string; message: string; fails: (row: Animal) => boolean }[]

export const animalTitle = (row: Pick<Animal, 'managementTag' | 'pashuAadhaar' | 'rfid' | 'euAnimalId'> & { name: string | null }): string =>
  [row.managementTag ?? row.pashuAadhaar ?? row.rfid ?? row.euAnimalId, row.name].filter(Boolean).join(' · ') || 'Animal'
