// The whole demo programme as plain data: one call, no clock, no files. Every consumer (the files in
// demo/, the loader, the tests) reads this and nothing else.
import { type Calendar, calendarFor } from './calendar.ts'
import { type CroppingSystem, makeCropping } from './cropping.ts'
import { type Farmer, makeFarmers } from './farmers.ts'
import { makeSeason, type Season } from './field-season.ts'
import { type CentreLot, type GinLot, type GinRun, makeChain } from './ginning.ts'
import { type Landowner, makeLand, type Parcel } from './parcels.ts'
import { makeTickets, type Ticket } from './purchases.ts'
import { random } from './random.ts'
import { type Mill, makeMill } from './spinning.ts'

export type Programme = {
  calendar: Calendar
  farmers: Farmer[]
  landowners: Landowner[]
  parcels: Parcel[]
  systems: CroppingSystem[]
  seasons: Season[]
  tickets: Ticket[]
  centreLots: CentreLot[]
  ginLots: GinLot[]
  runs: GinRun[]
  mill: Mill
}

/** Rabi inspections have reached this many farmers on the anchor day. */
const rabiInspected = 117

/** `today`: a plain day of the programme's zone. The same day and seed give the same programme; another day the same one moved. */
export function makeProgramme(today: string, seed = 42): Programme {
  const calendar = calendarFor(today)
  const chance = random(seed)
  const farmers = makeFarmers(calendar, chance.fork('farmers'))
  const active = farmers.filter((farmer) => farmer.membership === 'ACTIVE')
  for (const farmer of chance.fork('rabi round').shuffle(active).slice(0, rabiInspected)) farmer.rabiInspected = true
  const { parcels, landowners } = makeLand(farmers, calendar, chance.fork('land'))
  const systems = makeCropping(parcels, calendar, chance.fork('cropping'))
  const seasons = makeSeason(systems, calendar, chance.fork('season'))
  const tickets = makeTickets(seasons, calendar, chance.fork('tickets'))
  const chain = makeChain(tickets, calendar.year, chance.fork('chain'))
  return { calendar, farmers, landowners, parcels, systems, seasons, tickets, ...chain, mill: makeMill(chain.runs, `KH${String(calendar.year).slice(2)}`) }
}
