// Messages of the rules and the server: each is a key of the catalogue, and its figures have words.
import { describe, expect, it } from 'vitest'
import { type Messages, messagesOf, serverMessages } from '../../../tests/web/server-messages.ts'
import { figureWords } from '../engine/figure-words.ts'

const messages = serverMessages()

describe('messages of the rules and the server', () => {
  it('with values are tagged, so that they can be said in any language', () => {
    expect(messages.untagged.filter((one) => ![...forTables].some((known) => one.includes(known)))).toEqual([])
  })
  it('without a tag are found', () => {
    const found: Messages = { counted: new Set(), sentences: new Set(), choices: new Set(), figures: new Set(), untagged: [] }
    messagesOf('const a = `Bale $' + '{no} is listed twice.`\nconst b = phrase`Bale $' + '{a} is missing here.`', 'x.ts', found)
    expect(found.untagged).toEqual(['x.ts: Bale {{1}} is listed twice.'])
    expect([...found.sentences]).toEqual(['Bale {{1}} is missing here.'])
  })
  it('have words for every figure that people are shown, and it is known which are for programs', () => {
    expect(messages.figures.size).toBeGreaterThan(100)
    expect([...messages.figures].filter((name) => !(name in figureWords) && !forPrograms.has(name)).sort()).toEqual(['times'])
    expect(Object.keys(figureWords).filter((name) => forPrograms.has(name))).toEqual([])
  })
})

/** In English for everybody: the template of a table, what is printed at a terminal. */
const forTables = new Set(['Empty: given automatically, like '])
/** Codes, states and ids, already part of the sentence they come with; and figures of calculations. */
const forPrograms = new Set([
  // Figures of a recall case, which its page words itself, and what a refusal of an answer, a ticket or the inputs of a group says in its sentence.
  'affectedKg',
  'answeredKg',
  'boughtKg',
  'changedOn',
  'foundKg',
  'haveKg',
  'holders',
  'holdersCount',
  'isWithOperator',
  'lotsCount',
  'neededKg',
  'paidKg',
  'processorId',
  'processorIds',
  'purchaseEventId',
  'restrictedKg',
  'shippedKg',
  'traceMs',
  // What the sentence about an inspection says itself.
  'days',
  'gap',
  'inspectorId',
  'submittedOn',
  'foundLater',
  'groupMax',
  'groupMin',
  'inOtherGroups',
  'overSize',
  'maxMemberHa',
  'months',
  'pickedOn',
  'largeFarmAreaShare',
  'largeFarmAreaShareMax',
  'uncovered',
  'administrators',
  'at',
  'band',
  'findingId',
  'owner',
  'batchId',
  'batchIds',
  'birthDate',
  'buyerId',
  'cause',
  'certificate',
  'certificateId',
  'check',
  'checks',
  'claim',
  'claims',
  'closedQtyKg',
  'code',
  'codes',
  'corners',
  'count',
  'crop',
  'cropType',
  'cropTypeId',
  'croppingSystems',
  'crops',
  'dependants',
  'difference',
  'entity',
  'event',
  'eventId',
  'eventType',
  'farmerId',
  'farmerStatus',
  'foreign',
  'from',
  'geoHash',
  'gmoStatus',
  'hardMax',
  'inputs',
  'inspectionResult',
  'invoiceNo',
  'lastBirthOn',
  'hardMin',
  'harvestDays',
  'iou',
  'itemId',
  'kg',
  'lastCleaningAt',
  'lastRunClaim',
  'least',
  'makes',
  'mappedBy',
  'material',
  'max',
  'maxBytes',
  'mean',
  'min',
  'missing',
  'most',
  'overlaps',
  'ownerRole',
  'path',
  'primary',
  'process',
  'product',
  'ratio',
  'receivedAt',
  'referrers',
  'result',
  'retroDocument',
  'row',
  'same',
  'score',
  'season',
  'seasonResult',
  'secondary',
  'seedTreated',
  'seenVersion',
  'session',
  'sex',
  'sigma',
  'sentAt',
  'sourceId',
  'startedAt',
  'status',
  'subjectId',
  'title',
  'to',
  'twice',
  'usual',
  'varietyId',
  'version',
  'vertex',
  'withdrawalId',
])
