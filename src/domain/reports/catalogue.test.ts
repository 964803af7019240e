// Every report beside its row of the dictionary (section 10): each word of its columns is a column, or says why it is none; its formats and its filters as well.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dictionaryPath } from '../../../tests/architecture/dictionary-extract.ts'
import { reports } from './all.ts'

/** Of a code: its formats, and each word that the dictionary has for its columns with where it is: columns, or `:` and a reason. */
const rows: Readonly<Record<string, { formats: string; words: string }>> = {
  R01: {
    formats: 'C X P',
    words:
      'memberNo = memberNo | name = name localName | relation = relationName | gender = gender | village = village | phone(m) = phone | holding ha = holdingHa | parcels = plots | joined = joinedOn | status = status | AFL result = result',
  },
  R02: {
    formats: 'X P',
    words:
      'memberNo = memberNo | name = farmer | parcels = parcel | ha by claim = areaHa claim | crop ha = crop areaHa | inspection dates = inspectedOn | inspector = inspectors | result = result | conditions = conditions | est. kg = estimatedKg | signature hash = hash',
  },
  R03: {
    formats: 'C X G',
    words:
      'code = code | farmer = farmer | surveyNo = surveyNo | declared/mapped ha = declaredHa mappedHa | diff = difference | method = method | accuracy = accuracyM | claim = claim | months = months | lease = tenure leaseTo',
  },
  R04: {
    formats: 'C X P',
    words: 'parcel = parcel | S date = countsFrom | m = months | status = claim status | next step date = next nextOn | blockers = blockers',
  },
  R05: {
    formats: 'C X G',
    words: 'parcel = parcel | errors = rules findings | overlaps (partner, r) = partners overlapShare | accuracy = accuracyM | age = ageDays',
  },
  R06: {
    formats: 'C X P',
    words: 'crop = crop | variety = variety | claim = claim | ha = areaHa | farmers = farmers | parcels = plots | sowing span = sownFrom sownTo',
  },
  R07: {
    formats: 'C X',
    words: 'crop = crop | farmer = farmer | planned = planned | on time = onTime | late = late | missed = missed | score = score | NCs = openFindings',
  },
  R08: {
    formats: 'C X P',
    words:
      'item = item | permission = permission | kg/L = unit total | ha = areaHa | farmers = farmers | dose min/avg/max = doseMin doseMean doseMax | PHI breaches = earlyHarvests',
  },
  R09: {
    formats: 'C X',
    words: 'lot = seedLot | supplier = supplier | variety = variety | proof = proof | kg issued = issuedKg | kg sown = sownKg | farmers = farmers',
  },
  R10: {
    formats: 'C X P',
    words: 'farmer = farmer | date = day | inspector = inspector | checklist score = score | NCs = found openFindings | result = result',
  },
  R11: {
    formats: 'C X P',
    words: 'ref = ref | severity = severity | clause = clause | subject = farmer subject | opened = openedOn | due = dueOn | closed = closedOn | days = days',
  },
  R12: {
    formats: 'C X',
    words:
      'farmer = farmer | crop = crop | ha = areaHa | cap = capKg | estimate = estimatedKg | harvested = harvestedKg | purchased = purchasedKg | ratios = harvestedShare purchasedShare | flags = findings rules',
  },
  R13: {
    formats: 'C X P',
    words:
      'ticket = receiptNo | time = at | farmer = farmer | claim = claim | gross = grossKg | tare = tareKg | net = netKg | moisture = moisture | price = pricePerKg | premium = premiumPerKg | paid = payable paid | confirmed = confirmation',
  },
  R14: {
    formats: 'P',
    words: 'per farmer: inputs = memberNo farmer kind | deliveries = kg earned | payments = paid | balance (Hindi + English) = balance',
  },
  R15: {
    formats: 'C X P',
    words: 'farmer = farmer | kg = kg | rate = perKg | premium = earned paid | paid date = lastPaidOn | ref = reference',
  },
  R16: {
    formats: 'C X',
    words:
      'batch = lot | opening = openingKg | in = inKg | out = outKg | loss = lossKg | adjust = adjustKg | closing = closingKg | TC reserved = reservedKg | available = freeKg',
  },
  R17: {
    formats: 'C X P',
    words:
      'facility = facility | run = at process | in = inputKg | out by product = product outputKg | % = share | band = bandFrom bandTo isInBand | waste = wasteKg | invisible = invisibleKg | sigma = meanShare sigmas',
  },
  R18: {
    formats: 'X P',
    words:
      'holder = holder | material = material | claim = claim | open = openKg | in TC = receivedKg coveredKg | consumed = usedKg | produced = madeKg | sold TC = sentKg certifiedKg | close = closeKg | gap = gapKg gapShare',
  },
  R19: {
    formats: 'C X P',
    words:
      'tcNo = tcNo | state = status | seller = seller | buyer = buyer | product = products | HS = hsCodes | claim = claims | net = netKg | certified kg = certifiedKg | dates = firstShipment lastShipment submittedAt issuedAt | input TCs = inputs',
  },
  R20: {
    formats: 'P X G J',
    words: 'batch -> parcels/farms (kg share) and forward holders; map = code who kg share holder point | timeline = day',
  },
  R21: {
    formats: 'P X',
    words: 'affected = affectedKg | located = locatedKg | shipped = shippedKg | notified = holders | effectiveness = effectiveness | minutes = minutes',
  },
  R22: {
    formats: 'C X',
    words: 'holder = holder | SC = scNo | CB = body | scheme = scheme | valid to = validTo | days = daysLeft',
  },
  R23: {
    formats: 'C X P',
    words: 'sample = sampleNo | batch or crop = lot crop | lab = laboratory | method = method | result = result | days = days | action = action status',
  },
  R24: {
    formats: 'C X',
    words: 'topic = topic | date = on | farmers = farmers | women % = womenShare | hours = hours',
  },
  R25: {
    formats: 'X P',
    words:
      'inspector = inspector | farms = farms | NC rate = notPassedShare | NC detection vs re-inspection = again overlooked overlookedShare | minutes per farm = minutes | GPS presence = withPosition | bias flag = signs',
  },
  R26: {
    formats: 'G J',
    words: 'see 14.3 = ProducerName ProducerCountry ProductionPlace Area',
  },
  R27: {
    formats: 'J',
    words: 'see 14.1 = : its JSON is the document',
  },
  R28: {
    formats: 'ZIP',
    words: 'zip: R02 R03 R06 R08 R10 R11 R12 + documents + index (LiteFarm offers a record pack per certifier [LiteFarm src, #4259]) = code title file hash',
  },
  R29: {
    formats: 'C X',
    words:
      'at = at | who = who | role = : the role that somebody had at the time is not recorded with an event | entity = entity | field = field | before = before | after = after | ip class = : network addresses are not recorded with an event',
  },
  R30: {
    formats: 'P',
    words: 'checklist = step isNeeded isDone | totals = records | open items = open openKg | signatures = : below the table of its paper',
  },
}
const formatOf: Readonly<Record<string, string>> = { C: 'csv', X: 'xlsx', P: 'pdf', G: 'geojson', J: 'json', ZIP: 'zip' }
const pairsOf = (words: string): string[][] => words.split(' | ').map((one) => one.split(' = '))
/** Commas that are not within brackets. */
const wordsOf = (text: string): string[] => text.split(/,\s*(?![^()]*\))/)

/** Filters of every report; the operator is that of the address. Where one is missing, why: its rows have none, or are one record. */
const filters = ['season', 'claim', 'village'] as const
const withoutFilter: Readonly<Record<string, string>> = {
  R01: 'claim: a member has plots of several claims, which R03 lists',
  R02: 'claim village: a list is signed and read as a whole',
  R03: 'season: a plot is of every season',
  R04: 'season: a plot is of every season',
  R05: 'season claim: a boundary is of every season and claim',
  R08: 'claim: an application on a system is of all its crops',
  R09: 'claim: seed has no claim',
  R10: 'claim: a visit is of a member',
  R11: 'season claim village: by its days; it may be of a member, a plot, a crop, a lot, a company or the group',
  R14: 'claim: a payment has no claim',
  R15: 'claim: a payment has no claim',
  R16: 'village: a lot lies at a facility',
  R17: 'season claim village: a run is of its days and its facility',
  R18: 'season claim village: a period of all materials and claims, which add up together',
  R19: 'season claim village: by its shipments',
  R20: 'season claim village: of one lot',
  R21: 'season claim village: of one recall each, by its days',
  R22: 'season claim village: of one certificate each, by its end',
  R23: 'village: a lot lies at a facility',
  R24: 'season claim village: of one training each, by its days',
  R25: 'claim village: of one inspector each',
  R26: 'claim: plots are declared whatever their claim',
  R27: 'claim village: of one lot, certificate or facility',
  R28: 'claim village: a pack is whole',
  R29: 'season claim village: of all records, by their days',
  R30: 'claim village: of one season each',
}

describe('reports and the dictionary', () => {
  it('are the same, one for each row', () => expect(reports.map(({ code }) => code).sort()).toEqual(Object.keys(rows)))
  it.skipIf(!dictionaryPath)('say the same of each row as the dictionary, where that is at hand', () => {
    const lines = readFileSync(dictionaryPath ?? '', 'utf8').split('\n')
    for (const [code, { formats, words }] of Object.entries(rows)) {
      const [, , columns, listed] = cells(lines, code)
      const says = pairsOf(words).map(([word]) => word)
      expect([code, wordsOf(columns ?? ''), listed]).toEqual([code, says, formats])
    }
  })
  it.each(Object.keys(rows))('%s has every column, format and filter of its row', (code) => {
    const report = reports.find((one) => one.code === code)
    const row = rows[code]
    if (!report || !row) throw new Error('There is no such report')
    const named = pairsOf(row.words).flatMap(([, where = '']) => (where.startsWith(':') ? [] : where.split(' ')))
    expect(named.filter((name) => !Object.hasOwn(report.columns, name))).toEqual([])
    const missing = row.formats.split(' ').flatMap((one) => (report.formats.some((format) => format === formatOf[one]) ? [] : [one]))
    expect(missing).toEqual([])
    const without = filters.filter((name) => !Object.hasOwn(report.parameters, name))
    expect(without).toEqual((withoutFilter[code] ?? '').split(':')[0]?.split(' ').filter(Boolean) ?? [])
  })
  it('print the passbook in Hindi and English, and the trace with a map and in the order of time', () => {
    const [passbook, trace] = ['R14', 'R20'].map((code) => reports.find((one) => one.code === code))
    expect(passbook?.paperIn).toEqual(['hi', 'en'])
    expect(trace?.map).toBe('point')
  })
})

/** Code, title, columns and formats of a row. */
function cells(lines: readonly string[], code: string): string[] {
  const line = lines.find((one) => one.startsWith(`| ${code} `)) ?? ''
  const [first = '', columns = '', formats = ''] = line.slice(2, -2).split(' | ')
  return [code, first, columns, formats]
}
